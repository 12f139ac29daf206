"""Faults on demand: at which requests one happens, how many times, and the control endpoint."""

from __future__ import annotations

import fnmatch
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from novaclient_mv.sandbox.http.wsgi import Request, Response

PATH = '/sandbox/faults'


class Dropped(ConnectionResetError):
    """The connection is to be closed without an answer."""


class BadFault(ValueError):
    """A description of a fault that cannot be used; the message says why."""


class Key(NamedTuple):
    """A key of a kind of fault: its default, and the check of another value."""

    default: Any
    check: Callable[[str, Any], None]


class Kind:
    """The effect of a fault.

    :param respond: answers a request: with the faults, the request, what answers it as if nothing
        were wrong, and the keys.
    :param keys: what it takes besides the keys that every fault has.
    """

    __slots__ = ('keys', 'respond')

    def __init__(self, respond: Callable[..., Response], **keys: Key) -> None:
        self.respond = respond
        self.keys = keys


class Rule:
    """One fault: its kind, the requests that it is for, and how often it happens.

    :param number: its id among those of one cloud.
    :param path: pattern of a shell.
    :param usual: paths that it is for without a pattern.
    :param method: HTTP method; any without one.
    :param times: how often; ``None`` for ever.
    :param after: how many requests go well before.
    """

    def __init__(
        self,
        number: int,
        kind: str,
        path: str | None,
        usual: re.Pattern[str],
        method: str | None,
        times: int | None,
        after: int,
        values: dict[str, Any],
    ) -> None:
        self.number = number
        self.kind = kind
        self.path = path
        self.usual = usual
        self.method = method
        self.times = times
        self.after = after
        self.values = values
        self.requests = 0
        self.hits = 0

    def is_for(self, request: Request) -> bool:
        """Whether a request is one that the fault is for."""
        if self.method is not None and request.method != self.method.upper():
            return False
        if self.path is None:
            return self.usual.fullmatch(request.path) is not None
        return fnmatch.fnmatchcase(request.path, self.path)

    def happens(self) -> bool:
        """Count a request that the fault is for; whether the fault happens to it."""
        self.requests += 1
        if self.requests <= self.after or (self.times is not None and self.hits >= self.times):
            return False
        self.hits += 1
        return True

    def view(self) -> dict[str, Any]:
        """The fault as the control endpoint shows it."""
        return {
            'id': self.number,
            'fault': self.kind,
            'path': self.path,
            'method': self.method,
            'times': self.times,
            'after': self.after,
            'hits': self.hits,
            **self.values,
        }


Respond = Callable[[Request], Response]


class Faults:
    """The faults of one cloud; an object that all threads share.

    :param kinds: every kind of fault by its name.
    :param usual: paths that a fault is for that names none.
    :param sleep: lets time pass, in seconds.
    """

    def __init__(
        self,
        kinds: Mapping[str, Kind],
        usual: re.Pattern[str],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.kinds = kinds
        self.usual = usual
        self.sleep = sleep
        self._rules: list[Rule] = []
        self._count = 0
        self._lock = threading.Lock()

    def add(
        self,
        fault: str,
        path: str | None = None,
        *,
        method: str | None = None,
        times: int | None = 1,
        after: int = 0,
        **values: Any,
    ) -> dict[str, Any]:
        """Add a fault.

        :param fault: the name of its kind.
        :param path: pattern of paths, as a shell reads ``*`` and ``?``; the usual ones without it.
        :param times: at how many requests; ``None`` for all from now on.
        :param after: how many requests go well before.
        :param values: what the kind takes.
        :raises BadFault: it cannot be understood.
        """
        kind = self.kinds.get(fault)
        if kind is None:
            raise BadFault(f'There is no fault {fault!r}. There are: {", ".join(self.kinds)}.')
        for name, text in (('path', path), ('method', method)):
            _require(text is None or (isinstance(text, str) and text != ''), name, 'a text')
        _require(times is None or (_is_whole(times) and times > 0), 'times', 'a number from 1')
        _require(_is_whole(after) and after >= 0, 'after', 'a number from 0')
        unknown = sorted(values.keys() - kind.keys)
        if unknown:
            raise BadFault(f'The fault {fault!r} takes no {unknown[0]!r}.')
        for name, value in values.items():
            kind.keys[name].check(name, value)
        values = {**{name: key.default for name, key in kind.keys.items()}, **values}
        with self._lock:
            self._count += 1
            rule = Rule(self._count, fault, path, self.usual, method, times, after, values)
            self._rules.append(rule)
        return rule.view()

    def list(self) -> list[dict[str, Any]]:
        """The faults, with how often each has happened."""
        with self._lock:
            return [rule.view() for rule in self._rules]

    def clear(self, number: int | None = None) -> bool:
        """Forget all faults, or one of them.

        :returns: whether there was one.
        """
        with self._lock:
            remaining = [
                rule for rule in self._rules if number is not None and rule.number != number
            ]
            is_cleared = len(remaining) < len(self._rules)
            self._rules = remaining
        return is_cleared

    def respond(self, request: Request, respond: Respond) -> Response:
        """Answer a request, with the faults that are due.

        :param respond: answers it as if nothing were wrong.
        """
        if request.path == PATH or request.path.startswith(f'{PATH}/'):
            return self.control(request)
        with self._lock:
            happening = [rule for rule in self._rules if rule.is_for(request) and rule.happens()]
        for rule in reversed(happening):
            respond = _wrap(self.kinds[rule.kind], rule, self, respond)
        return respond(request)

    # -- the control endpoint

    def control(self, request: Request) -> Response:
        """``GET``, ``POST`` and ``DELETE`` of ``/sandbox/faults``."""
        try:
            rest = request.path[len(PATH) :].strip('/')
            if request.method == 'GET' and not rest:
                return Response.of(200, {'faults': self.list()})
            if request.method == 'POST' and not rest:
                return Response.of(201, {'faults': self._add_all(request)})
            if request.method == 'DELETE':
                return self._clear(rest)
        except BadFault as error:
            return _problem(400, str(error))
        return _problem(405, 'Faults are listed by GET, added by POST and taken away by DELETE.')

    def _add_all(self, request: Request) -> Iterable[dict[str, Any]]:
        try:
            body = request.json()
        except ValueError:
            raise BadFault('The body is not JSON.') from None
        added = []
        for description in body if isinstance(body, list) else [body]:
            if not isinstance(description, Mapping) or not isinstance(
                description.get('fault'), str
            ):
                raise BadFault("A fault is an object with the key 'fault', the name of its kind.")
            added.append(self.add(**description))
        return added

    def _clear(self, rest: str) -> Response:
        if rest and not rest.isdecimal():
            return _problem(404, f'There is no fault {rest}.')
        if not self.clear(int(rest) if rest else None) and rest:
            return _problem(404, f'There is no fault {rest}.')
        return Response(204)


def _wrap(kind: Kind, rule: Rule, faults: Faults, respond: Respond) -> Respond:
    return lambda request: kind.respond(faults, request, respond, **rule.values)


def _problem(status: int, message: str) -> Response:
    return Response.of(status, {'error': {'code': status, 'message': message}})


# -- what is checked of a description


def _require(is_so: bool, name: str, needed: str) -> None:
    if not is_so:
        raise BadFault(f'{name!r} must be {needed}.')


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def require_seconds(name: str, value: Any) -> None:
    """A number of seconds, up to an hour.

    :raises BadFault: it is something else.
    """
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    _require(is_number and 0 <= value <= 3600, name, 'a number of seconds from 0 to 3600')


def require_count(name: str, value: Any) -> None:
    """A whole number from 0, or nothing.

    :raises BadFault: it is something else.
    """
    _require(value is None or (_is_whole(value) and value >= 0), name, 'a whole number from 0')


def require_status(name: str, value: Any) -> None:
    """An HTTP status from 200 on.

    :raises BadFault: it is something else.
    """
    _require(_is_whole(value) and 200 <= value <= 599, name, 'a status from 200 to 599')


def require_text(name: str, value: Any) -> None:
    """A text.

    :raises BadFault: it is something else.
    """
    _require(isinstance(value, str), name, 'a text')


def require_flag(name: str, value: Any) -> None:
    """True or false.

    :raises BadFault: it is something else.
    """
    _require(isinstance(value, bool), name, 'true or false')


def require_patterns(name: str, value: Any) -> None:
    """A list of texts.

    :raises BadFault: it is something else.
    """
    is_list = isinstance(value, list) and all(isinstance(pattern, str) for pattern in value)
    _require(is_list, name, 'a list of texts')

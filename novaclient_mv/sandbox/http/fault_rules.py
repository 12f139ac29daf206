"""Faults on demand: at which requests one happens, how many times, and the control endpoint."""

from __future__ import annotations

import fnmatch
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from novaclient_mv.sandbox.http import authentication
from novaclient_mv.sandbox.http.wsgi import Request, Response

PATH = '/sandbox/faults'


class Dropped(ConnectionResetError):
    """The connection is to be closed without an answer."""


class BadFault(ValueError):
    """A description of a fault that cannot be used; the message says why."""


class Check(NamedTuple):
    """The rule of a value: its words and its test."""

    needed: str
    test: Callable[[Any], bool]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seconds(value: Any) -> bool:
    return (_is_whole(value) or isinstance(value, float)) and 0 <= value <= 3600


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


SECONDS = Check('a number of seconds from 0 to 3600', _is_seconds)
COUNT = Check('a whole number from 0', lambda v: v is None or (_is_whole(v) and v >= 0))
STATUS = Check('a status from 200 to 599', lambda v: _is_whole(v) and 200 <= v <= 599)
TEXT = Check('a text', lambda v: isinstance(v, str))
FLAG = Check('true or false', lambda v: isinstance(v, bool))
TEXTS = Check('a list of texts', _is_texts)
_TIMES = Check('a number from 1', lambda v: v is None or (_is_whole(v) and v > 0))
_AFTER = Check('a number from 0', lambda v: _is_whole(v) and v >= 0)
_PATTERN = Check('a text', lambda v: v is None or (isinstance(v, str) and v != ''))
_WHEN = {'path': _PATTERN, 'method': _PATTERN, 'times': _TIMES, 'after': _AFTER}


class Key(NamedTuple):
    """A key of a kind of fault: its default, and the check of another value."""

    default: Any
    check: Check


class Kind:
    """The effect of a fault."""

    __slots__ = ('keys', 'respond')

    def __init__(self, respond: Callable[..., Response], **keys: Key) -> None:
        self.respond = respond
        self.keys = keys


class Rule:
    """One fault: its kind, the requests that it is for, and how often it happens.

    :param when: ``path`` (pattern of a shell), ``method`` (any without one), ``times`` (``None``
        for ever) and ``after``: how many requests go well before.
    """

    def __init__(
        self,
        number: int,
        kind: str,
        usual: re.Pattern[str],
        when: dict[str, Any],
        values: dict[str, Any],
    ) -> None:
        self.number = number
        self.kind = kind
        self.usual = usual
        self.when = when
        self.values = values
        self.requests = 0
        self.hits = 0

    def is_for(self, request: Request) -> bool:
        """Whether a request is one that the fault is for."""
        path, method = self.when['path'], self.when['method']
        if method is not None and request.method != method.upper():
            return False
        if path is None:
            return self.usual.fullmatch(request.path) is not None
        return fnmatch.fnmatchcase(request.path, path)

    def happens(self) -> bool:
        """Count a request that the fault is for; whether the fault happens to it."""
        self.requests += 1
        times = self.when['times']
        if self.requests <= self.when['after'] or (times is not None and self.hits >= times):
            return False
        self.hits += 1
        return True

    def view(self) -> dict[str, Any]:
        """The fault as the control endpoint shows it."""
        facts = {'id': self.number, 'fault': self.kind, **self.when, 'hits': self.hits}
        return facts | self.values


Respond = Callable[[Request], Response]


class Faults:
    """The faults of one cloud; an object that all threads share."""

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

        :param path: pattern of paths, as a shell reads ``*`` and ``?``; the usual ones without it.
        :param times: at how many requests; ``None`` for all from now on.
        :param after: how many requests go well before.
        :raises BadFault: it cannot be understood.
        """
        kind = self.kinds.get(fault)
        if kind is None:
            raise BadFault(f'Unknown fault {fault!r}. Known: {", ".join(self.kinds)}.')
        when = {'path': path, 'method': method, 'times': times, 'after': after}
        for name, check in _WHEN.items():
            _require(name, when[name], check)
        unknown = sorted(values.keys() - kind.keys)
        if unknown:
            raise BadFault(f'The fault {fault!r} takes no {unknown[0]!r}.')
        for name, value in values.items():
            _require(name, value, kind.keys[name].check)
        values = {**{name: key.default for name, key in kind.keys.items()}, **values}
        with self._lock:
            self._count += 1
            rule = Rule(self._count, fault, self.usual, when, values)
            self._rules.append(rule)
        return rule.view()

    def list(self) -> list[dict[str, Any]]:
        """The faults, with how often each has happened."""
        with self._lock:
            return [rule.view() for rule in self._rules]

    def clear(self, number: int | None = None) -> bool:
        """Forget all faults, or one of them."""
        with self._lock:
            remaining = [
                rule for rule in self._rules if number is not None and rule.number != number
            ]
            is_cleared = len(remaining) < len(self._rules)
            self._rules = remaining
        return is_cleared

    def respond(self, request: Request, respond: Respond) -> Response:
        """Answer a request, with the faults that are due."""
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
        return _problem(405, 'Faults are listed by GET, added by POST and removed by DELETE.')

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
        is_one = rest.isdecimal()
        if (is_one or not rest) and (self.clear(int(rest) if is_one else None) or not rest):
            return Response(204)
        return _problem(404, f'Fault {rest} not found.')


def _wrap(kind: Kind, rule: Rule, faults: Faults, respond: Respond) -> Respond:
    return lambda request: kind.respond(faults, request, respond, **rule.values)


def _problem(status: int, message: str) -> Response:
    return Response.of(status, {'error': {'code': status, 'message': message}})


def _require(name: str, value: object, check: Check) -> None:
    if not check.test(value):
        raise BadFault(f'{name!r} must be {check.needed}.')


def _latency(faults: Faults, request: Request, respond: Respond, seconds: float) -> Response:
    patience = request.environ.get('sandbox.timeout')
    if patience is not None and seconds > patience:
        # In process nobody watches the time but we.
        faults.sleep(patience)
        raise TimeoutError
    faults.sleep(seconds)
    return respond(request)


def _unauthorized(faults: Faults, request: Request, respond: Respond) -> Response:
    return authentication.unauthenticated(request, authentication.Unauthenticated())


def _cut(faults: Faults, request: Request, respond: Respond) -> Response:
    response = respond(request)
    response.headers.append(('Content-Length', str(len(response.body))))
    response.body = response.body[: len(response.body) // 2]
    return response


def _drop(faults: Faults, request: Request, respond: Respond, is_carried_out: bool) -> Response:
    if is_carried_out:
        respond(request)
    raise Dropped


LATENCY = Kind(_latency, seconds=Key(1.0, SECONDS))
UNAUTHORIZED = Kind(_unauthorized)
CUT = Kind(_cut)
DROP = Kind(_drop, is_carried_out=Key(False, FLAG))

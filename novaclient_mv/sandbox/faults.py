"""Faults on demand: what is to go wrong, at which requests, and how many times."""

from __future__ import annotations

import fnmatch
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox import tokens
from novaclient_mv.sandbox.compute import cells, nova_versions, refusals
from novaclient_mv.sandbox.negotiation import STANDARD
from novaclient_mv.sandbox.wsgi import Fault, Request, Response

PATH = '/sandbox/faults'

_MICROVERSIONED = re.compile(r'/v2\.1/')
# Every request to Compute but those for its version documents.
_ANY_PATH = re.compile(r'/v(1\.1|2|2\.1)/.+')


class Dropped(ConnectionResetError):
    """The connection is to be closed without an answer."""


class BadFault(ValueError):
    """A description of a fault that cannot be used; the message says why."""


class Kind:
    """What a fault does.

    :param keys: what it takes besides the keys that every fault has, with what these are when they
        are not given.
    """

    __slots__ = ('answer', 'keys')

    def __init__(self, keys: dict[str, Any], answer: Callable[..., Response]) -> None:
        self.keys = keys
        self.answer = answer


class Rule:
    """One fault: its kind, the requests that it is for, and how often it happens.

    :param number: its id among those of one cloud.
    :param path: pattern of a shell; without one it is for Compute.
    :param method: HTTP method; any without one.
    :param times: how often; ``None`` for ever.
    :param after: how many requests go well before.
    """

    def __init__(
        self,
        number: int,
        kind: str,
        path: str | None,
        method: str | None,
        times: int | None,
        after: int,
        values: dict[str, Any],
    ) -> None:
        self.number = number
        self.kind = kind
        self.path = path
        self.method = method
        self.times = times
        self.after = after
        self.values = values
        self.seen = 0
        self.hits = 0

    def is_for(self, request: Request) -> bool:
        """Whether a request is one that the fault is for."""
        if self.method is not None and request.method != self.method.upper():
            return False
        if self.path is None:
            return _ANY_PATH.fullmatch(request.path) is not None
        return fnmatch.fnmatchcase(request.path, self.path)

    def happens(self) -> bool:
        """Count a request that the fault is for; whether the fault happens to it."""
        self.seen += 1
        if self.seen <= self.after or (self.times is not None and self.hits >= self.times):
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

    :param sleep: lets time pass, in seconds.
    """

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
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
        """Let something go wrong.

        :param fault: a name of ``KINDS``.
        :param path: pattern of paths, as a shell reads ``*`` and ``?``; without it, all of Compute
            but its version documents.
        :param times: at how many requests; ``None`` for all from now on.
        :param after: how many requests go well before.
        :param values: what the kind takes.
        :raises BadFault: it cannot be understood.
        """
        kind = KINDS.get(fault)
        if kind is None:
            raise BadFault(f'There is no fault {fault!r}. There are: {", ".join(KINDS)}.')
        for name, text in (('path', path), ('method', method)):
            _require(text is None or (isinstance(text, str) and text != ''), name, 'a text')
        _require(times is None or (_is_whole(times) and times > 0), 'times', 'a number from 1')
        _require(_is_whole(after) and after >= 0, 'after', 'a number from 0')
        unknown = sorted(values.keys() - kind.keys)
        if unknown:
            raise BadFault(f'The fault {fault!r} takes no {unknown[0]!r}.')
        for name, value in values.items():
            _CHECKS[name](name, value)
        with self._lock:
            self._count += 1
            rule = Rule(self._count, fault, path, method, times, after, {**kind.keys, **values})
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
            kept = [rule for rule in self._rules if number is not None and rule.number != number]
            found = len(kept) < len(self._rules)
            self._rules = kept
        return found

    def answer(self, request: Request, respond: Respond) -> Response:
        """Answer a request, or let go wrong what is to go wrong.

        :param respond: answers it as if nothing were wrong.
        """
        if request.path == PATH or request.path.startswith(f'{PATH}/'):
            return self.control(request)
        with self._lock:
            happening = [rule for rule in self._rules if rule.is_for(request) and rule.happens()]
        for rule in reversed(happening):
            respond = _around(KINDS[rule.kind], rule, self, respond)
        return respond(request)

    # -- the control endpoint

    def control(self, request: Request) -> Response:
        """``GET``, ``POST`` and ``DELETE`` of ``/sandbox/faults``."""
        try:
            rest = request.path[len(PATH) :].strip('/')
            if request.method == 'GET' and not rest:
                return Response.of(200, {'faults': self.list()})
            if request.method == 'POST' and not rest:
                return Response.of(201, {'faults': self._added(request)})
            if request.method == 'DELETE':
                return self._cleared(rest)
        except BadFault as error:
            return _problem(400, str(error))
        return _problem(405, 'Faults are listed by GET, added by POST and taken away by DELETE.')

    def _added(self, request: Request) -> Iterable[dict[str, Any]]:
        try:
            given = request.json()
        except ValueError:
            raise BadFault('The body is not JSON.') from None
        found = []
        for each in given if isinstance(given, list) else [given]:
            if not isinstance(each, Mapping) or not isinstance(each.get('fault'), str):
                raise BadFault("A fault is an object with the key 'fault', the name of its kind.")
            found.append(self.add(**each))
        return found

    def _cleared(self, rest: str) -> Response:
        if rest and not rest.isdecimal():
            return _problem(404, f'There is no fault {rest}.')
        if not self.clear(int(rest) if rest else None) and rest:
            return _problem(404, f'There is no fault {rest}.')
        return Response(204)


def _around(kind: Kind, rule: Rule, faults: Faults, respond: Respond) -> Respond:
    return lambda request: kind.answer(faults, request, respond, **rule.values)


def _problem(status: int, message: str) -> Response:
    return Response.of(status, {'error': {'code': status, 'message': message}})


# -- what is checked of a description


def _require(is_so: bool, name: str, what: str) -> None:
    if not is_so:
        raise BadFault(f'{name!r} must be {what}.')


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _seconds(name: str, value: Any) -> None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    _require(is_number and 0 <= value <= 3600, name, 'a number of seconds from 0 to 3600')


def _retry_after(name: str, value: Any) -> None:
    _require(value is None or (_is_whole(value) and value >= 0), name, 'a whole number from 0')


def _status(name: str, value: Any) -> None:
    _require(_is_whole(value) and 200 <= value <= 599, name, 'a status from 200 to 599')


def _text(name: str, value: Any) -> None:
    _require(isinstance(value, str), name, 'a text')


def _flag(name: str, value: Any) -> None:
    _require(isinstance(value, bool), name, 'true or false')


def _patterns(name: str, value: Any) -> None:
    is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
    _require(is_list, name, 'a list of texts')


_CHECKS: dict[str, Callable[[str, Any], None]] = {
    'seconds': _seconds,
    'retry_after': _retry_after,
    'status': _status,
    'message': _text,
    'is_carried_out': _flag,
    'hosts': _patterns,
}


# -- the kinds


def _latency(faults: Faults, request: Request, respond: Respond, seconds: float) -> Response:
    patience = request.environ.get('sandbox.timeout')
    if patience is not None and seconds > patience:
        # In process nobody watches the time but we.
        faults.sleep(patience)
        raise TimeoutError
    faults.sleep(seconds)
    return respond(request)


def _unavailable(
    faults: Faults, request: Request, respond: Respond, retry_after: int | None
) -> Response:
    headers = () if retry_after is None else (('Retry-After', str(retry_after)),)
    return refusals.of_fault(Fault(503, 'The service is unavailable for now.', headers))


def _unauthorized(faults: Faults, request: Request, respond: Respond) -> Response:
    return tokens.unauthenticated(request, tokens.Unauthenticated())


def _not_acceptable(faults: Faults, request: Request, respond: Respond) -> Response:
    text = nova_versions.asked(request)
    message = f'Version {text} is not supported by the API any more.'
    return refusals.of_fault(Fault(406, message, ((STANDARD, f'compute {text}'),)))


def _cut(faults: Faults, request: Request, respond: Respond) -> Response:
    response = respond(request)
    response.headers.append(('Content-Length', str(len(response.body))))
    response.body = response.body[: len(response.body) // 2]
    return response


def _drop(faults: Faults, request: Request, respond: Respond, is_carried_out: bool) -> Response:
    if is_carried_out:
        respond(request)
    raise Dropped


def _error(
    faults: Faults,
    request: Request,
    respond: Respond,
    status: int,
    message: str,
    retry_after: int | None,
) -> Response:
    headers = () if retry_after is None else (('Retry-After', str(retry_after)),)
    return refusals.of_fault(Fault(status, message, (*headers, *_version_headers(request))))


def _version_headers(request: Request) -> Iterable[tuple[str, str]]:
    """What tells the version of an answer, as errors of Compute itself do."""
    text = nova_versions.asked(request)
    is_number = text != versions.LATEST
    return (
        nova_versions.answer_headers(text)
        if is_number and _MICROVERSIONED.match(request.path)
        else ()
    )


def _down_cell(
    faults: Faults, request: Request, respond: Respond, hosts: Sequence[str]
) -> Response:
    known = request.environ.get(cells.DOWN_HOSTS, ())
    request.environ = {**request.environ, cells.DOWN_HOSTS: (*known, *hosts)}
    return respond(request)


KINDS: dict[str, Kind] = {
    'latency': Kind({'seconds': 1.0}, _latency),
    'unavailable': Kind({'retry_after': 1}, _unavailable),
    'unauthorized': Kind({}, _unauthorized),
    'not_acceptable': Kind({}, _not_acceptable),
    'cut': Kind({}, _cut),
    'drop': Kind({'is_carried_out': False}, _drop),
    'error': Kind({'status': 500, 'message': 'On demand.', 'retry_after': None}, _error),
    'down_cell': Kind({'hosts': ['*']}, _down_cell),
}
"""Every fault by its name."""

"""One request to both clouds: names stand for the ids that things have in each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from evidence.side_by_side.clouds import Answer, User
from functional_tests import refusals
from functional_tests.contract.shapes import FREE_MAPS

# Headers that a client may rely on; values are compared after ids are taken out.
HEADERS = (
    'openstack-api-version', 'x-openstack-nova-api-version', 'vary', 'content-type', 'location',
    'retry-after', 'allow',
)  # fmt: skip
_PRESENT_ONLY = frozenset(('location', 'retry-after'))
_PLACEHOLDER = re.compile(r'\{(\w+)\}')
_MOMENTS = 200


class Pair:
    """One user on the sandbox and on a running Nova.

    :param sandbox: the user there.
    :param reference: the user of the running Nova.
    """

    def __init__(self, sandbox: User, reference: User) -> None:
        self.users = (sandbox, reference)
        self.names: tuple[dict[str, str], dict[str, str]] = (
            {'project': sandbox.project, 'user': sandbox.user},
            {'project': reference.project, 'user': reference.user},
        )
        self.answers: tuple[Answer, Answer] | None = None

    def ask(
        self,
        method: str,
        path: str,
        version: str | None = None,
        body: Any = None,
        headers: Mapping[str, str | None] | None = None,
        service: str = 'compute',
        is_rooted: bool = False,
    ) -> tuple[Answer, Answer]:
        """Send a request to both; ``{name}`` in path and body is a resource kept under that name.

        :param headers: besides the usual ones, ``None`` for one of these that is not to be sent.
        :param is_rooted: whether a path of the Compute API is from its root in any case.
        :returns: the sandbox's answer, and the running Nova's.
        """
        first, second = (
            user.ask(
                method,
                filled(path, names),
                version,
                filled(body, names),
                headers,
                service,
                is_rooted,
            )
            for user, names in zip(self.users, self.names, strict=True)
        )
        self.answers = first, second
        return self.answers

    def keep(self, name: str, *keys: str | int) -> None:
        """Keep a value of the last answers under a name.

        :param keys: the way to it, from the body's root.
        """
        assert self.answers is not None
        for answer, names in zip(self.answers, self.names, strict=True):
            value = answer.body
            for key in keys:
                value = value[key]
            names[name] = str(value)

    def set(self, name: str, ours: str, theirs: str) -> None:
        """Keep what is known by itself."""
        self.names[0][name], self.names[1][name] = ours, theirs

    def find(self, kept: str, path: str, service: str = 'compute', **wanted: Any) -> None:
        """Keep the id of the first thing that a list shows with certain values.

        :param kept: the name that the id is kept under.
        """
        for answer, names in zip(self.ask('GET', path, service=service), self.names, strict=True):
            found = (
                each
                for each in next(value for value in answer.body.values() if isinstance(value, list))
                if all(each.get(key) == value for key, value in wanted.items())
            )
            names[kept] = str(next(found)['id'])

    def wait(self, path: str, key: str, *values: object, version: str = '2.1') -> None:
        """Wait on each cloud until a resource has one of some values.

        :param path: of the resource, as ``/servers/{server}``.
        :param key: below the one key of the answer's body.
        """
        for user, names in zip(self.users, self.names, strict=True):
            for _ in range(_MOMENTS):
                answer = user.ask('GET', filled(path, names), version)
                if answer.status == 404 and 404 in values:
                    break
                if answer.status == 200 and next(iter(answer.body.values())).get(key) in values:
                    break
                user.clock.wait(2)
            else:
                raise AssertionError(f'{path} has no {key} of {values}: {answer.body}')

    def wait_for(self, server: str, *statuses: str | int) -> None:
        """Wait until a server has one of some statuses, and nothing is under way.

        :param statuses: 404 for a server that is gone.
        """
        self.wait(f'/servers/{{{server}}}', 'status', *statuses)
        if 404 not in statuses:
            self.wait(f'/servers/{{{server}}}', 'OS-EXT-STS:task_state', None)

    def different(
        self,
        method: str,
        path: str,
        version: str | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *,
        service: str = 'compute',
        ignored: frozenset[str] = frozenset(),
    ) -> list[str]:
        """Send a request to both, and say in what the answers differ: status, headers, keys, kinds
        of values, words of an enumeration.
        """
        answers = self.ask(method, path, version, body, headers, service)
        return list(compared(*answers, ignored=ignored))


def filled(value: Any, names: Mapping[str, str]) -> Any:
    """A path or a body with what stands for its names; names that are not known stay."""
    if isinstance(value, str):
        return _PLACEHOLDER.sub(lambda found: names.get(found[1], found[0]), value)
    if isinstance(value, list):
        return [filled(each, names) for each in value]
    if isinstance(value, dict):
        return {filled(key, names): filled(each, names) for key, each in value.items()}
    return value


def compared(ours: Answer, theirs: Answer, ignored: frozenset[str] = frozenset()) -> Iterator[str]:
    """In what the sandbox's answer differs from the running Nova's.

    :param ignored: keys that are not compared, wherever they are.
    """
    if not refusals.stands_for(ours.status, theirs.status):
        bodies = f'{ours.body!r:.200} / {theirs.body!r:.300}'
        yield f'status {ours.status}, not {theirs.status}: {bodies}'
        return
    if theirs.status >= 500:
        return
    for name in HEADERS:
        one, other = ours.headers.get(name), theirs.headers.get(name)
        if (one is None) != (other is None) or (name not in _PRESENT_ONLY and one != other):
            yield f'header {name}: {one!r}, not {other!r}'
    if ours.status >= 400 and isinstance(theirs.body, dict):
        yield from _compared_errors(ours.body, theirs.body)
    else:
        yield from _compared(ours.body, theirs.body, ignored, '')


def _compared_errors(ours: Any, theirs: Any) -> Iterator[str]:
    """Errors have the same shape; their words are each program's own."""
    if not isinstance(ours, dict) or set(ours) != set(theirs):
        yield f'error {ours!r:.200}, not {theirs!r:.200}'
        return
    for key, value in theirs.items():
        if isinstance(value, dict) and isinstance(ours[key], dict):
            if set(value) != set(ours[key]):
                yield f'error {key}: {sorted(ours[key])}, not {sorted(value)}'
            elif value.get('code') != ours[key].get('code'):
                yield f'error {key}: {ours[key]}, not {value}'


def _compared_maps(
    ours: dict[str, Any], theirs: dict[str, Any], ignored: frozenset[str], at: str
) -> Iterator[str]:
    for key in sorted((set(ours) | set(theirs)) - ignored):
        if key not in ours:
            yield f'{at}.{key}: is missing; {theirs[key]!r:.80}'
        elif key not in theirs:
            yield f'{at}.{key}: is not there on the running Nova; {ours[key]!r:.80}'
        elif key not in FREE_MAPS or bool(ours[key]) != bool(theirs[key]):
            yield from _compared(ours[key], theirs[key], ignored, f'{at}.{key}')


def _compared(ours: Any, theirs: Any, ignored: frozenset[str], at: str) -> Iterator[str]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        yield from _compared_maps(ours, theirs, ignored, at)
    elif isinstance(ours, list) and isinstance(theirs, list):
        if bool(ours) != bool(theirs):
            yield f'{at}: {len(ours)} entries, not {len(theirs)}'
        elif ours:
            yield from _compared(ours[0], theirs[0], ignored, f'{at}[0]')
    elif _is_different(ours, theirs):
        yield f'{at}: {ours!r:.80}, not {theirs!r:.80}'


def _is_different(ours: Any, theirs: Any) -> bool:
    """Whether two values cannot stand for each other."""
    if (ours is None) != (theirs is None) or _kind(ours) != _kind(theirs):
        return True
    return bool((isinstance(theirs, bool) or _is_word(theirs)) and ours != theirs)


def _kind(value: Any) -> type:
    return float if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value)


def _is_word(value: Any) -> bool:
    """Whether a text is a word of an enumeration, as ``ACTIVE`` or ``MANUAL``."""
    return isinstance(value, str) and re.fullmatch('[A-Z]{3,}(_[A-Z]+)*', value) is not None

"""Requests to both clouds: names stand for the ids that things have in each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from evidence.side_by_side.clouds import User
from functional_tests.comparison import CLASSES, Answer, Comparison, Liberties, Mask
from functional_tests.drawn_requests.compute import Compute

SHAPES = ('status', 'shape', 'headers')
"""The classes of differences that count where each cloud holds other things."""
_PLACEHOLDER = re.compile(r'\{(\w+)\}')
# What each cloud makes up for itself.
_OWN = re.compile(r'https?://[^/]+(/compute)?(?=/)|\b[0-9a-f]{32}\b')
_FREE_MAPS = frozenset(('addresses', 'hosts'))
"""Maps whose keys chance made."""
_LOOKS = 200


class Step(NamedTuple):
    """One request.

    :param keep: the name to keep something of the answer under, and the way to it, where both
        clouds have done what they were asked.
    """

    method: str
    path: str
    body: Any = None
    keep: tuple[str | int, ...] = ()


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
            for _ in range(_LOOKS):
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

    def differences(
        self,
        steps: Iterable[tuple[Any, ...]],
        versions: Iterable[str | None] = (None,),
        *,
        ignored: Iterable[str] = (),
        own: Iterable[str] = (),
        classes: Iterable[str] = CLASSES,
        service: str = 'compute',
    ) -> dict[str, list[str]]:
        """Send steps one after the other, at each version; in what which answers differ.

        :param ignored: keys that are not compared, wherever they are.
        :param own: keys whose values are each cloud's own: of them only the kind is compared.
        :param classes: of the differences that count.
        """
        liberties = Liberties(ignored=_FREE_MAPS.union(ignored), own=frozenset(own))
        found: dict[str, list[str]] = {}
        for version in versions:
            for step in (Step(*each) for each in steps):
                answers = self.ask(step.method, step.path, version, step.body, service=service)
                if step.keep and max(answer.status for answer in answers) < 400:
                    self.keep(*step.keep)  # type: ignore[arg-type]
                one, other = map(_mask, self.users, self.names)
                comparison = Comparison(
                    (one, other), Compute().message, liberties=liberties, spoiled='maybe'
                )
                sent = '' if step.body is None else f' {step.body!r:.120}'
                found.setdefault(f'{step.method} {step.path}{sent}', []).extend(
                    f'{version}: {kind} {where}: {ours!r:.80}, not {theirs!r:.80}'
                    for kind, where, ours, theirs in comparison.differences(*answers)
                    if kind in classes
                )
        return {asked: different for asked, different in found.items() if different}


def _mask(user: User, names: Mapping[str, str]) -> Mask:
    # Short ones, as of flavors, stand for other things as well.
    labels = {id: f'<{name}>' for name, id in names.items() if len(id) > 8}
    return Mask(user.compute, labels, frozenset(), lambda text: _OWN.sub('<own>', text))


def filled(value: Any, names: Mapping[str, str]) -> Any:
    """A path or a body with what stands for its names; names that are not known stay."""
    if isinstance(value, str):
        return _PLACEHOLDER.sub(lambda found: names.get(found[1], found[0]), value)
    if isinstance(value, list):
        return [filled(each, names) for each in value]
    if isinstance(value, dict):
        return {filled(key, names): filled(each, names) for key, each in value.items()}
    return value

"""Tables of requests that are sent to both clouds, and answers compared value by value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from evidence.side_by_side.clouds import Answer
from evidence.side_by_side.pair import Pair, compared

# What each cloud makes up for itself.
_MADE_UP = (
    (re.compile(r'https?://[^/]+(/compute)?(?=/)'), '<host>'),
    (re.compile('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'), '<uuid>'),
    (re.compile(r'\b[0-9a-f]{32}\b'), '<id>'),
    (re.compile(r'\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d{6})?'), '<moment>'),
)
# Kept names that stand for the things of each cloud, in answers as in requests.
_OWN = ('project', 'user', 'other')


class Step(NamedTuple):
    """One request.

    :param keep: the name to keep something of the answer under, and the way to it; both clouds
        must have answered that they did what they were asked.
    """

    method: str
    path: str
    body: Any = None
    keep: tuple[str | int, ...] = ()


def differences(
    pair: Pair,
    steps: Iterable[Step | tuple[Any, ...]],
    versions: Iterable[str | None],
    ignored: Iterable[str] = (),
    own: Iterable[str] = (),
) -> dict[str, list[str]]:
    """Send requests one after the other, at each version; in what which answers differ.

    :param steps: a tuple is a step without a name for it.
    :param ignored: keys that are not compared, wherever they are.
    :param own: keys whose values are each cloud's own: of them only the kind is compared.
    """
    found: dict[str, list[str]] = {}
    for version in versions:
        for step in (Step(*each) for each in steps):
            ours, theirs = pair.ask(step.method, step.path, version, step.body)
            if step.keep and max(ours.status, theirs.status) < 400:
                pair.keep(*step.keep)  # type: ignore[arg-type]
            different = list(_compared(pair, ours, theirs, frozenset(ignored), frozenset(own)))
            if different:
                sent = '' if step.body is None else f' {step.body!r:.120}'
                found.setdefault(f'{step.method} {step.path}{sent}', []).extend(
                    f'{version}: {each}' for each in different
                )
    return found


def _compared(
    pair: Pair, ours: Answer, theirs: Answer, ignored: frozenset[str], own: frozenset[str]
) -> Iterator[str]:
    yield from compared(ours, theirs, ignored)
    if ours.status == theirs.status < 400:
        first, second = (
            _plain(answer.body, {names[key]: f'<{key}>' for key in _OWN if key in names})
            for answer, names in zip((ours, theirs), pair.names, strict=True)
        )
        yield from _unequal(first, second, ignored | own, '')


def _plain(value: Any, own: dict[str, str]) -> Any:
    """A value with words in place of what each cloud makes up."""
    if isinstance(value, str):
        for text, word in own.items():
            value = value.replace(text, word) if len(text) > 8 else own.get(value, value)
        for pattern, word in _MADE_UP:
            value = pattern.sub(word, value)
        return value
    if isinstance(value, list):
        return [_plain(each, own) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each, own) for key, each in value.items()}
    return value


def _unequal(ours: Any, theirs: Any, ignored: frozenset[str], at: str) -> Iterator[str]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted(set(ours) & set(theirs) - ignored):
            yield from _unequal(ours[key], theirs[key], ignored, f'{at}.{key}')
    elif isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f'{at}: {len(ours)} entries, not {len(theirs)}'
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            yield from _unequal(one, other, ignored, f'{at}[{number}]')
    elif ours != theirs:
        yield f'{at}: {ours!r:.80}, not {theirs!r:.80}'

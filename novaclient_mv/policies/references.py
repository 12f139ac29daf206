"""References among rules of an operator's policy file; an answer of each comes to an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

DEEPEST = 100
MAX_ASKED = 100_000


class Endless(ValueError):
    """Rules that refer to each other in a circle, or so that each is asked again and again."""


def of(check: object) -> Iterator[str]:
    """The rules that a check refers to."""
    if getattr(check, 'kind', None) == 'rule':
        yield str(getattr(check, 'match', ''))
    for inner in [*getattr(check, 'rules', ()), getattr(check, 'rule', None)]:
        if inner is not None:
            yield from of(inner)


def check(rules: Mapping[str, object]) -> None:
    """Refuse rules that refer to others in a circle, too deeply or too often."""
    sizes: dict[str, int] = {}
    for name in rules:
        _size(name, (), rules, sizes)


def _size(
    name: str, path: tuple[str, ...], rules: Mapping[str, object], sizes: dict[str, int]
) -> int:
    """The maximum number of checks for an answer of a rule, which some others lead to."""
    if name in sizes:
        return sizes[name]
    if name in path:
        circle = ' -> '.join([*path[path.index(name) :], name])
        raise Endless(f'{name} refers to itself: {circle}')
    if len(path) > DEEPEST:
        raise Endless(f'{path[0]} leads to more than {DEEPEST} rules in a row')
    size = 1
    for reference in of(rules.get(name)):
        size += _size(reference, (*path, name), rules, sizes)
    if size > MAX_ASKED:
        raise Endless(f'{name} asks more than {MAX_ASKED:,} rules')
    sizes[name] = size
    return size

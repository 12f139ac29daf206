"""Reads YAML within bounds: of nesting, and of what aliases and merge keys multiply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

DEEPEST = 100
MAX_ADDED = 100_000
"""Most values that aliases and merge keys may add to those that are written out."""


class OutOfBounds(Exception):
    """YAML that no one writes by hand; its message goes on behind the name of the file."""


def load(text: str, prepare: Callable[[Any], None] | None = None) -> Any:
    """The one document of a text; the time is in proportion to the length of the text.

    :param prepare: changes the loader before it reads.
    :raises OutOfBounds: it is nested too deeply, its aliases make too much of it, or a value is not
        what its tag or looks say.
    :raises yaml.YAMLError: it is not YAML.
    """
    import yaml

    try:
        return _load(text, prepare)
    except RecursionError:
        raise OutOfBounds('is nested too deeply') from None
    except UnicodeError:
        raise
    except (ValueError, TypeError, OverflowError):
        # A tag (!!int) stands before a text that is none, what looks like a moment is none, or a
        # number has thousands of digits. Python's words would show the value, maybe a secret.
        raise OutOfBounds('has a value that does not fit its type') from None
    except yaml.MarkedYAMLError as error:
        # The scanner, which is ahead of what counts, has a limit of its own from PyYAML 6.0.4.
        if 'nesting depth' in (error.problem or ''):
            raise OutOfBounds('is nested too deeply') from None
        raise


def _loader() -> Any:
    import yaml

    return getattr(yaml, 'CSafeLoader', yaml.SafeLoader)


def _load(text: str, prepare: Callable[[Any], None] | None) -> Any:
    check_depth(text)
    loader = _loader()(text)
    try:
        if prepare is not None:
            prepare(loader)
        node = loader.get_single_node()
        if node is None:
            return None
        # Without an alias nothing is multiplied.
        if '*' in text:
            _check_size(node, len(text))
        return loader.construct_document(node)
    finally:
        loader.dispose()


def check_depth(text: str) -> None:
    """Refuse documents whose nesting takes more than time in proportion to their length.

    :raises OutOfBounds: they are nested too deeply.
    :raises yaml.YAMLError: they are no YAML.
    """
    import yaml

    if _may_be_deep(text):
        _check_events(yaml.parse(text, _loader()))


def _may_be_deep(text: str) -> bool:
    # The loader in C recurses without a bound. Within a line, each level takes a character.
    longest = max(map(len, text.splitlines()), default=0)
    return text.count('[') + text.count('{') + longest > DEEPEST


def _check_events(events: Iterator[Any]) -> None:
    import yaml

    depth = 0
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise OutOfBounds('is nested too deeply')
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _check_size(root: Any, length: int) -> None:
    """Refuse nodes that stand for far more values than the characters of the text."""
    sizes: dict[int, int] = {}
    begun = set()
    pending = [(root, False)]
    while pending:
        node, is_counted = pending.pop()
        if is_counted:
            # An alias inside of what it stands for is one value, and not all of it again.
            size = 1 + sum(sizes.get(id(child), 1) for child in _children(node))
            sizes[id(node)] = min(size, length + MAX_ADDED)
        elif id(node) not in begun:
            begun.add(id(node))
            if any(id(merged) in begun and id(merged) not in sizes for merged in _merged(node)):
                raise OutOfBounds('merges a mapping into a part of itself')
            pending.append((node, True))
            pending += [(child, False) for child in _children(node)]
    if sizes[id(root)] >= len(sizes) + MAX_ADDED:
        raise OutOfBounds(f'has aliases that make more than {MAX_ADDED:,} values of it')


def _children(node: Any) -> Iterator[Any]:
    if isinstance(node.value, list):
        for child in node.value:
            if isinstance(child, tuple):
                yield from child
            else:
                yield child


def _merged(node: Any) -> Iterator[Any]:
    """The mappings whose keys a mapping takes over."""
    for child in node.value if isinstance(node.value, list) else ():
        if isinstance(child, tuple) and child[0].tag == 'tag:yaml.org,2002:merge':
            yield child[1]
            yield from _children(child[1])

"""Queries of Placement: filters of providers, and allocation candidates."""

from __future__ import annotations

from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.placement_pools import (
    AGGREGATES,
    CLASSES,
    PROVIDERS,
    TRAITS,
)  # fmt: skip
from functional_tests.drawn_requests.service import Parts, Query

Version = tuple[int, int]
_COMMON = CLASSES[:4]


def resources(draw: Draw, version: Version) -> str:
    """Amounts of some classes."""
    classes = draw.some_of(_COMMON if draw.chance(0.95) else CLASSES, 1, 2)
    return ','.join(f'{name}:{draw.one_of((1, 1, 2, 4, 100))}' for name in classes)


def required(draw: Draw, version: Version) -> str:
    """Traits, from 1.22 forbidden ones too, from 1.39 any of some."""
    if version[1] >= 39 and draw.chance(0.3):
        return 'in:' + ','.join(draw.some_of(TRAITS, 1, 3))
    traits = draw.some_of(TRAITS, 1, 2)
    if version[1] >= 22 and draw.chance(0.3):
        traits[0] = f'!{traits[0]}'
    return ','.join(traits)


def member_of(draw: Draw, version: Version) -> str:
    """Aggregates, from 1.32 forbidden ones too."""
    aggregates = draw.some_of(AGGREGATES, 1, 2)
    text = 'in:' + ','.join(aggregates) if draw.chance(0.5) else aggregates[0]
    return f'!{text}' if version[1] >= 32 and draw.chance(0.3) else text


def in_tree(draw: Draw, version: Version) -> str:
    """A provider of a tree."""
    return draw.one_of(PROVIDERS[:4])


FILTERS = (
    ('member_of', 3, member_of), ('resources', 4, resources), ('in_tree', 14, in_tree),
    ('required', 18, required),
)  # fmt: skip
_GROUP_PARTS = (
    ('required', 17, required), ('member_of', 21, member_of), ('in_tree', 31, in_tree),
)  # fmt: skip


def draw_candidates(draw: Draw, version: Version) -> Parts:
    """A query of candidates."""
    minor = version[1]
    suffixes = ['']
    if minor >= 25 and draw.chance(0.4):
        names = ('1', '2') if minor < 33 or draw.chance(0.5) else ('_A', '-b', '1')
        suffixes = draw.some_of(names, 1, 2)
        if draw.chance(0.5):
            suffixes.insert(0, '')
    query: Query = []
    for suffix in suffixes:
        query.append((f'resources{suffix}', resources(draw, version)))
        for name, start, make in _GROUP_PARTS:
            if minor >= start and draw.chance(0.2):
                query.append((f'{name}{suffix}', make(draw, version)))
    if minor >= 25 and (len(suffixes) > 1 or draw.chance(0.1)) and draw.chance(0.9):
        query.append(('group_policy', draw.one_of(('none', 'isolate'))))
    if minor >= 16 and draw.chance(0.2):
        query.append(('limit', str(draw.number(1, 5))))
    if minor >= 35 and draw.chance(0.2):
        query.append(('root_required', required(draw, (1, 38))))
    named = [suffix for suffix in suffixes if suffix]
    if minor >= 36 and named and draw.chance(0.3):
        query.append(('same_subtree', ','.join(named)))
    return Parts(query=query)

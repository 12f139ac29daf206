"""All kinds of faults, made from tables."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from types import MappingProxyType

from functional_tests.trust.faults.exchange import Kind
from functional_tests.trust.faults.kinds import (
    connections,
    contents,
    framing,
    headers,
    logins,
    pages,
    redirects,
    statuses,
    versions,
)

SORTS = (connections, framing, statuses, redirects, headers, versions, contents, pages, logins)


@functools.cache
def all_kinds() -> Mapping[str, Kind]:
    """Every kind, by its name."""
    made = list(itertools.chain.from_iterable(sort.kinds() for sort in SORTS))
    by_name = {kind.name: kind for kind in made}
    assert len(by_name) == len(made), 'two kinds have one name'
    return MappingProxyType(by_name)


@functools.cache
def by_sort() -> tuple[tuple[Kind, ...], ...]:
    """The kinds of each sort, so that a sort of few kinds is drawn as often as others."""
    return tuple(tuple(sort.kinds()) for sort in SORTS)

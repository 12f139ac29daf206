"""Tests of a search for several names together: its requests, and their precedence."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from concurrent import futures
from typing import Any
from urllib.parse import quote_plus

import pytest

from novaclient_mv import errors, resources
from unit_tests.patience import PATIENCE


class Things:
    """Resources with names, and the searches that were made for them."""

    def __init__(self, *names: str) -> None:
        manager: Any = None
        self.resources = [
            resources.Resource(manager, {'id': number, 'name': name})
            for number, name in enumerate(names, 1)
        ]
        self.searches: list[list[str]] = []
        self.singles: list[str] = []

    def search(self, names: Sequence[str]) -> list[resources.Resource]:
        self.searches.append(list(names))
        return self.resources

    def find_one(self, reference: str) -> resources.Resource:
        self.singles.append(reference)
        raise errors.ResourceNotFound(reference)

    def ambiguous(self, name: str, matches: Any) -> errors.NoUniqueMatch:
        ids = [str(match.id) for match in matches]
        return errors.NoUniqueMatch(name, ids=ids)

    def finder(self, *batches: Sequence[str]) -> resources.Finder[resources.Resource]:
        return resources.Finder(self.find_one, self.ambiguous, batches, self.search)


def test_each_batch_is_searched_once_and_only_if_needed() -> None:
    things = Things('a', 'b', 'c', 'd')
    find = things.finder(['a', 'b'], ['c', 'd'], ['e', 'f'])
    assert not things.searches
    assert [find(name).id for name in 'dbac'] == [4, 2, 1, 3]
    assert things.searches == [['c', 'd'], ['a', 'b']]
    assert not things.singles


def test_threads_share_one_search() -> None:
    things = Things('a', 'b', 'c')
    together = threading.Barrier(3)

    def slow(names: Sequence[str]) -> list[resources.Resource]:
        # All have begun to look before the first of them is told anything.
        is_waiting.wait(PATIENCE)
        return things.search(names)

    is_waiting = threading.Event()
    find = resources.Finder(things.find_one, things.ambiguous, ['abc'], slow)

    def look(name: str) -> Any:
        if together.wait(PATIENCE) == 0:
            is_waiting.set()
        return find(name).id

    with futures.ThreadPoolExecutor(3) as pool:
        assert list(pool.map(look, 'abc')) == [1, 2, 3]
    assert things.searches == [['a', 'b', 'c']]


def test_name_alone_and_unknown_reference_are_found_one_by_one() -> None:
    things = Things('a', 'b')
    find = things.finder(['a'])
    for reference in ('a', 'b'):
        with pytest.raises(errors.ResourceNotFound):
            find(reference)
    assert things.singles == ['a', 'b']
    assert not things.searches


def test_what_several_have_is_ambiguous_and_what_none_has_is_asked_for() -> None:
    things = Things('a', 'a', 'b')
    find = things.finder(['a', 'b', 'c'])
    with pytest.raises(errors.NoUniqueMatch, match=r'^a$') as caught:
        find('a')
    assert caught.value.ids == ('1', '2')
    with pytest.raises(errors.ResourceNotFound):
        find('c')
    assert things.singles == ['c']
    assert len(things.searches) == 1


def test_search_that_breaks_off_finds_nothing() -> None:
    # Its first page alone could take one of two for the only one.
    things = Things('a')

    def break_off(names: Sequence[str]) -> Any:
        yield from things.search(names)
        raise errors.CloudError('The second page is cut.')

    find = resources.Finder(things.find_one, things.ambiguous, [['a', 'b']], break_off)
    for name in ('a', 'b'):
        with pytest.raises(errors.ResourceNotFound):
            find(name)
    assert things.singles == ['a', 'b']
    assert len(things.searches) == 1


def test_references_that_can_only_be_names() -> None:
    uuid = 'aaaaaaaa-0000-4000-8000-000000000001'
    references = ['b', uuid, 'a', '', 'b', uuid.replace('-', ''), '7']
    assert resources.names_of(references) == ['b', 'a', '7']


def test_batches_fit_and_keep_the_order() -> None:
    names = [*map(str, range(8, 120)), 'é' * 40, '\udcff', 'x' * 90]
    batches = list(resources.in_batches(names, lambda name: f'({name})', 100))
    assert [name for batch in batches for name in batch] == names
    sizes = [
        [len(quote_plus(f'({name})', errors='surrogatepass')) for name in batch]
        for batch in batches
    ]
    assert all(sum(size) <= 100 for size in sizes if len(size) > 1)
    # None could take up the name after it.
    assert all(sum(size) + following[0] > 100 for size, following in itertools.pairwise(sizes))
    # What no batch could hold is alone.
    assert ['é' * 40] in batches


def test_no_names_are_no_batches() -> None:
    assert list(resources.in_batches([], str)) == []

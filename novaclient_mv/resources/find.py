"""Finds resources by their attributes."""

from __future__ import annotations

import builtins
import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import quote_plus

from novaclient_mv import errors
from novaclient_mv.compat.request_ids import RequestIdMixin, collected
from novaclient_mv.resources.ids import getid, is_uuid
from novaclient_mv.resources.manager import Manager, R
from novaclient_mv.resources.search import Search

_MAX_LOOKED_THROUGH = 1000
"""Resources among which a mistyped name is looked for."""

LONGEST_FILTER = 1800
"""Octets of a filter as a URL has it. Servers and proxies take lines of 2,000 octets and more."""


class Finder(Generic[R]):
    """Finds each of several references, as ``find_one`` does; their names share requests.

    The first that needs a name of a batch asks for all names of that batch, from any thread.
    ``find_one`` has the last word on what was not found in this way: a cloud may read a filter
    differently, or refuse a long one.

    :param find_one: finds one reference by itself.
    :param ambiguous: the error for a name that several resources have.
    :param batches: names that are looked for together.
    :param search: resources among which those with the names of a batch are.
    :param name_key: the API's key of a name.
    """

    def __init__(
        self,
        find_one: Callable[[str], R],
        ambiguous: Callable[[str, Iterable[R]], errors.NoUniqueMatch],
        batches: Iterable[Sequence[str]],
        search: Callable[[Sequence[str]], Iterable[R]],
        name_key: str = 'name',
    ) -> None:
        self._find_one = find_one
        self._ambiguous = ambiguous
        self._batches: dict[str, _Batch[R]] = {}
        for names in batches:
            # One name alone is asked for in the words of ``find_one``.
            if len(names) > 1:
                self._batches |= dict.fromkeys(names, _Batch(names, search, name_key))

    def __call__(self, reference: str) -> R:
        """The resource with this id or exact name.

        :raises ResourceNotFound: the resource does not exist.
        :raises NoUniqueMatch: several resources have this name.
        """
        batch = self._batches.get(reference)
        matches = batch.matches(reference) if batch else []
        if len(matches) > 1:
            raise self._ambiguous(reference, matches)
        return matches[0] if matches else self._find_one(reference)


class _Batch(Generic[R]):
    """Names that are looked for together, once."""

    def __init__(
        self, names: Sequence[str], search: Callable[[Sequence[str]], Iterable[R]], name_key: str
    ) -> None:
        self._names = names
        self._search = search
        self._name_key = name_key
        self._lock = threading.Lock()
        self._matches: dict[str, list[R]] | None = None

    def matches(self, name: str) -> list[R]:
        """The resources with a name; none where the search failed."""
        with self._lock:
            if self._matches is None:
                self._matches = self._searched()
        return self._matches[name]

    def _searched(self) -> dict[str, list[R]]:
        matches: dict[str, list[R]] = {name: [] for name in self._names}
        try:
            for resource in self._search(self._names):
                name = resource._info.get(self._name_key)
                if isinstance(name, str) and name in matches:
                    matches[name].append(resource)
        except errors.Error:
            # Some of those that have a name may be missing. Each name gets an answer of its own.
            return {name: [] for name in self._names}
        return matches


def exactly_named(listed: Iterable[R], name: str) -> list[R]:
    """The rows of a list that have a name: a cloud may pass over the filter, or read it as more
    than a name.
    """
    return [row for row in listed if row._info.get('name', name) == name]


def names_of(references: Iterable[str]) -> list[str]:
    """The references that can only be names, each once."""
    return [name for name in dict.fromkeys(references) if name and not is_uuid(name)]


def in_batches(
    names: Iterable[str], written: Callable[[str], str], longest: int = LONGEST_FILTER
) -> Iterator[list[str]]:
    """Names in batches that fit into the URL of a request.

    :param written: a name as the filter has it.
    :param longest: octets that a filter may have.
    """
    batch: list[str] = []
    remaining = longest
    for name in names:
        size = len(quote_plus(written(name), errors='surrogatepass'))
        if batch and size > remaining:
            yield batch
            batch, remaining = [], longest
        batch.append(name)
        remaining -= size
    if batch:
        yield batch


E = TypeVar('E', bound=errors.Error)


def suggesting(
    error: E, name: str, rows: Iterable[Any] | Callable[[], Iterable[Any]], key: str = 'name'
) -> E:
    """Return an error for a missing name that can tell which other name is meant.

    :param rows: the existing resources; or asks for them, when that is to be told.
    :param key: the API's key of their names.
    """
    error.meant = _Meant(name, rows, key)
    return error


class _Meant:
    """Tells which name is meant; a copy of the error elsewhere knows no cloud to ask.

    ``asks`` where the cloud is asked for it.
    """

    def __init__(
        self, name: str, rows: Iterable[Any] | Callable[[], Iterable[Any]], key: str
    ) -> None:
        self._name, self._rows, self._key = name, rows, key
        self.asks = callable(rows)

    def __call__(self) -> str:
        from novaclient_mv.errors import names
        from novaclient_mv.values import likeness

        try:
            every = self._rows() if callable(self._rows) else self._rows
            rows = itertools.islice(every, _MAX_LOOKED_THROUGH)
            known = dict.fromkeys(str(row._info.get(self._key) or '') for row in rows)
        except errors.Error:
            return ''
        if self._name in known:
            # Something else of it is missing.
            return ''
        return names.did_you_mean(likeness.closest(self._name, known)).strip()

    def __reduce__(self) -> str | tuple[Any, ...]:
        return type(None), ()


class ManagerWithFind(Manager[R]):
    """A manager whose resources can be found by their attributes."""

    kind: ClassVar[str] = 'resource'
    """Field's term for the resource, in messages."""

    name_key: ClassVar[str] = 'name'
    """The API's key of its name."""

    has_names_in_paths: ClassVar[bool] = False
    """Whether requests about one resource may have its name in the place of an id."""

    def _suggest(self, error: errors.NotFound, reference: str) -> None:
        if self.has_names_in_paths and not is_uuid(reference):
            suggesting(error, reference, self.every, self.name_key)

    def list(self) -> builtins.list[R]:
        """All resources."""
        raise NotImplementedError

    def find(self, **kwargs: object) -> R:
        """The one resource with these attributes, with all its fields.

        :param kwargs: as of :meth:`findall`.
        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: there are several.
        """
        matches = self.findall(**kwargs)
        described = ', '.join(f'{name}={value}' for name, value in kwargs.items())
        if not matches:
            missing = errors.NotFound(404, f'No {self.kind} matches {described}.')
            if 'name' in kwargs:
                suggesting(missing, str(kwargs['name']), self.every, self.name_key)
            raise missing
        if len(matches) > 1:
            ids = [str(getid(match)) for match in matches]
            message = f'{len(ids)} {self.kind}s match {described or "no filter"}'
            raise errors.NoUniqueMatch(f'{message}: {", ".join(ids)}.', ids=ids)
        match = matches[0]
        # A manager of a program may find things of its own.
        if isinstance(match, RequestIdMixin):
            match._append_request_id(matches)
        return match

    def every(self) -> Iterable[R]:
        """All resources, on however many pages the cloud shows them."""
        return self._rows_to_search()()

    def findall(self, **kwargs: object) -> builtins.list[R]:
        """The resources with these attributes.

        One that is found by its name alone is asked for by its id, since lists of names have
        nothing else.

        :param kwargs: attributes and their values; and what is not an attribute, but the list takes
            it: ``is_public`` of flavors, ``all_tenants`` and ``deleted`` of servers.
        """
        search = Search(self._rows_to_search(), dict(kwargs), self._name_filter)
        listed = search.rows()
        rows = collected(listed, listed if isinstance(listed, RequestIdMixin) else None)
        matches: Iterable[Any] = filter(search.matches, rows)
        get: Callable[[str], R] | None = getattr(self, 'get', None)
        if get is not None and not search.is_detailed:
            matches = (get(getid(match)) for match in matches)
        return collected(matches, rows)

    def _rows_to_search(self) -> Callable[..., Iterable[R]]:
        """The list that is searched, with all its pages where it has several."""
        iterate: Callable[..., Iterable[R]] | None = getattr(self, 'iterate', None)
        # A list that is whole knows its request id, also where it is empty.
        return self.list if iterate is None or hasattr(iterate, 'whole_list') else iterate

    def _name_filter(self, name: object) -> object:
        """A name as the list's filter takes it."""
        return name

    def missing(
        self, name: str, rows: Iterable[Any] | Callable[[], Iterable[Any]] | None = None
    ) -> errors.ResourceNotFound:
        """The error for a name or id that nothing has, which can tell which name is meant.

        :param rows: resources, or a function that reads them; without them all are asked for.
        """
        text = f'There is no {self.kind} with the name or id {name!r}.'
        error = errors.ResourceNotFound(text, kind=self.kind, name=name)
        return suggesting(error, name, self.every if rows is None else rows, self.name_key)

    def ambiguous(self, name: str, matches: Iterable[Any]) -> errors.NoUniqueMatch:
        """The error for a name that several resources have."""
        ids = [str(getid(match)) for match in matches]
        return errors.NoUniqueMatch(
            f'{len(ids)} {self.kind}s have the name {name!r}; '
            f'give one of the ids: {", ".join(ids)}',
            ids=ids,
            kind=self.kind,
            name=name,
        )


class BootingManagerWithFind(ManagerWithFind[R]):
    """A manager whose resources start from images and volumes."""

    def _parse_block_device_mapping(
        self, block_device_mapping: Mapping[str, str]
    ) -> builtins.list[dict[str, str]]:
        """Block devices from ``ID:TYPE:SIZE:DELETE`` texts, by device name."""
        mapped = []
        for device, text in block_device_mapping.items():
            parts = text.split(':')
            entry = {'device_name': device}
            is_snapshot = len(parts) > 1 and parts[1].startswith('snap')
            entry['snapshot_id' if is_snapshot else 'volume_id'] = parts[0]
            if len(parts) > 2 and parts[2]:
                entry['volume_size'] = parts[2]
            if len(parts) > 3 and parts[3]:
                entry['delete_on_termination'] = parts[3]
            mapped.append(entry)
        return mapped

"""Collections of the Bare Metal API: their managers differ by a declaration.

What all of them do is written here once, for a ``reference`` to an ``R``. The manager of a
collection gets these methods with the names, versions and words of its own resource.
"""

from __future__ import annotations

import builtins
import re
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.resources import UNWRAPPED, Listing, R, Value
from novaclient_mv.values import NamedTuple

F = TypeVar('F', bound=Callable[..., Any])
M = TypeVar('M')
P = ParamSpec('P')

_LINE = '\n        '

LACKS_FIELD = 'UnsupportedAttribute: a field that this version lacks.'
POWERED_ON = 'BadRequest: the node is powered on.'


class Declaration(NamedTuple):
    """The properties of one collection.

    :param path: where the API has it; its last word is the key of a list.
    :param kind: what one resource is called; ``noun`` in short, where that differs. Without spaces
        it is the parameter that stands for one.
    :param reference: what the API finds one by.
    :param detail: what stands behind the path where a list with all fields has one of its own.
    :param since: first version that has it; ``fields_since`` the one from which fields can be
        chosen, ``update_since`` from which they can be changed, where that is later.
    :param part: what a change below a field names, with an example; ``parts`` several of them.
    :param updated: what can be changed, where that is not all of it; ``update_refusal`` when the
        API refuses to, as in ``Conflict: it is in use.``
    :param deleted: what can be deleted; ``delete_refusal`` when the API refuses to.
    """

    path: str
    kind: str
    noun: str = ''
    reference: str = 'UUID'
    detail: str = ''
    since: str | None = None
    fields_since: str | None = None
    update_since: str | None = None
    part: str = "key as in ``('extra', 'rack')``"
    parts: str = 'keys below them'
    updated: str = '{one}'
    update_refusal: str = ''
    deleted: str = '{one}'
    delete_refusal: str = ''

    def pages(
        self, **ranges: str
    ) -> Callable[
        [Callable[Concatenate[M, P], Listing[R]]], Callable[Concatenate[M, P], builtins.list[R]]
    ]:
        """Make ``list`` of a method that lists a page; its documentation names its filters.

        :param ranges: versions of its parameters.
        """

        def decorate(
            listed: Callable[Concatenate[M, P], Listing[R]],
        ) -> Callable[Concatenate[M, P], builtins.list[R]]:
            listed.__doc__ = self._documentation_of(listed)
            return resources.by_page(self._versioned(listed, self.since, ranges))

        return decorate

    def method(self, shared: types.FunctionType, manager: type) -> Callable[..., Any]:
        """A method that all collections have, as one manager has it."""
        texts = {
            **self._asdict(),
            'fields_since': self._fields_since,
            'updated': self.updated.format(one=self.one),
            'deleted': self.deleted.format(one=self.one),
            'update_refusal': self.update_refusal and f'{_LINE}:raises {self.update_refusal}',
            'delete_refusal': self.delete_refusal and f'{_LINE}:raises {self.delete_refusal}',
        }
        own = _renamed(shared, manager, self.argument)
        own.__doc__ = (shared.__doc__ or '').format(**texts)
        is_update = shared.__name__ == 'update'
        return self._versioned(own, (is_update and self.update_since) or self.since, {})

    def _versioned(self, method: F, since: str | None, ranges: Mapping[str, str]) -> F:
        if self.fields_since and 'fields' in method.__annotations__:
            ranges = {**ranges, 'fields': f'{self.fields_since}..'}
        if ranges:
            method = versions.parameters(None, None, **ranges)(method)
        return versions.wraps(since)(method) if since else method

    @property
    def one(self) -> str:
        """One resource, with its article."""
        return f'{"an" if self.kind[0] in "aeiou" else "a"} {self.kind}'

    @property
    def several(self) -> str:
        """Several resources."""
        return self.kind if self.kind.endswith('s') else f'{self.kind}s'

    @property
    def short(self) -> str:
        """The short noun of one resource."""
        return self.noun or self.kind

    @property
    def argument(self) -> str:
        """The parameter that stands for one resource."""
        return self.short.replace(' ', '')

    @property
    def _fields_since(self) -> str:
        return f' (from {self.fields_since})' if self.fields_since else ''

    def _documentation_of(self, listed: Callable[..., Any]) -> str:
        """Return a list's parameters: its own filters, and those of all lists."""
        filters = (listed.__doc__ or '').strip()
        has_detail = 'detail' in listed.__annotations__
        noun, s = self.short, '' if self.short.endswith('s') else 's'
        marker = self.reference.partition(';')[0].split()[-1]
        own_path = f', ``GET {self.path}{self.detail}``' if self.detail else ''
        lines = [
            f'{self.several.capitalize()}, one page as the cloud cuts it.\n',
            *([filters] if filters else ()),
            *([':param detail: with all fields.'] if has_detail else ()),
            f':param fields: with these fields only{self._fields_since}'
            + ('; not beside ``detail``.' if has_detail else '.'),
            f':param marker: {marker} of the {noun} after which to start.',
            f':param limit: number of {noun}{s}.',
            ':param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.\n',
            f'``GET {self.path}``{own_path}',
        ]
        return _LINE.join(lines)


def _renamed(
    shared: types.FunctionType, manager: type[Collection[Any]], argument: str = ''
) -> types.FunctionType:
    """A method for one manager, in which a ``reference`` to an ``R`` has the resource's names."""
    resource: type = manager.resource_class
    code = shared.__code__
    names = {name: argument if name == 'reference' else name for name in code.co_varnames}
    own = types.FunctionType(
        code.replace(co_varnames=tuple(names.values()), co_posonlyargcount=0),
        {**shared.__globals__, resource.__name__: resource},
        shared.__name__,
        shared.__defaults__,
    )
    own.__kwdefaults__ = shared.__kwdefaults__
    annotations = {
        names.get(name, name): re.sub(r'\bR\b', resource.__name__, shared.__annotations__[name])
        for name in (*code.co_varnames, 'return')
        if name in shared.__annotations__
    }
    own.__annotations__ = annotations
    # What functools.wraps copies in place of them from Python 3.14 on.
    later = '__annotate__'
    if hasattr(own, later):
        setattr(own, later, lambda form: annotations)
    own.__module__ = manager.__module__
    own.__qualname__ = f'{manager.__qualname__}.{shared.__name__}'
    return own


class Collection(changes.ManagerOfChanges[R]):
    """Resources of one kind, each of which the API shows by its id."""

    declaration: ClassVar[Declaration]
    path: ClassVar[str]
    detail_path: ClassVar[str]
    """The path of a list with all fields."""

    def __init_subclass__(cls) -> None:
        """Give the manager of a collection the methods that all have, as its own."""
        super().__init_subclass__()
        if 'declaration' not in vars(cls):
            return
        cls.kind, cls.path = cls.declaration.kind, cls.declaration.path
        cls.detail_path = cls.path + cls.declaration.detail
        for name in ('get', 'update', 'delete'):
            if hasattr(cls, name) and name not in vars(cls):
                setattr(cls, name, cls.declaration.method(getattr(cls, name), cls))

    def get(self, reference: R | str, /, fields: Iterable[str] | None = None) -> R:
        """One {kind} by its {reference}.

        :param fields: these fields only{fields_since}.
        :raises NotFound: there is none.

        ``GET {path}/{{id}}``
        """
        query = {'fields': self._selection(fields)}
        return self._show(f'GET {self.path}/{{id}}', UNWRAPPED, reference, query=query)

    def _page(
        self,
        filters: Mapping[str, Value],
        fields: Iterable[str] | None,
        marker: str | None,
        limit: int | None,
        sort_key: str | None,
        sort_dir: str | None,
        detail: bool = False,
    ) -> Listing[R]:
        """A list of those that pass filters, page by page.

        :raises UnsupportedAttribute: a field that this version lacks.
        """
        has_own_path = self.detail_path != self.path
        query = {
            **filters,
            'detail': None if has_own_path else detail or None,
            'fields': self._selection(fields),
            'marker': marker,
            'sort_key': sort_key,
            'sort_dir': sort_dir,
        }
        operation = f'GET {self.detail_path}' if detail else f'GET {self.path}'
        return self._listing(operation, self.path.rpartition('/')[2], query=query, limit=limit)


class ListedCollection(Collection[R]):
    """Resources that the API lists without filters."""

    def __init_subclass__(cls) -> None:
        """Add the collection's list to its manager."""
        super().__init_subclass__()
        if 'declaration' in vars(cls):
            one_page: Any = ListedCollection.list
            one_page = cls.declaration.pages()(_renamed(one_page.declared, cls))
            own = {'list': one_page, 'iterate': resources.every_page(one_page)}
            for name, method in own.items():
                setattr(cls, name, method)

    @resources.by_page
    def list(
        self,
        *,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[R]:
        # Its documentation is that of a declaration.
        return self._page({}, fields, marker, limit, sort_key, sort_dir, detail)

    iterate = resources.every_page(list)


class ChangeableCollection(Collection[R]):
    """Resources that users change and delete."""

    def update(
        self,
        reference: R | str,
        /,
        changed: Mapping[patches.Path, Value] | None = None,
        removed: Iterable[patches.Path] = (),
    ) -> R:
        """Change {updated}; what is not named stays.

        :param changed: field, or field and {part}, to the new value.
        :param removed: fields, or {parts}.
        :raises NotFound: there is none.{update_refusal}

        ``PATCH {path}/{{id}}``
        """
        return self._patch(f'PATCH {self.path}/{{id}}', reference, changed or {}, removed)

    def delete(self, reference: R | str, /) -> resources.TupleWithMeta:
        """Delete {deleted}.

        :raises NotFound: there is none.{delete_refusal}

        ``DELETE {path}/{{id}}``
        """
        return self._done(self.send(f'DELETE {self.path}/{{id}}', reference))

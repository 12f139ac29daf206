"""Collections of the Bare Metal API: their managers differ by a declaration.

What all of them do is written here once. The manager of a collection gets these methods at the
versions of its own resource.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.resources import UNWRAPPED, Listing, R, Value
from novaclient_mv.values import NamedTuple

_OPERATIONS = {
    'list': 'GET {0.path}',
    'get': 'GET {0.path}/{{id}}',
    'update': 'PATCH {0.path}/{{id}}',
    'delete': 'DELETE {0.path}/{{id}}',
}


class Declaration(NamedTuple):
    """The properties of one collection.

    :param path: where the API has it; its last word is the key of a list.
    :param kind: what one resource is called; ``noun`` in short, where that differs.
    :param reference: what the API finds one by.
    :param detail: the text after the path where a list with all fields has one of its own.
    :param fields_since: first version that can choose fields, ``update_since`` that can change
        them, where that is later than the first one of the resource.
    """

    path: str
    kind: str
    noun: str = ''
    reference: str = 'UUID'
    detail: str = ''
    fields_since: str | None = None
    update_since: str | None = None

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


def _own(shared: Callable[..., Any], manager: type[Collection[Any]]) -> Callable[..., Any]:
    """A shared method at the versions of one manager, with its operation in the documentation."""
    declaration, name = manager.declaration, shared.__name__
    since = (name == 'update' and declaration.update_since) or manager.since
    versioned, keyword = shared, declaration.short.replace(' ', '')
    if declaration.fields_since and 'fields' in shared.__annotations__:
        versioned = versions.parameters(fields=f'{declaration.fields_since}..')(shared)

    @functools.wraps(versioned)
    def own(self: Collection[Any], *args: object, **kwargs: object) -> object:
        if keyword in kwargs and not args:
            sentence = f'{name}({keyword}=...) is deprecated: give it by position.'
            warnings.warn(sentence, DeprecationWarning, 3 if since else 2)
            args = (kwargs.pop(keyword),)
        return versioned(self, *args, **kwargs)

    own.__module__, own.__qualname__ = manager.__module__, f'{manager.__qualname__}.{name}'
    text, operation = shared.__doc__ or '', _OPERATIONS[name].format(declaration)
    # From 3.13 on Python removes the indentation itself.
    own.__doc__ = f'{text}\n{(indent := text.rpartition(chr(10))[2])}``{operation}``\n{indent}'
    return versions.wraps(since)(own) if since else own


class Collection(changes.ManagerOfChanges[R]):
    """Resources of one kind, each of which the API shows by its id."""

    declaration: ClassVar[Declaration]
    since: ClassVar[versions.APIVersion | None]
    """The first version that has it, where some lack it: that of its resource's id."""
    path: ClassVar[str]
    detail_path: ClassVar[str]
    """The path of a list with all fields."""

    def __init_subclass__(cls) -> None:
        """Give the manager of a collection the methods that all have, at its versions."""
        super().__init_subclass__()
        if 'declaration' not in vars(cls):
            return
        cls.kind, cls.path = cls.declaration.kind, cls.declaration.path
        cls.detail_path = cls.path + cls.declaration.detail
        resource = cls.resource_class
        id_key = resource.id_key()
        start = next(field.range.start for field in resource.fields if field.key == id_key)
        cls.since = None if start.is_null() else start
        for name in ('get', 'update', 'delete'):
            if hasattr(cls, name) and name not in vars(cls):
                setattr(cls, name, _own(getattr(cls, name), cls))

    def get(self, reference: R | str, /, fields: Iterable[str] | None = None) -> R:
        """One resource by the UUID, name or hostname that this manager takes.

        :param fields: these fields only.
        :raises NotFound: the resource does not exist.
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
        """A list of those that pass filters, page by page."""
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
            shared: Any = ListedCollection.list
            one_page = resources.by_page(_own(shared.declared, cls))
            for name, method in (('list', one_page), ('iterate', resources.every_page(one_page))):
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
        """All resources, one page as the cloud cuts it.

        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: id of the resource after which to start.
        :param limit: number of resources.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.
        """
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
        """Change a resource; what is not named stays.

        :param changed: field, or field and key as in ``('extra', 'rack')``, to the new value.
        :param removed: fields, or keys below them.
        :raises NotFound: the resource does not exist.
        :raises UnsupportedAttribute: a field that this version lacks.
        """
        return self._patch(f'PATCH {self.path}/{{id}}', reference, changed or {}, removed)

    def delete(self, reference: R | str, /) -> resources.TupleWithMeta:
        """Delete a resource.

        :raises NotFound: the resource does not exist.
        """
        return self._done(self.send(f'DELETE {self.path}/{{id}}', reference))

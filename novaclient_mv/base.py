"""Resources, their fields, and the managers that read and write them."""

from __future__ import annotations

import builtins
import operator
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from novaclient_mv import answers, exceptions, http, pages, versions
from novaclient_mv.answers import member, unexpected
from novaclient_mv.request_ids import (
    BytesWithMeta,
    DictWithMeta,
    ListWithMeta,
    RequestIdMixin,
    StrWithMeta,
    TupleWithMeta,
    collected,
)

if TYPE_CHECKING:
    from novaclient_mv.v2.client import Client

__all__ = [
    'BootingManagerWithFind',
    'BytesWithMeta',
    'DictWithMeta',
    'Field',
    'HookableMixin',
    'ListWithMeta',
    'Manager',
    'ManagerWithFind',
    'R',
    'RequestIdMixin',
    'Resource',
    'StrWithMeta',
    'TupleWithMeta',
    'collected',
    'getid',
    'given',
    'is_uuid',
    'member',
    'unexpected',
]

R = TypeVar('R', bound='Resource')

_UUID = re.compile(r'[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}', re.IGNORECASE | re.ASCII)


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID, with or without dashes."""
    return _UUID.fullmatch(text) is not None


def getid(obj: Any) -> Any:
    """The id of a resource, or the id itself."""
    return getattr(obj, 'id', obj)


class Field:
    """One field of a resource: what scripts and tables call it, and where the API has it.

    :param key: public, stable name in machine formats.
    :param title: column title in tables.
    :param path: the API's key, several keys for a nested value, or a function of the API's mapping.
    :param start_version: first version that has it.
    :param end_version: last version that has it.
    :param cell: how a table shows the value, if not as it is.
    :param uses: the API's keys that a function reads, so that they are not listed as unknown.
    """

    __slots__ = ('cell', 'key', 'range', 'read', 'title', 'type', 'uses')

    def __init__(
        self,
        key: str,
        title: str | None = None,
        path: str | tuple[str, ...] | Callable[[Mapping[str, Any]], Any] | None = None,
        type: str = 'str',
        start_version: str | None = None,
        end_version: str | None = None,
        cell: Callable[[Any], Any] | None = None,
        uses: tuple[str, ...] = (),
    ) -> None:
        self.key = key
        self.title = title or key.replace('_', ' ').title()
        self.type = type
        self.range = versions.VersionRange(start_version, end_version)
        self.cell = cell
        if path is None:
            path = key
        self.uses = uses
        if callable(path):
            self.read = path
        elif isinstance(path, str):
            self.uses = uses or (path,)
            self.read = _getter(path)
        else:
            self.uses = uses or path[:1]
            self.read = _nested_getter(path)


def _getter(name: str) -> Callable[[Mapping[str, Any]], Any]:
    return operator.methodcaller('get', name)


def _nested_getter(path: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Any]:
    def read(fields: Mapping[str, Any]) -> Any:
        value: Any = fields
        for name in path:
            if not isinstance(value, Mapping):
                return None
            value = value.get(name)
        return value

    return read


class Resource(RequestIdMixin):
    """Something the cloud keeps, with what it said of it as attributes.

    :param manager: the manager that it came from.
    :param info: the API's mapping.
    :param loaded: the mapping is complete, so that a missing attribute needs no request.
    :param resp: the answer that it came from.
    """

    NAME_ATTR = 'name'
    HUMAN_ID = False

    id_keys: ClassVar[tuple[str, ...]] = ('id',)
    """The API's keys of its id; one of them is in the answer to its creation."""

    fields: ClassVar[tuple[Field, ...]] = ()
    """What machine formats and tables show, in the order of tables."""

    def __init__(
        self, manager: Any, info: Mapping[str, Any], loaded: bool = False, resp: Any = None
    ) -> None:
        self.manager = manager
        self._info = info if isinstance(info, dict) else dict(info)
        self._loaded = loaded
        if resp is not None:
            self.append_request_ids(resp)

    def __getattr__(self, k: str) -> Any:
        if k.startswith('_') or k == 'manager':
            raise AttributeError(k)
        if k in self._info:
            return self._info[k]
        if not self._loaded:
            self.get()
            if k in self._info:
                return self._info[k]
        raise AttributeError(k)

    def __repr__(self) -> str:
        name = self._info.get(self.NAME_ATTR, self._info.get('id'))
        return f'<{type(self).__name__}: {name}>'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Resource):
            return NotImplemented
        return type(self) is type(other) and self._info == other._info

    __hash__ = object.__hash__

    @property
    def api_version(self) -> versions.APIVersion:
        """The version of the client that this came from."""
        return cast(versions.APIVersion, self.manager.api_version)

    @property
    def human_id(self) -> str | None:
        """The name made fit for a shell word, on resources that have one."""
        if not self.HUMAN_ID:
            return None
        name = self._info.get(self.NAME_ATTR)
        return None if name is None else re.sub(r'[^\w-]+', '-', str(name).strip().lower())

    def get(self) -> None:
        """Ask the cloud for this resource again and take over what it says."""
        self.set_loaded(True)
        if not hasattr(self.manager, 'get'):
            return
        new = self.manager.get(self.id)
        if new is not None:
            self._info.update(new._info)
            self.append_request_ids(new)

    def is_loaded(self) -> bool:
        """Whether a missing attribute needs no request."""
        return self._loaded

    def set_loaded(self, val: bool) -> None:
        """Say whether the mapping is complete."""
        self._loaded = val

    def set_info(self, key: str, value: Any) -> None:
        """Set one key of the mapping."""
        self._info[key] = value

    def to_dict(self) -> dict[str, Any]:
        """A copy of the API's mapping."""
        import copy

        return copy.deepcopy(self._info)

    def properties(self) -> dict[str, Any]:
        """What a table of one resource shows: the API's keys, without links."""
        return {key: value for key, value in self._info.items() if key != 'links'}


class HookableMixin:
    """Functions that callers attach to a class, run by name."""

    _hooks_map: ClassVar[dict[str, list[Callable[..., Any]]]]

    @classmethod
    def add_hook(cls, hook_type: str, hook_func: Callable[..., Any]) -> None:
        """Attach a function under a name."""
        if '_hooks_map' not in cls.__dict__:
            cls._hooks_map = {}
        cls._hooks_map.setdefault(hook_type, []).append(hook_func)

    @classmethod
    def run_hooks(cls, hook_type: str, *args: Any, **kwargs: Any) -> None:
        """Run what is attached under a name."""
        for hook in cls.__dict__.get('_hooks_map', {}).get(hook_type, []):
            hook(*args, **kwargs)


class Manager(HookableMixin, Generic[R]):
    """Builds requests for one kind of resource and reads their answers.

    :param api: the client; its ``api_version`` decides which variants and parameters exist.
    """

    resource_class: type[R] = cast('type[R]', None)
    cache_lock = threading.RLock()

    def __init__(self, api: Client) -> None:
        self.api = api

    @property
    def client(self) -> http.Http:
        """What sends the requests."""
        return self.api.client

    @property
    def api_version(self) -> versions.APIVersion:
        """The version of the client."""
        version: versions.APIVersion = self.api.api_version
        return version

    def send(
        self,
        operation: str,
        *ids: Any,
        query: http.Query = (),
        body: Any = None,
        service: str | None = None,
    ) -> http.Answer:
        """Carry out one operation.

        :param operation: as the API reference names it: ``GET /servers/{id}``.
        :param ids: ids, or resources, for the names in braces.
        """
        texts = [str(getid(each)) for each in ids]
        return self.client.send(
            http.request(operation, *texts, query=query, body=body, service=service)
        )

    def _show(self, operation: str, singular: str, *ids: Any, query: http.Query = ()) -> R:
        return self._resource(self.send(operation, *ids, query=query), singular)

    def _create(self, operation: str, singular: str, *ids: Any, **fields: Any) -> R:
        body = {singular: given(fields)}
        return self._created(self.send(operation, *ids, body=body), singular)

    def _resource(self, answer: http.Answer, singular: str) -> R:
        """The resource that an answer tells of."""
        return self.resource_class(self, member(answer, singular, dict), loaded=True, resp=answer)

    def _created(self, answer: http.Answer, singular: str, is_whole: bool = True) -> R:
        """The resource that an answer says was created.

        :param is_whole: the answer has all of it.
        :raises WriteUncertain: there is none, or it has no id.
        """
        info = answers.created(answer, singular, self.resource_class.id_keys)
        return self.resource_class(self, info, loaded=is_whole, resp=answer)

    def _done(self, answer: http.Answer) -> TupleWithMeta:
        """The result of an operation that answers with nothing."""
        return TupleWithMeta((answer, answer.body), answer)

    def _list(
        self,
        operation: str,
        plural: str,
        *ids: Any,
        query: http.Query = (),
        service: str | None = None,
    ) -> list[R]:
        answer = self.send(operation, *ids, query=query, service=service)
        rows = member(answer, plural, list)
        return ListWithMeta(self._rows(rows, answer), answer)

    def _rows(self, rows: Iterable[Any], answer: http.Answer) -> Iterator[R]:
        request_ids = [answer.request_id] if answer.request_id else []
        make = self.resource_class
        for row in answers.objects(answer, rows):
            resource = make(self, row, loaded=True)
            resource._request_ids = request_ids
            yield resource

    def _pages(
        self,
        operation: str,
        plural: str,
        *ids: Any,
        query: Mapping[str, Any],
        limit: int | None = None,
        marker_of: pages.Marker = pages.id_of,
        service: str | None = None,
    ) -> Iterator[R]:
        """All rows over as many pages as the cloud makes of them, or the first ``limit`` rows.

        :raises CloudError: a page that brings nothing new, or a link to the next page that leads
            nowhere.
        """

        def send(page: http.Query) -> http.Answer:
            return self.send(operation, *ids, query=page, service=service)

        for rows, answer in pages.by_link(send, plural, query, limit, marker_of):
            yield from self._rows(rows, answer)

    # python-novaclient's names for what programs may have overridden or called.

    def alternate_service_type(self, default: str, allowed_types: Iterable[str] = ()) -> Any:
        """A context in which requests go to another service type of the catalog."""
        return self.client.using_service_type(default, tuple(allowed_types))

    def completion_cache(self, cache_type: str, obj_class: type, mode: str) -> Any:
        """Completion is made from declarations; nothing is cached by managers."""
        import contextlib

        return contextlib.nullcontext()

    def write_to_completion_cache(self, cache_type: str, val: str) -> None:
        """Completion is made from declarations; nothing is cached by managers."""

    def convert_into_with_meta(self, item: Any, resp: Any) -> Any:
        """A text, bytes, list, tuple or dictionary that knows its request ids."""
        if isinstance(item, str):
            return StrWithMeta(item, resp)
        if isinstance(item, bytes):
            return BytesWithMeta(item, resp)
        if isinstance(item, list):
            return ListWithMeta(item, resp)
        if isinstance(item, tuple):
            return TupleWithMeta(item, resp)
        if item is None:
            return TupleWithMeta((), resp)
        return DictWithMeta(item, resp)


class ManagerWithFind(Manager[R]):
    """A manager whose resources can be found by their attributes."""

    kind: ClassVar[str] = 'resource'
    """Field's term for the resource, in messages."""

    def list(self) -> builtins.list[R]:
        """All resources."""
        raise NotImplementedError

    def find(self, **kwargs: Any) -> R:
        """The one resource with these attributes.

        :raises NotFound: there is none.
        :raises NoUniqueMatch: there are several.
        """
        matches = self.findall(**kwargs)
        if not matches:
            wanted = ', '.join(f'{name}={value}' for name, value in kwargs.items())
            raise exceptions.NotFound(404, f'No {self.kind} matches {wanted}.')
        if len(matches) > 1:
            raise self.ambiguous(str(kwargs), matches)
        return matches[0]

    def every(self) -> Iterable[R]:
        """All resources, on however many pages the cloud shows them."""
        iterate: Callable[[], Iterable[R]] | None = getattr(self, 'iterate', None)
        return self.list() if iterate is None else iterate()

    def findall(self, **kwargs: Any) -> builtins.list[R]:
        """The resources with these attributes."""
        rows = collected(self.every())
        return collected(
            (
                each
                for each in rows
                if all(getattr(each, name, None) == value for name, value in kwargs.items())
            ),
            rows,
        )

    def missing(self, name: str) -> exceptions.ResourceNotFound:
        """The error for a name or id that nothing has."""
        return exceptions.ResourceNotFound(f'There is no {self.kind} with the name or id {name!r}.')

    def ambiguous(self, name: str, matches: Iterable[Any]) -> exceptions.NoUniqueMatch:
        """The error for a name that several resources have."""
        ids = [str(getid(each)) for each in matches]
        return exceptions.NoUniqueMatch(
            f'{len(ids)} {self.kind}s have the name {name!r}; '
            f'give one of the ids: {", ".join(ids)}',
            ids,
        )


class BootingManagerWithFind(ManagerWithFind[R]):
    """A manager whose resources start from images and volumes."""


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}

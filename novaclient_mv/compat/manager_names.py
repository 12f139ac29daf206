"""python-novaclient's names on managers, for programs that have overridden or called them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from novaclient_mv import errors
from novaclient_mv.compat import request_ids
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer, Request

if TYPE_CHECKING:
    import contextlib

    from novaclient_mv.wire.connection import Connection


ResourceClass = Callable[..., Any]
"""A class of resources; they stand above this module."""


class PlainRequests:
    """Sends a request by URL and body, and makes resources of the answer.

    :meth:`_list`, :meth:`_get`, :meth:`_create`, :meth:`_update` and :meth:`_delete` take and give
    what python-novaclient's do. A ``url`` is below the endpoint, as ``/os-keypairs``.
    """

    resource_class: Any
    carry_out: Callable[[Request], Answer]
    convert_into_with_meta: Callable[[Any, object], Any]
    run_hooks: Callable[..., None]

    def _list(
        self,
        url: str,
        response_key: str,
        obj_class: ResourceClass | None = None,
        body: Any = None,
        filters: Mapping[str, Any] | None = None,
    ) -> Any:
        """The resources of a list."""
        answer = self._answer_to('GET' if body is None else 'POST', _filtered(url, filters), body)
        rows = answers.member(answer, response_key, object)
        if isinstance(rows, Mapping):
            # Old services wrap a list twice.
            rows = rows.get('values', rows)
        if not isinstance(rows, list):
            raise answers.unexpected(answer, f"'{response_key}'")
        every = [self._resource_of(obj_class, row, None) for row in answers.objects(answer, rows)]
        return self.convert_into_with_meta(every, answer)

    def _get(
        self, url: str, response_key: str | None, filters: Mapping[str, Any] | None = None
    ) -> Any:
        """The resource of an answer."""
        answer = self._answer_to('GET', _filtered(url, filters))
        return self._resource_of(None, answers.member(answer, response_key, dict), answer)

    def _create(
        self,
        url: str,
        body: Any,
        response_key: str,
        return_raw: bool = False,
        obj_class: ResourceClass | None = None,
        **kwargs: Any,
    ) -> Any:
        """The resource that ``POST`` made."""
        self.run_hooks('modify_body_for_create', body, **kwargs)
        answer = self._answer_to('POST', url, body)
        if return_raw:
            value = answers.member(answer, response_key, object)
            return self.convert_into_with_meta(value, answer)
        info = answers.member(answer, response_key, dict)
        return self._resource_of(obj_class, info, answer, loaded=False)

    def _update(self, url: str, body: Any, response_key: str | None = None, **kwargs: Any) -> Any:
        """The resource that ``PUT`` changed; an empty text where nothing is answered."""
        self.run_hooks('modify_body_for_update', body, **kwargs)
        answer = self._answer_to('PUT', url, body)
        if not answer.body:
            return self.convert_into_with_meta('', answer)
        info = answers.member(answer, response_key, dict)
        return self._resource_of(None, info, answer, loaded=False)

    def _delete(self, url: str) -> Any:
        """Nothing, with the request ids of ``DELETE``."""
        return self.convert_into_with_meta(None, self._answer_to('DELETE', url))

    def _answer_to(self, method: str, url: str, body: Any = None) -> Answer:
        if '://' not in url:
            url = f'/{url.lstrip("/")}'
        return self.carry_out(Request(f'{method} {url}', url, (), body))

    def _resource_of(
        self,
        obj_class: ResourceClass | None,
        info: Mapping[str, Any],
        answer: Answer | None,
        loaded: bool = True,
    ) -> Any:
        make: ResourceClass | None = obj_class or self.resource_class
        if make is None:
            raise errors.CommandError(f'{type(self).__name__} has no resource_class.')
        return make(self, info, loaded=loaded, resp=answer)


def _filtered(url: str, filters: Mapping[str, Any] | None) -> str:
    if not filters:
        return url
    from novaclient_mv.compat import query_strings

    return query_strings.get_url_with_filter(url, filters)


class HookableMixin:
    """Functions that callers attach to a class, run by name."""

    _hooks_map: ClassVar[dict[str, list[Callable[..., Any]]]] = {}

    @classmethod
    def add_hook(cls, hook_type: str, hook_func: Callable[..., Any]) -> None:
        """Attach a function under a name."""
        if '_hooks_map' not in cls.__dict__:
            cls._hooks_map = {}
        cls._hooks_map.setdefault(hook_type, []).append(hook_func)

    @classmethod
    def run_hooks(cls, hook_type: str, *args: object, **kwargs: object) -> None:
        """Run what is attached under a name, to this class or to one that it inherits from."""
        for base in cls.__mro__:
            for hook in vars(base).get('_hooks_map', {}).get(hook_type, ()):
                hook(*args, **kwargs)


class ManagerNames(HookableMixin, PlainRequests):
    """Methods of managers for such programs, beside requests by URL and body."""

    if TYPE_CHECKING:

        @property
        def client(self) -> Connection: ...

    def alternate_service_type(
        self, default: str, allowed_types: Iterable[str] = ()
    ) -> contextlib.AbstractContextManager[None]:
        """A context in which requests go to another service type of the catalog."""
        # Help and completion read this module, and send nothing.
        from novaclient_mv.wire import endpoints

        return endpoints.using_service_type(self.client, default, tuple(allowed_types))

    def completion_cache(
        self, cache_type: str, obj_class: type, mode: str
    ) -> contextlib.AbstractContextManager[None]:
        """Completion is made from declarations; nothing is cached by managers."""
        import contextlib

        return contextlib.nullcontext()

    def write_to_completion_cache(self, cache_type: str, val: str) -> None:
        """Completion is made from declarations; nothing is cached by managers."""

    def convert_into_with_meta(self, item: object, resp: object) -> request_ids.RequestIdMixin:
        """A text, bytes, list, tuple or dictionary that knows its request ids."""
        if isinstance(item, str):
            return request_ids.StrWithMeta(item, resp)
        if isinstance(item, bytes):
            return request_ids.BytesWithMeta(item, resp)
        if isinstance(item, list):
            return request_ids.ListWithMeta(item, resp)
        if isinstance(item, tuple):
            return request_ids.TupleWithMeta(item, resp)
        if item is None:
            return request_ids.TupleWithMeta((), resp)
        return request_ids.DictWithMeta(cast('Mapping[str, Any]', item), resp)

"""python-novaclient's names on managers, for programs that have overridden or called them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from novaclient_mv.compat import plain_requests, request_ids

if TYPE_CHECKING:
    import contextlib

    from novaclient_mv.wire.connection import Connection


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


class ManagerNames(HookableMixin, plain_requests.PlainRequests):
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

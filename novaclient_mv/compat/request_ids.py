"""Results that remember the ids of the requests behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast


class RequestIdMixin:
    """Remembers the ids of the requests that a result came from."""

    x_openstack_request_ids: list[str]

    _begun: Any = None
    """The request that began work, of the result of a write; see ``resources.pending_work``."""

    def request_ids_setup(self) -> None:
        """Start with no request ids."""
        self.x_openstack_request_ids = []

    @property
    def request_ids(self) -> list[str]:
        """``req-...`` of each request behind this result, for the operator's logs."""
        return self.x_openstack_request_ids

    def append_request_ids(self, resp: object) -> None:
        """Add the request id of an answer, an id as it is, or several of them."""
        is_several = isinstance(resp, list) and not isinstance(resp, RequestIdMixin)
        for answer in cast('list[object]', resp) if is_several else [resp]:
            self._append_request_id(answer)

    def _append_request_id(self, resp: object) -> None:
        """Add the request ids of one answer, or of one result."""
        ids = self.x_openstack_request_ids
        # Programs hand on the ids of other results as texts.
        new_ids = [str(resp)] if type(resp) is str else getattr(resp, 'request_ids', ())
        # Tests of programs also pass mocks.
        new_ids = [*new_ids] if isinstance(new_ids, (list, tuple)) else []
        request_id = getattr(resp, 'request_id', None)
        headers: Mapping[str, str] | None = getattr(resp, 'headers', None)
        if request_id is None and headers is not None:
            request_id = headers.get('x-openstack-request-id') or headers.get(
                'x-compute-request-id'
            )
        if request_id:
            new_ids.append(request_id)
        if new_ids:
            # The rows of one page share a list, so that it is never changed in place.
            self.x_openstack_request_ids = list(dict.fromkeys([*ids, *new_ids]))


class ListWithMeta(list[Any], RequestIdMixin):
    """A list that knows its request ids."""

    def __init__(self, values: Iterable[Any], resp: object) -> None:
        super().__init__(values)
        self.request_ids_setup()
        self.append_request_ids(resp)


def collected(values: Iterable[Any], source: object = None) -> ListWithMeta:
    """A list of results, with the request ids of all of them and of the list they came from."""
    results = ListWithMeta(values, source)
    results.append_request_ids(list(results))
    return results


class DictWithMeta(dict[str, Any], RequestIdMixin):
    """A dictionary that knows its request ids."""

    def __init__(self, values: Mapping[str, Any], resp: object) -> None:
        super().__init__(values)
        self.request_ids_setup()
        self.append_request_ids(resp)


class TupleWithMeta(tuple[Any, ...], RequestIdMixin):
    """A tuple that knows its request ids."""

    def __new__(cls, values: Iterable[Any], resp: object) -> TupleWithMeta:
        return super().__new__(cls, values)

    def __init__(self, values: Iterable[Any], resp: object) -> None:
        self.request_ids_setup()
        self.append_request_ids(resp)


class StrWithMeta(str, RequestIdMixin):
    """A text that knows its request ids."""

    def __new__(cls, value: str, resp: object) -> StrWithMeta:
        return super().__new__(cls, value)

    def __init__(self, values: str, resp: object) -> None:
        self.request_ids_setup()
        self.append_request_ids(resp)


class BytesWithMeta(bytes, RequestIdMixin):
    """Bytes that know their request ids."""

    def __new__(cls, value: bytes, resp: object) -> BytesWithMeta:
        return super().__new__(cls, value)

    def __init__(self, values: bytes, resp: object) -> None:
        self.request_ids_setup()
        self.append_request_ids(resp)

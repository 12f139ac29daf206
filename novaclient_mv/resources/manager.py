"""Managers: they build requests for one kind of resource and read their answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from novaclient_mv import errors, versions
from novaclient_mv.compat import manager_names
from novaclient_mv.compat.request_ids import (
    ListWithMeta,
    RequestIdMixin,
    StrWithMeta,
    TupleWithMeta,
)
from novaclient_mv.resources import pages, pending_work
from novaclient_mv.resources.ids import getid
from novaclient_mv.resources.listing import Listing
from novaclient_mv.resources.passed_pages import Marker
from novaclient_mv.resources.resource import Resource
from novaclient_mv.resources.responses import Response
from novaclient_mv.values import Protocol
from novaclient_mv.wire import answers
from novaclient_mv.wire import request as wire_request
from novaclient_mv.wire.answers import UNWRAPPED, member
from novaclient_mv.wire.request import Answer, Query, Request

if TYPE_CHECKING:
    from novaclient_mv.wire.connection import Connection

R = TypeVar('R', bound=Resource)

Body = Mapping[str, Any] | list[Any] | str | int | float | bool | None
"""The JSON body of a request."""

Value = Mapping[str, Any] | Sequence[Any] | str | float | bool | None
"""The value of a request's field; ``None`` omits it."""

Id = Resource | str | int
"""The value of a name in braces of an operation: a resource, or its id."""


class Api(Protocol):
    """The attributes used of a manager's client."""

    @property
    def client(self) -> Connection: ...

    @property
    def api_version(self) -> versions.APIVersion: ...


class Manager(manager_names.ManagerNames, Generic[R]):
    """Builds requests for one kind of resource and reads their answers.

    :param api: the client; its ``api_version`` decides which variants and parameters exist.
    """

    resource_class: type[R] = cast('type[R]', None)
    cache_lock = threading.RLock()

    def __init__(self, api: Api) -> None:
        self.api = api

    @property
    def client(self) -> Connection:
        """The connection that sends the requests."""
        return self.api.client

    @property
    def api_version(self) -> versions.APIVersion:
        """The version of the client."""
        return self.api.api_version

    @property
    def _offered(self) -> versions.VersionRange | None:
        """The versions that the cloud offers, where they were asked for; errors tell them."""
        return getattr(self.client, 'offered', None)

    def send(
        self,
        operation: str,
        *ids: Id,
        query: Query = (),
        body: Body = None,
        service: str | None = None,
    ) -> Answer:
        """Carry out one operation.

        :param operation: as the API reference names it: ``GET /servers/{id}``.
        :param ids: ids, or resources, for the names in braces.
        """
        texts = [str(getid(reference)) for reference in ids]
        try:
            return self.carry_out(
                wire_request.request(operation, *texts, query=query, body=body, service=service)
            )
        except errors.NotFound as error:
            if texts:
                self._suggest(error, texts[0])
            raise

    def _suggest(self, error: errors.NotFound, reference: str) -> None:
        """Add to an error which name may be meant, where ids may be names."""

    def carry_out(self, request: Request) -> Answer:
        """Send a request of this manager."""
        # Help and completion read this module, and send nothing.
        from novaclient_mv.wire.connection import Connection

        client = self.client
        if isinstance(client, Connection):
            return client.send(request)
        # A program has put something of its own there.
        from novaclient_mv.compat import verbs

        return verbs.send(client, request)

    def wait_for(
        self,
        resource: R | str,
        state: str | Iterable[str],
        timeout: float = 600.0,
        *,
        interval: float | None = None,
        field: str | None = None,
        after: RequestIdMixin | None = None,
    ) -> R:
        """Wait until a resource is in a state; all but an id is as for
        :meth:`novaclient_mv.resources.client.Client.wait_for`.

        :param resource: the resource, or its id.
        """
        from novaclient_mv.resources import waiting

        if isinstance(resource, str):
            if not hasattr(self, 'get'):
                raise TypeError(f'{type(self).__name__} cannot look for an id: give the resource')
            resource = self._of_id(resource)
        return waiting.wait(resource, state, timeout, interval, field, self.client, after)

    def _of_id(self, resource: Id) -> R:
        """A resource of which only the id is known."""
        return self.resource_class(self, {self.resource_class.id_key(): getid(resource)})

    # A ``singular`` or ``plural`` is the key that wraps resources, or ``UNWRAPPED``.

    def _show(self, operation: str, singular: str | None, *ids: Id, query: Query = ()) -> R:
        return self._resource(self.send(operation, *ids, query=query), singular)

    def _create_one(self, operation: str, singular: str | None, *ids: Id, **fields: Value) -> R:
        sent = without_none(fields)
        body = sent if singular is UNWRAPPED else {singular: sent}
        return self._created(self.send(operation, *ids, body=body), singular)

    def _resource(self, answer: Answer, singular: str | None) -> R:
        """The resource that an answer tells of."""
        return self.resource_class(self, self._wrapped(answer, singular), loaded=True, resp=answer)

    def _wrapped(
        self, answer: Answer, singular: str | None, kind: type[Resource] | None = None
    ) -> dict[str, Any]:
        """The resource that an answer tells of, with the keys beside it.

        :param kind: its class, where it is not the manager's.
        """
        return self._with_beside(member(answer, singular, dict), answer, singular, kind)

    def _with_beside(
        self,
        info: dict[str, Any],
        answer: Answer,
        singular: str | None,
        kind: type[Resource] | None = None,
    ) -> dict[str, Any]:
        known = {name for field in (kind or self.resource_class).fields for name in field.uses}
        return answers.with_beside(info, answer, singular, known)

    def _created(self, answer: Answer, singular: str | None, is_whole: bool = False) -> R:
        """The resource that an answer says was created.

        :param is_whole: the answer has all of it, so that no attribute is asked for.
        :raises WriteUncertain: there is none, or it has no id.
        """
        info = answers.created(answer, singular, self.resource_class.id_keys)
        info = self._with_beside(info, answer, singular)
        created = self.resource_class(self, info, loaded=is_whole, resp=answer)
        return pending_work.noted(created, answer)

    def _done(self, answer: Answer) -> TupleWithMeta:
        """The result of an operation that answers with nothing: empty, but for its request id."""
        return pending_work.noted(TupleWithMeta((), answer), answer)

    def _answered(self, answer: Answer) -> TupleWithMeta:
        """The result of an operation whose answer is not of a resource: a response and its body."""
        return pending_work.noted(TupleWithMeta((Response(answer), answer.body), answer), answer)

    def _text(self, answer: Answer) -> StrWithMeta:
        """The result of an update that answers with nothing: its body as text, ``None``."""
        return pending_work.noted(StrWithMeta(str(answer.body), answer), answer)

    def _read_list(
        self,
        operation: str,
        plural: str,
        *ids: Id,
        query: Query = (),
        service: str | None = None,
    ) -> list[R]:
        answer = self.send(operation, *ids, query=query, service=service)
        rows = member(answer, plural, list)
        # The list knows the request; its rows know none, as python-novaclient's.
        return ListWithMeta(self._rows(rows, answer, know_request=False), answer)

    def _rows(self, rows: Iterable[Any], answer: Answer, know_request: bool = True) -> Iterator[R]:
        request_ids = [answer.request_id] if answer.request_id and know_request else []
        make = self.resource_class
        for row in answers.objects(answer, rows):
            resource = make(self, row, loaded=True)
            resource.x_openstack_request_ids = request_ids
            yield resource

    def _pages(
        self,
        operation: str,
        plural: str,
        *ids: Id,
        query: Mapping[str, Any],
        limit: int | None = None,
        marker_of: Marker | None = None,
        service: str | None = None,
        passes: Callable[[dict[str, Any]], bool] | None = None,
    ) -> Iterator[R]:
        """Yield the rows of all pages, or the first ``limit`` rows.

        :param passes: selects rows, where the cloud sends others as well.
        :raises CloudError: a page that brings nothing new, or a link to the next page that leads
            nowhere.
        """

        def send(page: Query) -> Answer:
            return self.send(operation, *ids, query=page, service=service)

        marker_of = marker_of or pages.value_of(self.resource_class.id_key())
        for rows, answer in pages.by_link(send, plural, query, limit, marker_of, passes):
            yield from self._rows(rows, answer)
            # Nothing of a page stays while the next one is asked for.
            del rows, answer

    def _pages_by_offset(
        self,
        operation: str,
        plural: str,
        query: Mapping[str, Any],
        limit: int | None,
        offset: int | None,
    ) -> Iterator[R]:
        """All rows after the first ``offset``, or ``limit`` of them.

        :raises CloudError: a page that brings nothing new.
        """

        def send(limit: int | None, offset: int | None) -> Answer:
            return self.send(operation, query={**query, 'limit': limit, 'offset': offset})

        for rows, answer in pages.by_offset(send, plural, limit, offset):
            yield from self._rows(rows, answer)
            del rows, answer

    def _listing(
        self,
        operation: str,
        plural: str,
        *ids: Id,
        query: Mapping[str, Any],
        limit: int | None,
        marker_of: Marker | None = None,
    ) -> Listing[R]:
        """A list whose pages follow a link; see :func:`~novaclient_mv.resources.by_page`."""
        first = {**query, 'limit': limit or query.get('limit')}
        return Listing(
            lambda: self._read_list(operation, plural, *ids, query=first),
            lambda: self._pages(
                operation, plural, *ids, query=query, limit=limit, marker_of=marker_of
            ),
        )

    def _listing_by_offset(
        self,
        operation: str,
        plural: str,
        query: Mapping[str, Any],
        limit: int | None,
        offset: int | None,
    ) -> Listing[R]:
        """A list whose pages are asked for by their offset."""
        first = {**query, 'limit': limit or None, 'offset': offset or None}
        return Listing(
            lambda: self._read_list(operation, plural, query=first),
            lambda: self._pages_by_offset(operation, plural, query, limit, offset),
        )


def without_none(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}

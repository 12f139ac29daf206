"""Endpoints of a connection, looked up once, and again after they have moved."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from novaclient_mv import errors
from novaclient_mv.services import Service
from novaclient_mv.wire import (
    answer_headers,
    connection_errors,
    documents,
    supporting_services,
)
from novaclient_mv.wire.logins.access import Access, Place
from novaclient_mv.wire.request_options import RequestOptions
from novaclient_mv.wire.transport import WireAnswer

T = TypeVar('T')

_ELSEWHERE: contextvars.ContextVar[tuple[tuple[Located, str], ...]] = contextvars.ContextVar(
    'ELSEWHERE', default=()
)
"""Connections whose requests go to another service type for a while, with it."""


class Moved(Exception):
    """The remembered endpoint has moved, and the request was not carried out: send it again."""


class Located(RequestOptions):
    """The endpoints of a service and of its neighbours.

    What they are looked up by may be changed at any time.
    """

    access: Access
    service: Service
    endpoint_override: str | None
    supporting_endpoints: Mapping[str, str] = {}
    """URLs of services beside the client's own, by their types, in place of the catalog's."""
    completes_url: bool
    service_name: str | None
    interface: str
    region_name: str | None
    _service_type: str
    _endpoints: dict[tuple[str | None, ...], str]
    _whole_neighbours: set[str]
    """Types of other services whose URL is used as it is, though it has no version."""
    _takes_catalog_as_it_is = False
    _has_answered = False
    """Whether the service itself has answered at the present endpoint."""

    def endpoint(self) -> documents.Endpoint:
        """The endpoint of the client's own service.

        :raises CloudError: the service catalog has none.
        """
        return documents.parse_endpoint(self._base(None), self.service)

    def _base(self, neighbour: str | None) -> str:
        # What decides on the endpoint may be changed at any time.
        # Programs name several interfaces in a list, in the order of their choice.
        scope = (str(self.interface), self.region_name)
        options = str(self.endpoint_options() or '')
        own = (self.endpoint_override, self.service_type, self.service_name, options)
        key = (*scope, neighbour) if neighbour is not None else (*scope, *own)
        url = self._endpoints.get(key)
        if url is None:
            override = self._override(neighbour)
            # A service name narrows the client's own service only; neighbours have their own.
            name = self.service_name if neighbour is None else None
            url = self._filled(override) if override else self._from_catalog(neighbour, name)
            url = url.rstrip('/')
            if neighbour is None:
                complete = documents.parse_endpoint(url, self.service).url
                is_whole = not self.completes_url if override else self._takes_catalog_as_it_is
                url = url if is_whole else complete
            elif neighbour not in self._whole_neighbours:
                url = self._base_beside(neighbour, url)
            self._endpoints[key] = url
        return url

    def _override(self, neighbour: str | None) -> str | None:
        """The URL that is to be used in place of the catalog's."""
        if neighbour is None:
            return str(self.endpoint_override) if self.endpoint_override else None
        return self.supporting_endpoints.get(neighbour)

    def _base_beside(self, service_type: str, url: str) -> str:
        """The URL that operations of another service are below.

        :raises NoUrl: the text is none.
        """
        documents.check_url(url, service_type)
        return supporting_services.of_type(service_type).base(url, self.access.project_id())

    def endpoint_beside(self, service_type: str) -> str:
        """The URL of another service of the same cloud, as the catalog has it.

        :raises CloudError: the catalog has none.
        """
        return self._base(service_type)

    def options_of_endpoint(self, service_type: str) -> dict[str, Any]:
        """Return the options that find an endpoint; the caller's are for our service."""
        return self.endpoint_options() if service_type == self.service_type else {}

    def _filled(self, url: str) -> str:
        if '%(' not in url:
            return url
        project = self.access.project_id() or ''
        try:
            return url % {'project_id': project, 'tenant_id': project}
        except (KeyError, ValueError, TypeError) as error:
            raise connection_errors.permanent(
                f'The endpoint {url} can only name %(project_id)s or %(tenant_id)s.'
            ) from error

    def _from_catalog(self, neighbour: str | None, name: str | None) -> str:
        service_type = neighbour or self.service_type
        return str(self.access.endpoint(service_type, self.interface, self.region_name, name))

    @property
    def service_type(self) -> str:
        """Type of the client's own service in the catalog."""
        for connection, service_type in reversed(_ELSEWHERE.get()):
            if connection is self:
                return service_type
        return self._service_type

    @service_type.setter
    def service_type(self, service_type: str) -> None:
        self._service_type = service_type

    @contextlib.contextmanager
    def using_service_type(self, default: str, allowed: tuple[str, ...]) -> Iterator[None]:
        """Send the client's own requests to another service type, unless the present one is allowed
        too: those that are made in this context, by whatever reaches them, and no other thread's.
        """
        if self.service_type in allowed:
            yield
            return
        token = _ELSEWHERE.set((*_ELSEWHERE.get(), (self, default)))
        try:
            yield
        finally:
            _ELSEWHERE.reset(token)

    def has_catalog(self) -> bool:
        """Whether the endpoint is looked up, and not given.

        :raises LoginError: there is no login, or it is for no project.
        """
        if self.endpoint_override:
            return False
        try:
            return self.access.places((self.service_type,)) is not None
        except errors.LoginError:
            raise
        except errors.CloudError:
            # It has none of this service.
            return True

    def places(self) -> list[Place]:
        """Every endpoint of the service in the catalog, each URL once, whatever its service type.

        :raises LoginError: there is no login, or it is for no project.
        :raises CloudError: the catalog has no endpoint of the service.
        """
        types = (*self.service.catalog_types, self.service_type)
        places = None if self.endpoint_override else self.access.places(types)
        if places is not None:
            return places
        return [Place(self.service_type, self.region_name or '', self.interface, self._base(None))]

    # -- endpoints that moved --------------------------------------------------

    def following_moves(self, call: Callable[[], T]) -> T:
        """Call ``call``, and again after an endpoint has moved."""
        while True:
            try:
                return call()
            except Moved:
                # A login tells other endpoints once: what is met after that is no move.
                continue

    def _check_moved(self, base: str, neighbour: str | None) -> None:
        """Look an endpoint up again, where it was remembered.

        :param base: the endpoint that did not serve a request.
        :raises Moved: there is another one.
        """
        if self._override(neighbour) or not self.access.endpoints_may_differ():
            return
        self._endpoints.clear()
        try:
            has_moved = self._base(neighbour) != base
        except errors.Error:
            # The error of the request matters, not that of this one.
            return
        if has_moved:
            raise Moved

    def _check_completed(self, base: str, neighbour: str | None) -> None:
        """Take a catalog's URL without a version as it is, as python-novaclient does, where nothing
        has answered at the same URL with one. The command line does so for other services only.

        :param base: the endpoint that did not serve a request.
        :raises Moved: that is another URL.
        """
        if neighbour is not None:
            if neighbour not in self._whole_neighbours:
                self._whole_neighbours.add(neighbour)
                self._endpoints.clear()
                # A gateway's own URL may stand for a version; a version is never taken away.
                if len(self._base(neighbour)) < len(base):
                    raise Moved
                self._whole_neighbours.discard(neighbour)
                self._endpoints.clear()
            return
        if self.completes_url or self.endpoint_override or self._has_answered:
            return
        # Where both fail, the next request begins with the version again.
        self._takes_catalog_as_it_is = not self._takes_catalog_as_it_is
        self._endpoints.clear()
        if self._takes_catalog_as_it_is and self._base(None) != base:
            raise Moved

    def _is_from_stranger(self, answer: WireAnswer, version: str | None) -> bool:
        """Whether an answer may be from something else than the service that was asked.

        :param version: the one that was sent.
        """
        if version is not None:
            return answer_headers.answered_version(answer.headers, self.service) is None
        return answer_headers.request_id(answer.headers) is None

"""The base of the service's handlers: roles, bodies, queries and answers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import validation
from novaclient_mv.sandbox.http.declarations import declared
from novaclient_mv.sandbox.http.neighbour import Handlers
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request, Response
from novaclient_mv.sandbox.placement.records import Provider, Records

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.context import Context
    from novaclient_mv.sandbox.state.rows import Session

UNDEFINED = 'placement.undefined_code'
CONCURRENT_UPDATE = 'placement.concurrent_update'


class PlacementFault(Fault):
    """An error with a code, which answers tell from 1.23 on."""

    def __init__(self, status: int, message: str, code: str = UNDEFINED) -> None:
        super().__init__(status, message)
        self.code = code if code == UNDEFINED else f'placement.{code}'


def stale(message: str) -> PlacementFault:
    """The error for a generation that is not the current one."""
    return PlacementFault(409, message, 'concurrent_update')


class PlacementHandlers(Handlers):
    """Handlers of one resource."""

    def __init__(
        self, request: Request, session: Session, context: Context, version: versions.APIVersion
    ) -> None:
        super().__init__(request, session, context, version)
        self.api_version = version
        self.records = Records(session)

    def matches(self, start: str, end: str | None = None) -> bool:
        """Whether the request's version is in a range, which is open without an end."""
        return self.api_version in versions.VersionRange(start, end)

    # -- requests

    def require_json(self) -> None:
        """Refuse a body of another type.

        :raises Fault: 415.
        """
        kind = (self.req.header('Content-Type') or '').partition(';')[0].strip().lower()
        if kind != 'application/json' or not self.req.body:
            raise Fault(
                415, f'The media type {kind or None} is not supported, use application/json'
            )

    def checked_body(self, handler: str) -> Any:
        """The body, as the schema of a handler has it at this version.

        :raises Fault: 400.
        """
        try:
            content = self.req.json()
        except (ValueError, RecursionError):
            raise Fault(400, 'Malformed JSON') from None
        schema = declared(getattr(type(self), handler), 'body_schemas', self.api_version)
        try:
            validation.check(schema, content, relaxed=False)
        except Fault as fault:
            raise Fault(400, f'JSON does not validate: {fault.message}') from None
        return content

    def require_query(self, *valid: str) -> None:
        """Refuse parameters that are not known.

        :raises Fault: 400.
        """
        unknown = sorted({name for name, _ in self.req.query} - set(valid))
        if unknown:
            names = ', '.join(map(repr, unknown))
            raise Fault(400, f'Invalid query string parameters: {names} unexpected')

    # -- things

    def provider(self, uuid: str) -> Provider:
        """The provider of a path.

        :raises Fault: 404.
        """
        provider = self.records.providers.get(uuid)
        if provider is None:
            raise Fault(404, f'No resource provider with uuid {uuid} found')
        return provider

    def require_generation(self, provider: Provider, generation: int) -> None:
        """Refuse a write that was made for another state of a provider.

        :raises Fault: 409.
        """
        if generation != provider.generation:
            raise stale(
                "Resource provider's generation already changed. Please update the generation and "
                'try again.'
            )

    def raise_generation(self, provider: Provider) -> None:
        """Store a changed provider, under its next generation."""
        provider.generation += 1
        self.records.save(provider)

    # -- answers

    def dated_answer(
        self, body: Mapping[str, Any] | None, status: int = 200, headers: Headers = ()
    ) -> Response:
        """An answer that says when it was made, from 1.15 on."""
        if self.matches('1.15'):
            moment = time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(self.now))
            headers = (('Last-Modified', moment), ('Cache-Control', 'no-cache'), *headers)
        return self.answer(body, headers, status)

    def location(self, *parts: str) -> tuple[str, str]:
        """The header that says where something is."""
        return 'Location', '/'.join((f'{self.req.host_url}{self.req.prefix}', *parts))

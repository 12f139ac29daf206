"""The base of the service's handlers: roles, bodies, queries and answers."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import validation
from novaclient_mv.sandbox.http.declarations import declared
from novaclient_mv.sandbox.http.neighbour import Handlers
from novaclient_mv.sandbox.http.wsgi import Headers, Request, Response
from novaclient_mv.sandbox.placement import queries, uuids
from novaclient_mv.sandbox.placement.faults import NotFound, PlacementFault, stale
from novaclient_mv.sandbox.placement.records import Provider, Records

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.context import Context
    from novaclient_mv.sandbox.state.rows import Session


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

    def checked_body(self, handler: str) -> Any:
        """The body, as the schema of a handler has it at this version.

        :raises Fault: 400.
        """
        return self.checked(self._schema('body_schemas', handler), self.req.body)

    def checked(self, schema: dict[str, Any], text: str | bytes) -> Any:
        """Read a text of JSON that is as a schema of bodies has it.

        :raises Fault: as of :meth:`checked_body`.
        """
        try:
            value = json.loads(text.decode() if isinstance(text, bytes) else text)
        except (ValueError, RecursionError) as error:
            raise PlacementFault(400, f'Malformed JSON: {error}') from None
        problem = validation.problem(schema, value, uuids.is_like)
        if problem is not None:
            raise PlacementFault(400, f'JSON does not validate: {problem}')
        try:
            # What is read is to be stored, which half of a surrogate pair cannot be.
            json.dumps(value, ensure_ascii=False).encode()
        except ValueError:
            raise PlacementFault(400, 'JSON has a text that cannot be stored') from None
        return value

    def check_query(self, handler: str) -> None:
        """Refuse a query that is not as the schema of a handler has it at this version.

        :raises Fault: 400.
        """
        what = 'Invalid query string parameters'
        try:
            pairs = queries.pairs(self.req.query_string)
        except UnicodeDecodeError as error:
            raise PlacementFault(400, f'{what}: {error}') from None
        self.req.query = pairs
        schema, parameters = self._schema('query_schemas', handler), dict(pairs)
        if queries.is_surely_valid(schema, parameters):
            return
        problem = validation.problem(schema, parameters, uuids.is_spelled)
        if problem is not None:
            raise PlacementFault(400, f'{what}: {problem}')

    def _schema(self, kind: str, handler: str) -> Any:
        return declared(getattr(type(self), handler), kind, self.api_version)

    # -- things

    def provider(self, uuid: str, missing: str | None = None) -> Provider:
        """The provider of a path.

        :param missing: what the handler says where it is not there, with places for ``uuid`` and
            ``reason``; by default no handler says anything.
        :raises Fault: 404.
        """
        provider = self.records.providers.get(uuid)
        if provider is not None:
            return provider
        reason = f'No resource provider with uuid {uuid} found'
        if missing is None:
            raise NotFound(reason)
        raise PlacementFault(404, missing.format(uuid=uuid, reason=reason))

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
        self,
        body: Mapping[str, Any] | None,
        status: int = 200,
        headers: Headers = (),
        *,
        has_date: bool = True,
    ) -> Response:
        """An answer that is not to be kept, from 1.15 on.

        :param has_date: it says when it was made.
        """
        if self.matches('1.15'):
            headers = (('Cache-Control', 'no-cache'), *headers)
            if has_date:
                moment = time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(self.now))
                headers = (('Last-Modified', moment), *headers)
        return self.answer(body, headers, status)

    def location(self, *parts: str) -> tuple[str, str]:
        """The header that says where something is, once it is stored.

        :raises Fault: 400: it has a line break in its name, which no header can have.
        """
        address = '/'.join((f'{self.req.host_url}{self.req.prefix}', *parts))
        if not address.isprintable():
            self.db.commit()
            raise PlacementFault(400, 'Header value may not contain control characters')
        return 'Location', address

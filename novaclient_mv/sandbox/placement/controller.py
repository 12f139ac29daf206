"""The base of the service's handlers: providers, generations and answers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Response
from novaclient_mv.sandbox.placement.records import Provider, Records

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call


class Missing(Fault):
    """A refusal before a handler is reached, which does not depend on the version."""


def stale(message: str) -> Fault:
    """The refusal of a generation that is not the current one."""
    return Fault(409, message, code='concurrent_update')


class PlacementHandlers(Controller):
    """Handlers of one resource."""

    def __init__(self, call: Call, statuses: tuple[int, ...] | None = None) -> None:
        super().__init__(call, statuses)
        self.records = Records(self.db)

    def provider(self, uuid: str, missing: str | None = None) -> Provider:
        """The provider of a path, or a 404 with places for ``uuid`` and ``reason``."""
        provider = self.records.providers.get(uuid)
        if provider is not None:
            return provider
        reason = f'No resource provider with uuid {uuid} found'
        if missing is None:
            raise Missing(404, reason)
        raise Fault(404, missing.format(uuid=uuid, reason=reason))

    def require_generation(self, provider: Provider, generation: int) -> None:
        """Refuse a write that was made for another state of a provider."""
        if generation != provider.generation:
            raise stale(
                "Resource provider's generation already changed. Please update the generation and "
                'try again.'
            )

    def raise_generation(self, provider: Provider) -> None:
        """Store a changed provider, under its next generation."""
        provider.generation += 1
        self.records.save(provider)

    def dated_answer(
        self,
        body: Mapping[str, Any] | None,
        status: int = 200,
        headers: Headers = (),
        *,
        has_date: bool = True,
    ) -> Response:
        """An answer that is not to be kept, from 1.15 on."""
        if self.matches('1.15'):
            headers = (('Cache-Control', 'no-cache'), *headers)
            if has_date:
                moment = time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(self.now))
                headers = (('Last-Modified', moment), *headers)
        return self.answer(body, headers, status)

    def location(self, *parts: str) -> tuple[str, str]:
        """The header that says where something is."""
        return 'Location', '/'.join((f'{self.req.host_url}{self.req.prefix}', *parts))

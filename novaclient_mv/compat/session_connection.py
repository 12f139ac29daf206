"""The connection of a program over a keystoneauth1 session, at whatever service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from novaclient_mv.compat.caller_options import CallerOptions
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import documents, dual_errors
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins import keystone
from novaclient_mv.wire.logins.access import Access
from novaclient_mv.wire.transport import Transport

if TYPE_CHECKING:
    from novaclient_mv.compat import client_keywords, keyword_types


class SessionConnection(CallerOptions, Connection):
    """A connection over a keystoneauth1 session.

    :param session: keystoneauth1 session; its ``auth`` (or ``auth``) knows token and catalog.
    :param transport: what sends, and ``access`` who logs in, instead of what the session has.
    :param options: as of :class:`novaclient_mv.wire.connection.Connection`.
    """

    def __init__(
        self,
        session: client_keywords.Session,
        service: Service,
        version: APIVersion,
        *,
        auth: client_keywords.Plugin | None = None,
        transport: Transport | None = None,
        access: Access | None = None,
        **options: Unpack[keyword_types.ConnectionKeywords],
    ) -> None:
        self.session = session
        self.auth = auth
        super().__init__(
            transport or keystone.KeystoneTransport(session, auth, self.session_options),
            access or keystone.KeystoneAccess(session, auth, self.endpoint_options),
            service,
            version,
            **options,
        )

    def get_endpoint(self) -> str:
        """The URL that requests are built on.

        :raises CloudError: the service catalog has none.
        """
        return self.base_url()

    def base_url(self, service_type: str | None = None) -> str:
        """The URL that requests are built on; see ``Connection.base_url``."""
        try:
            return super().base_url(service_type)
        except documents.NoUrl as error:
            from keystoneauth1 import exceptions as ks

            theirs = ks.UnknownConnectionError(str(error), error)
            raise dual_errors.caught_as(error, theirs) from None

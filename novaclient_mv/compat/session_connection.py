"""The connection of a program over a keystoneauth1 session, at whatever service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from novaclient_mv.compat.caller_options import CallerOptions
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import documents, dual_errors
from novaclient_mv.wire.logins import keystone
from novaclient_mv.wire.sender import Sender

if TYPE_CHECKING:
    from novaclient_mv.compat import client_keywords, keyword_types


class SessionConnection(CallerOptions, Sender):
    """A connection over a keystoneauth1 session.

    :param session: keystoneauth1 session; its ``auth`` (or ``auth``) knows token and catalog.
    :param options: as of :class:`novaclient_mv.wire.sender.Sender`.
    """

    def __init__(
        self,
        session: client_keywords.Session,
        service: Service,
        version: APIVersion,
        *,
        auth: client_keywords.Plugin | None = None,
        **options: Unpack[keyword_types.ConnectionKeywords],
    ) -> None:
        self.session = session
        self.auth = auth
        super().__init__(
            keystone.KeystoneTransport(session, auth, self.session_options),
            keystone.KeystoneAccess(session, auth, self.options_of_endpoint),
            service,
            version,
            **options,
        )

    def get_endpoint(self) -> str:
        """The URL that requests are built on.

        :raises CloudError: the service catalog has none.
        """
        return self._base(None)

    def _base(self, neighbour: str | None) -> str:
        try:
            return super()._base(neighbour)
        except documents.NoUrl as error:
            from keystoneauth1 import exceptions as ks

            theirs = ks.UnknownConnectionError(str(error), error)
            raise dual_errors.caught_as(error, theirs) from None

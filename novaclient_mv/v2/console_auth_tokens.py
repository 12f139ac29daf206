"""Tokens of remote consoles, looked up by the proxies in front of them."""

from __future__ import annotations

from novaclient_mv import resources, versions
from novaclient_mv.resources import field


class ConsoleAuthToken(resources.Resource):
    """The connection data of a console token."""

    repr_keys = ('instance_uuid',)
    instance_uuid: str = field('Server ID')
    host: str = field()
    port: int = field()
    tls_port: int | None = field('TLS Port', start_version='2.99')
    internal_access_path: str | None = field()


class ConsoleAuthTokenManager(resources.Manager[ConsoleAuthToken]):
    """Tokens of consoles (administrators)."""

    resource_class = ConsoleAuthToken

    @versions.wraps('2.31')
    def get(self, token: str) -> ConsoleAuthToken:
        """Return the connection data of a console token: ``GET /os-console-auth-tokens/{id}``.

        :param token: from the URL of a remote console. Up to 2.30 only tokens of RDP consoles were
            looked up.
        :raises NotFound: the token does not exist, or its time is over.
        """
        return self._show('GET /os-console-auth-tokens/{id}', 'console', token)

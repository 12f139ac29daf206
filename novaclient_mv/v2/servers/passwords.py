"""The password that a guest chose and encrypted for the owner of its keypair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources
from novaclient_mv.v2.servers import decryption

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerPasswords(resources.Manager[resources.R]):
    """The encrypted password of one server; all raise ``NotFound`` for one that is not there."""

    def get_password(
        self, server: Server | str, private_key: str | None = None
    ) -> resources.StrWithMeta:
        """The password, encrypted as the guest left it; empty if it left none.

        :param private_key: file of the private key of the server's keypair, to decrypt it.
        :raises DecryptionFailure: the key does not fit, or cannot be read.

        ``GET /servers/{server_id}/os-server-password``
        """
        answer = self.send('GET /servers/{server_id}/os-server-password', server)
        password = resources.member(answer, 'password', str)
        if password and private_key:
            password = decryption.decrypt_password(private_key, password)
        return resources.StrWithMeta(password, answer)

    def clear_password(self, server: Server | str) -> resources.TupleWithMeta:
        """Forget the encrypted password; the guest keeps the one that it has.

        ``DELETE /servers/{server_id}/os-server-password``
        """
        return self._done(self.send('DELETE /servers/{server_id}/os-server-password', server))


class ServerPasswordsMethods(resources.Resource):
    """Password methods of a server; see :class:`ServerPasswords`."""

    get_password = resources.manager_method(ServerPasswords.get_password)
    clear_password = resources.manager_method(ServerPasswords.clear_password)

"""The encrypted password that a server left for its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import controller, rsa_encryption
from novaclient_mv.sandbox.http.declarations import success
from novaclient_mv.sandbox.http.wsgi import Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row


def leave(facts: dict[str, Any], keypair: Row, password: str) -> None:
    """Store the password of a new server when it has been built, as its guest would.

    :param facts: the server's document, planned.
    :param keypair: whose owner can read it; one of another kind than RSA cannot.
    """
    built = facts['plan'][-1][1]
    text = rsa_encryption.encrypt(keypair.document['public_key'], password)
    if text is not None and built['vm_state'] == 'active':
        built['left_password'] = text


class ServerPassword(controller.ComputeController):
    """``/servers/{server_id}/os-server-password``"""

    def index(self, server_id: str) -> Response:
        row = self.find_server(server_id)
        return self.answer({'password': row.document.get('left_password', '')})

    @success(204)
    def clear(self, server_id: str) -> Response:
        row = self.find_server(server_id)
        row.document['left_password'] = ''
        self.db.save(row)
        return self.answer()

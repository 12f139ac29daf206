"""Ports that somebody made beforehand: a server uses them, and leaves them behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session


def bind(session: Session, port: Row, server: str, tag: str | None = None) -> None:
    """Plug a port into a server."""
    port.parent = server
    port.document.update(
        device_id=server, device_owner='compute:nova', status='ACTIVE', is_foreign=True, tag=tag
    )
    session.save(port)


def release(session: Session, port: Row, at: float | None = None) -> None:
    """Detach a port from its server: one that came with the server is deleted, any other one stays.

    :param at: when it goes; now by default.
    """
    if port.document.pop('is_foreign', False):
        port.parent = None
        port.document.update(device_id='', device_owner='', status='DOWN', tag=None)
    else:
        port.deleted = session.now if at is None else at
    session.save(port)

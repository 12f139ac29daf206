"""Server actions that move a server through its life: start, stop, reboot, pause, lock and their
opposites.
"""

from __future__ import annotations

from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import action


class ServerLifecycle(action.ServerActions[resources.R]):
    """Actions on one server; each answers before the cloud has finished."""

    def start(self, server: Any) -> resources.TupleWithMeta:
        """Start a stopped server.

        ``POST /servers/{id}/action os-start``
        """
        return self._action('os-start', server)

    def stop(self, server: Any) -> resources.TupleWithMeta:
        """Stop a running server.

        ``POST /servers/{id}/action os-stop``
        """
        return self._action('os-stop', server)

    def reboot(self, server: Any, reboot_type: str = 'SOFT') -> resources.TupleWithMeta:
        """Reboot a server.

        :param reboot_type: ``SOFT`` lets the guest shut down, ``HARD`` is a power cycle.

        ``POST /servers/{id}/action reboot``
        """
        return self._action('reboot', server, {'type': reboot_type})

    def pause(self, server: Any) -> resources.TupleWithMeta:
        """Freeze a server in memory.

        ``POST /servers/{id}/action pause``
        """
        return self._action('pause', server)

    def unpause(self, server: Any) -> resources.TupleWithMeta:
        """Let a paused server go on.

        ``POST /servers/{id}/action unpause``
        """
        return self._action('unpause', server)

    def suspend(self, server: Any) -> resources.TupleWithMeta:
        """Save a server's memory to disk and stop it.

        ``POST /servers/{id}/action suspend``
        """
        return self._action('suspend', server)

    def resume(self, server: Any) -> resources.TupleWithMeta:
        """Let a suspended server go on.

        ``POST /servers/{id}/action resume``
        """
        return self._action('resume', server)

    @versions.parameters(reason='2.73..')
    def lock(self, server: Any, reason: str | None = None) -> resources.TupleWithMeta:
        """Lock a server, so that only administrators can act on it.

        :param reason: why, up to 255 characters (from 2.73).

        ``POST /servers/{id}/action lock``
        """
        return self._action('lock', server, {'locked_reason': reason} if reason else None)

    def unlock(self, server: Any) -> resources.TupleWithMeta:
        """Unlock a server.

        ``POST /servers/{id}/action unlock``
        """
        return self._action('unlock', server)


class ServerLifecycleMethods(action.ServerMethods):
    """The same as methods of a server."""

    def start(self) -> resources.TupleWithMeta:
        """Start it: ``POST /servers/{id}/action os-start``."""
        return self._do('start')

    def stop(self) -> resources.TupleWithMeta:
        """Stop it: ``POST /servers/{id}/action os-stop``."""
        return self._do('stop')

    def reboot(self, reboot_type: str = 'SOFT') -> resources.TupleWithMeta:
        """Reboot it: ``POST /servers/{id}/action reboot``."""
        return self._do('reboot', reboot_type)

    def pause(self) -> resources.TupleWithMeta:
        """Freeze it in memory: ``POST /servers/{id}/action pause``."""
        return self._do('pause')

    def unpause(self) -> resources.TupleWithMeta:
        """Let it go on: ``POST /servers/{id}/action unpause``."""
        return self._do('unpause')

    def suspend(self) -> resources.TupleWithMeta:
        """Save its memory to disk and stop it: ``POST /servers/{id}/action suspend``."""
        return self._do('suspend')

    def resume(self) -> resources.TupleWithMeta:
        """Let it go on: ``POST /servers/{id}/action resume``."""
        return self._do('resume')

    @versions.parameters(reason='2.73..')
    def lock(self, reason: str | None = None) -> resources.TupleWithMeta:
        """Lock it against changes: ``POST /servers/{id}/action lock``.

        :param reason: why (from 2.73).
        """
        return self._do('lock', **resources.given({'reason': reason}))

    def unlock(self) -> resources.TupleWithMeta:
        """Unlock it: ``POST /servers/{id}/action unlock``."""
        return self._do('unlock')

    def delete(self) -> resources.TupleWithMeta:
        """Delete it: ``DELETE /servers/{id}``."""
        return self._do('delete')

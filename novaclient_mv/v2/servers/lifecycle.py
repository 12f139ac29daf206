"""Server actions: start, stop, reboot, pause, suspend, lock and their opposites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import action

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerLifecycle(action.ServerActions[resources.R]):
    """Actions on one server; each answers before the cloud has finished."""

    def start(self, server: Server | str) -> resources.TupleWithMeta:
        """Start a stopped server: ``POST /servers/{id}/action os-start``."""
        return self._action('os-start', server)

    def stop(self, server: Server | str) -> resources.TupleWithMeta:
        """Stop a running server: ``POST /servers/{id}/action os-stop``.

        :returns: the response and its body, ``None``.
        """
        return self._answered_action('os-stop', server)

    def reboot(self, server: Server | str, reboot_type: str = 'SOFT') -> resources.TupleWithMeta:
        """Reboot a server: ``POST /servers/{id}/action reboot``.

        :param reboot_type: ``SOFT`` lets the guest shut down, ``HARD`` is a power cycle.
        """
        return self._action('reboot', server, {'type': reboot_type})

    def pause(self, server: Server | str) -> resources.TupleWithMeta:
        """Pause a server: ``POST /servers/{id}/action pause``."""
        return self._action('pause', server)

    def unpause(self, server: Server | str) -> resources.TupleWithMeta:
        """Unpause a server: ``POST /servers/{id}/action unpause``."""
        return self._action('unpause', server)

    def suspend(self, server: Server | str) -> resources.TupleWithMeta:
        """Suspend a server: save its memory to disk and stop it.

        ``POST /servers/{id}/action suspend``
        """
        return self._action('suspend', server)

    def resume(self, server: Server | str) -> resources.TupleWithMeta:
        """Resume a suspended server: ``POST /servers/{id}/action resume``."""
        return self._action('resume', server)

    @versions.parameters(reason='2.73..')
    def lock(self, server: Server | str, reason: str | None = None) -> resources.TupleWithMeta:
        """Lock a server, so that only administrators can act on it.

        :param reason: why, up to 255 characters (from 2.73).

        ``POST /servers/{id}/action lock``
        """
        return self._action('lock', server, {'locked_reason': reason} if reason else None)

    def unlock(self, server: Server | str) -> resources.TupleWithMeta:
        """Unlock a server: ``POST /servers/{id}/action unlock``."""
        return self._action('unlock', server)


class ServerLifecycleMethods(action.ServerMethods):
    """The actions above, as methods of a server."""

    start = resources.manager_method(ServerLifecycle.start)
    stop = resources.manager_method(ServerLifecycle.stop)
    reboot = resources.manager_method(ServerLifecycle.reboot)
    pause = resources.manager_method(ServerLifecycle.pause)
    unpause = resources.manager_method(ServerLifecycle.unpause)
    suspend = resources.manager_method(ServerLifecycle.suspend)
    resume = resources.manager_method(ServerLifecycle.resume)
    lock = resources.manager_method(ServerLifecycle.lock)
    unlock = resources.manager_method(ServerLifecycle.unlock)

    def delete(self) -> resources.TupleWithMeta:
        """Delete it: ``DELETE /servers/{id}``."""
        return self._do('delete')

"""Server actions: start, stop, reboot, pause, suspend, lock, shelve and their opposites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import action
from novaclient_mv.v2.servers.requests import UNSET

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

    def shelve(self, server: Server | str) -> resources.TupleWithMeta:
        """Shelve a server: stop it, and keep its disk as an image.

        ``POST /servers/{id}/action shelve``
        """
        return self._action('shelve', server)

    def shelve_offload(self, server: Server | str) -> resources.TupleWithMeta:
        """Offload a shelved server from its host: ``POST /servers/{id}/action shelveOffload``."""
        return self._action('shelveOffload', server)

    @versions.wraps('2.0', '2.76')
    def unshelve(self, server: Server | str) -> resources.TupleWithMeta:
        """Unshelve a server: ``POST /servers/{id}/action unshelve``."""
        return self._action('unshelve', server)

    @versions.wraps('2.77', '2.90')
    def unshelve(
        self, server: Server | str, availability_zone: str | None = None
    ) -> resources.TupleWithMeta:
        """Unshelve a server: ``POST /servers/{id}/action unshelve``.

        :param availability_zone: where, for one that has left its host.
        :raises BadRequest: there is no such zone.
        :raises Conflict: the server is still on its host.
        """
        body = {'availability_zone': availability_zone} if availability_zone else None
        return self._action('unshelve', server, body)

    @versions.newest
    @versions.wraps('2.91')
    def unshelve(
        self, server: Server | str, availability_zone: str | None = UNSET, host: str | None = None
    ) -> resources.TupleWithMeta:
        """Unshelve a server: ``POST /servers/{id}/action unshelve``.

        :param availability_zone: where, for one that has left its host; ``None`` lets it move to
            any zone from now on.
        :param host: on which host (administrators).
        :raises BadRequest: there is no such zone or host.
        :raises Conflict: the server is still on its host.
        """
        body = resources.without_none({'host': host})
        if availability_zone is not UNSET:
            body['availability_zone'] = availability_zone
        return self._action('unshelve', server, body or None)


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
    shelve = resources.manager_method(ServerLifecycle.shelve)
    shelve_offload = resources.manager_method(ServerLifecycle.shelve_offload)
    unshelve = resources.manager_method(ServerLifecycle.unshelve)

    def delete(self) -> resources.TupleWithMeta:
        """Delete it: ``DELETE /servers/{id}``."""
        return self._do('delete')

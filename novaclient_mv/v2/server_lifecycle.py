"""Server actions that move a server through its life: start, stop, reboot, pause, lock and their
opposites.
"""

from __future__ import annotations

from typing import Any

from novaclient_mv import api_versions, base


class ServerLifecycle(base.Manager[base.R]):
    """Actions on one server; each answers before the cloud has finished.

    All raise ``NotFound`` for a server that is not there and ``Conflict`` when its state or lock
    forbids them.
    """

    def _action(self, name: str, server: Any, argument: Any = None) -> base.TupleWithMeta:
        operation = f'POST /servers/{{id}}/action {name}'
        return self._done(self.send(operation, server, body={name: argument}))

    def start(self, server: Any) -> base.TupleWithMeta:
        """Start a stopped server.

        ``POST /servers/{id}/action os-start``
        """
        return self._action('os-start', server)

    def stop(self, server: Any) -> base.TupleWithMeta:
        """Stop a running server.

        ``POST /servers/{id}/action os-stop``
        """
        return self._action('os-stop', server)

    def reboot(self, server: Any, reboot_type: str = 'SOFT') -> base.TupleWithMeta:
        """Reboot a server.

        :param reboot_type: ``SOFT`` lets the guest shut down, ``HARD`` is a power cycle.

        ``POST /servers/{id}/action reboot``
        """
        return self._action('reboot', server, {'type': reboot_type})

    def pause(self, server: Any) -> base.TupleWithMeta:
        """Freeze a server in memory.

        ``POST /servers/{id}/action pause``
        """
        return self._action('pause', server)

    def unpause(self, server: Any) -> base.TupleWithMeta:
        """Let a paused server go on.

        ``POST /servers/{id}/action unpause``
        """
        return self._action('unpause', server)

    def suspend(self, server: Any) -> base.TupleWithMeta:
        """Save a server's memory to disk and stop it.

        ``POST /servers/{id}/action suspend``
        """
        return self._action('suspend', server)

    def resume(self, server: Any) -> base.TupleWithMeta:
        """Let a suspended server go on.

        ``POST /servers/{id}/action resume``
        """
        return self._action('resume', server)

    @api_versions.parameters(reason='2.73..')
    def lock(self, server: Any, reason: str | None = None) -> base.TupleWithMeta:
        """Lock a server, so that only administrators can act on it.

        :param reason: why, up to 255 characters (from 2.73).

        ``POST /servers/{id}/action lock``
        """
        return self._action('lock', server, {'locked_reason': reason} if reason else None)

    def unlock(self, server: Any) -> base.TupleWithMeta:
        """Unlock a server.

        ``POST /servers/{id}/action unlock``
        """
        return self._action('unlock', server)

"""Server actions for servers in trouble: rescue, restore, reset, and a password from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import action

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerRecovery(action.ServerActions[resources.R]):
    """Actions on one server that has gone wrong, or that was deleted by mistake."""

    def rescue(
        self,
        server: Server | str,
        password: str | None = None,
        image: resources.Resource | str | None = None,
    ) -> resources.TupleWithMeta:
        """Rescue a server: start it from a rescue image, with its own disk attached.

        :param password: password of the administrator; the cloud makes one where none is given.
        :param image: image or its id; the server's own where none is given.
        :returns: the response and its body, with ``adminPass``.
        :raises HTTPNotImplemented: its hypervisor cannot do that.

        ``POST /servers/{id}/action rescue``
        """
        image_id = resources.getid(image) if image else None
        rescue = resources.without_none(
            {'adminPass': password or None, 'rescue_image_ref': image_id}
        )
        return self._action_with_password('rescue', server, rescue or None)

    def unrescue(self, server: Server | str) -> resources.TupleWithMeta:
        """Unrescue a server: start it from its own disk again.

        ``POST /servers/{id}/action unrescue``
        """
        return self._action('unrescue', server)

    def restore(self, server: Server | str) -> resources.TupleWithMeta:
        """Restore a soft-deleted server: ``POST /servers/{id}/action restore``."""
        return self._action('restore', server)

    def force_delete(self, server: Server | str) -> resources.TupleWithMeta:
        """Delete a server at once, without soft deletion.

        :returns: the response and its body, ``None``.

        ``POST /servers/{id}/action forceDelete``
        """
        return self._answered_action('forceDelete', server)

    def reset_state(self, server: Server | str, state: str = 'error') -> resources.TupleWithMeta:
        """Reset the state of a server in the cloud's records (administrators).

        :param state: ``active`` or ``error``.

        ``POST /servers/{id}/action os-resetState``
        """
        return self._action('os-resetState', server, {'state': state})

    def inject_network_info(self, server: Server | str) -> resources.TupleWithMeta:
        """Inject network information into a server (administrators).

        :raises Conflict: the server is locked.

        ``POST /servers/{id}/action injectNetworkInfo``
        """
        return self._action('injectNetworkInfo', server)

    def reset_network(self, server: Server | str) -> resources.TupleWithMeta:
        """Reset the network of a server (administrators).

        :raises Gone: always, from release Wallaby on.

        ``POST /servers/{id}/action resetNetwork``
        """
        return self._action('resetNetwork', server)

    @versions.wraps('2.17')
    def trigger_crash_dump(self, server: Server | str) -> resources.TupleWithMeta:
        """Trigger a crash dump in a server (from 2.17).

        :raises BadRequest: its hypervisor cannot do that.

        ``POST /servers/{id}/action trigger_crash_dump``
        """
        return self._action('trigger_crash_dump', server)

    def change_password(self, server: Server | str, password: str) -> resources.TupleWithMeta:
        """Set the password of the administrator in a server.

        :raises Conflict: its hypervisor cannot do that, or it is not running.

        ``POST /servers/{id}/action changePassword``
        """
        return self._action('changePassword', server, {'adminPass': password})


class ServerRecoveryMethods(action.ServerMethods):
    """The actions above, as methods of a server."""

    rescue = resources.manager_method(ServerRecovery.rescue)
    unrescue = resources.manager_method(ServerRecovery.unrescue)
    restore = resources.manager_method(ServerRecovery.restore)
    force_delete = resources.manager_method(ServerRecovery.force_delete)
    reset_state = resources.manager_method(ServerRecovery.reset_state)
    inject_network_info = resources.manager_method(ServerRecovery.inject_network_info)
    reset_network = resources.manager_method(ServerRecovery.reset_network)
    trigger_crash_dump = resources.manager_method(
        ServerRecovery.trigger_crash_dump, at_every_version=True
    )
    change_password = resources.manager_method(ServerRecovery.change_password)

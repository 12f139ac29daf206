"""Consoles of a server: what it wrote to its own, and where to reach it with a remote one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources import field

CONSOLE_TYPE_ACTION_MAPPING = {
    'novnc': 'os-getVNCConsole',
    'xvpvnc': 'os-getVNCConsole',
    'spice-html5': 'os-getSPICEConsole',
    'rdp-html5': 'os-getRDPConsole',
    'serial': 'os-getSerialConsole',
}
"""Type of a console to the action that opens it (up to 2.5)."""

CONSOLE_TYPE_PROTOCOL_MAPPING = {
    'novnc': 'vnc',
    'xvpvnc': 'vnc',
    'spice-html5': 'spice',
    'rdp-html5': 'rdp',
    'serial': 'serial',
    'webmks': 'mks',
}
"""Type of a console to its protocol (from 2.6)."""

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class Console(resources.Resource):
    """The address of a server's console."""

    protocol: str = field(start_version='2.6')
    type: str = field()
    url: str = field()


class ServerConsoles(resources.Manager[resources.R]):
    """Consoles of one server.

    All raise ``NotFound`` for a server that is not there, ``Conflict`` while it has no console, and
    ``HTTPNotImplemented`` where its hypervisor has none.
    """

    def get_console_output(
        self, server: Server | str, length: int | str | None = None
    ) -> resources.StrWithMeta:
        """Return the output of the server's console.

        :param length: the last lines only, this many; ``-1`` for all.

        ``POST /servers/{id}/action os-getConsoleOutput``
        """
        body = {'os-getConsoleOutput': {'length': length}}
        answer = self.send('POST /servers/{id}/action os-getConsoleOutput', server, body=body)
        return resources.StrWithMeta(resources.member(answer, 'output', str), answer)

    @versions.wraps('2.0', '2.5')
    def get_console_url(self, server: Server | str, console_type: str) -> resources.DictWithMeta:
        """Return the URL of a console of the server, under the key ``console``.

        :param console_type: ``novnc``, ``xvpvnc``, ``spice-html5``, ``rdp-html5`` or ``serial``.
        :raises UnsupportedConsoleType: any other type.

        ``POST /servers/{id}/action os-getVNCConsole`` and its like
        """
        action = CONSOLE_TYPE_ACTION_MAPPING.get(console_type)
        if action is None:
            raise errors.UnsupportedConsoleType(console_type)
        operation = f'POST /servers/{{id}}/action {action}'
        answer = self.send(operation, server, body={action: {'type': console_type}})
        return resources.DictWithMeta(
            {'console': self._wrapped(answer, 'console', Console)}, answer
        )

    @versions.newest
    @versions.wraps('2.6')
    def get_console_url(self, server: Server | str, console_type: str) -> resources.DictWithMeta:
        """Return the URL of a console of the server, under the key ``remote_console``.

        :param console_type: ``novnc``, ``xvpvnc``, ``spice-html5``, ``rdp-html5``, ``serial``,
            ``webmks`` (from 2.8) or ``spice-direct`` (from 2.99).
        :raises UnsupportedConsoleType: any other type.

        ``POST /servers/{server_id}/remote-consoles``
        """
        protocol = self._console_protocols().get(console_type)
        if protocol is None:
            raise errors.UnsupportedConsoleType(console_type)
        body = {'remote_console': {'protocol': protocol, 'type': console_type}}
        answer = self.send('POST /servers/{server_id}/remote-consoles', server, body=body)
        console = self._wrapped(answer, 'remote_console', Console)
        return resources.DictWithMeta({'remote_console': console}, answer)

    @versions.wraps('2.6', '2.7')
    def _console_protocols(self) -> dict[str, str]:
        protocols = CONSOLE_TYPE_PROTOCOL_MAPPING.items()
        return {name: protocol for name, protocol in protocols if protocol != 'mks'}

    @versions.wraps('2.8', '2.98')
    def _console_protocols(self) -> dict[str, str]:
        return CONSOLE_TYPE_PROTOCOL_MAPPING

    @versions.newest
    @versions.wraps('2.99')
    def _console_protocols(self) -> dict[str, str]:
        return {**CONSOLE_TYPE_PROTOCOL_MAPPING, 'spice-direct': 'spice'}

    def get_vnc_console(self, server: Server | str, console_type: str) -> resources.DictWithMeta:
        """Return the URL of a VNC console; see :meth:`get_console_url`.

        :param console_type: ``novnc`` or ``xvpvnc``.
        :raises UnsupportedConsoleType: any other type.

        ``POST /servers/{id}/action os-getVNCConsole`` (up to 2.5),
        ``POST /servers/{server_id}/remote-consoles`` (from 2.6)
        """
        console: resources.DictWithMeta = self.get_console_url(server, console_type)
        return console

    def get_spice_console(self, server: Server | str, console_type: str) -> resources.DictWithMeta:
        """Return the URL of a SPICE console; see :meth:`get_console_url`.

        :param console_type: ``spice-html5``, or ``spice-direct`` (from 2.99, administrators).
        :raises UnsupportedConsoleType: any other type.

        ``POST /servers/{id}/action os-getSPICEConsole`` (up to 2.5),
        ``POST /servers/{server_id}/remote-consoles`` (from 2.6)
        """
        console: resources.DictWithMeta = self.get_console_url(server, console_type)
        return console

    def get_rdp_console(self, server: Server | str, console_type: str) -> resources.DictWithMeta:
        """Return the URL of an RDP console (up to Nova 28); see :meth:`get_console_url`.

        :param console_type: ``rdp-html5``.
        :raises UnsupportedConsoleType: any other type.

        ``POST /servers/{id}/action os-getRDPConsole`` (up to 2.5),
        ``POST /servers/{server_id}/remote-consoles`` (from 2.6)
        """
        console: resources.DictWithMeta = self.get_console_url(server, console_type)
        return console

    def get_serial_console(self, server: Server | str, console_type: str) -> resources.DictWithMeta:
        """Return the URL of a serial console; see :meth:`get_console_url`.

        :param console_type: ``serial``.
        :raises UnsupportedConsoleType: any other type.

        ``POST /servers/{id}/action os-getSerialConsole`` (up to 2.5),
        ``POST /servers/{server_id}/remote-consoles`` (from 2.6)
        """
        console: resources.DictWithMeta = self.get_console_url(server, console_type)
        return console

    @versions.wraps('2.8')
    def get_mks_console(self, server: Server | str) -> resources.DictWithMeta:
        """Return the URL of an MKS console (from 2.8); see :meth:`get_console_url`.

        ``POST /servers/{server_id}/remote-consoles``
        """
        console: resources.DictWithMeta = self.get_console_url(server, 'webmks')
        return console


class ServerConsolesMethods(resources.Resource):
    """Console methods of a server; see :class:`ServerConsoles`."""

    get_console_output = resources.manager_method(ServerConsoles.get_console_output)
    get_console_url = resources.manager_method(
        ServerConsoles.get_console_url, at_every_version=True
    )
    get_vnc_console = resources.manager_method(ServerConsoles.get_vnc_console)
    get_spice_console = resources.manager_method(ServerConsoles.get_spice_console)
    get_rdp_console = resources.manager_method(ServerConsoles.get_rdp_console)
    get_serial_console = resources.manager_method(ServerConsoles.get_serial_console)
    get_mks_console = resources.manager_method(
        ServerConsoles.get_mks_console, at_every_version=True
    )

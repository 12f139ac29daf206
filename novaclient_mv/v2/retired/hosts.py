"""Hosts of the cloud, as administrators saw and switched them up to 2.42."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import field
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer


class Host(resources.Resource):
    """A service on a host; a host has a row for each."""

    NAME_ATTR = 'host_name'
    host_name: str = field('Host', key='name')
    service: str = field()
    zone: str = field()

    @property
    def id(self) -> str | None:
        """The host's name."""
        return self._info.get('host_name')


class HostUse(resources.Resource):
    """The capacity of a host, or a project's use of it."""

    repr_keys = ('resource',)
    NAME_ATTR = 'host'
    _host: str = field(path=('resource', 'host'))
    _project: str = field(path=('resource', 'project'))
    _cpu: int = field('CPU', path=('resource', 'cpu'))
    _memory_mb: int = field('Memory MB', path=('resource', 'memory_mb'))
    _disk_gb: int = field('Disk GB', path=('resource', 'disk_gb'))


class HostState(resources.Resource):
    """The state of a changed host."""

    NAME_ATTR = 'host'
    host: str = field()
    status: str = field()
    maintenance_mode: str = field()
    power_action: str = field()


class HostManager(resources.ManagerWithFind[Host]):
    """Hosts up to 2.42; since then services and hypervisors tell of them (administrators)."""

    kind = 'host'
    name_key = 'host_name'
    has_names_in_paths = True
    resource_class = Host

    @versions.wraps('2.0', '2.42')
    def list(self, zone: str | None = None) -> builtins.list[Host]:
        """The services of all hosts.

        :param zone: those of this availability zone.

        ``GET /os-hosts``
        """
        return self._read_list('GET /os-hosts', 'hosts', query={'zone': zone})

    iterate = resources.every_row(list)

    @versions.wraps('2.0', '2.42')
    def get(self, host: Host | str) -> builtins.list[HostUse]:
        """Return the capacity of a compute host, and each project's use of it.

        :raises NotFound: the compute host does not exist.

        ``GET /os-hosts/{id}``
        """
        answer = self.send('GET /os-hosts/{id}', host)
        rows = resources.member(answer, 'host', list)
        uses = [HostUse(self, row, loaded=True) for row in answers.objects(answer, rows)]
        return resources.ListWithMeta(uses, answer)

    @versions.wraps('2.0', '2.42')
    def update(
        self, host: Host | str, status: str | None = None, maintenance_mode: str | None = None
    ) -> HostState:
        """Enable or disable a host, or set its maintenance mode: ``PUT /os-hosts/{id}``.

        :param status: ``enable`` or ``disable``.
        :param maintenance_mode: ``enable`` or ``disable``.
        :raises NotFound: the compute host does not exist.
        :raises BadRequest: nothing is given.
        """
        body = resources.without_none({'status': status, 'maintenance_mode': maintenance_mode})
        return self._state(self.send('PUT /os-hosts/{id}', host, body=body))

    # The three below act although they are read requests; ``operations`` knows that.

    @versions.wraps('2.0', '2.42')
    def startup(self, host: Host | str) -> HostState:
        """Start a host: ``GET /os-hosts/{id}/startup``.

        :raises NotFound: the compute host does not exist.
        """
        return self._state(self.send('GET /os-hosts/{id}/startup', host))

    @versions.wraps('2.0', '2.42')
    def shutdown(self, host: Host | str) -> HostState:
        """Shut a host down: ``GET /os-hosts/{id}/shutdown``.

        :raises NotFound: the compute host does not exist.
        """
        return self._state(self.send('GET /os-hosts/{id}/shutdown', host))

    @versions.wraps('2.0', '2.42')
    def reboot(self, host: Host | str) -> HostState:
        """Reboot a host: ``GET /os-hosts/{id}/reboot``.

        :raises NotFound: the compute host does not exist.
        """
        return self._state(self.send('GET /os-hosts/{id}/reboot', host))

    def _state(self, answer: Answer) -> HostState:
        resources.member(answer, 'host', str)
        return HostState(self, answer.body, loaded=True, resp=answer)

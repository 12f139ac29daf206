"""The compute service's own services: what runs on which host."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources import Time, field
from novaclient_mv.services.filters import Filters, for_everybody

FILTERS = Filters(
    for_everybody('host', 'Services on this host.', metavar='<hostname>'),
    for_everybody('binary', 'Services with this binary, as in nova-compute.'),
)


class Service(resources.Resource):
    """A service on a host."""

    repr_keys = ('id', 'host')
    id: str = field()
    binary: str = field()
    host: str = field()
    zone: str = field()
    status: str = field()
    state: str = field()
    updated_at: Time | None = field('Updated_at')
    disabled_reason: str | None = field()
    forced_down: bool = field('Forced down', start_version='2.11')


class ServiceManager(resources.ManagerWithFind[Service]):
    """Services (administrators): identified by host and binary up to 2.52, by a UUID from 2.53."""

    kind = 'service'
    resource_class = Service

    def list(self, host: str | None = None, binary: str | None = None) -> builtins.list[Service]:
        """The services.

        :param host: those on this host.
        :param binary: those of this program, as in ``nova-compute``.

        ``GET /os-services``
        """
        return self._read_list(
            'GET /os-services',
            'services',
            query=[*FILTERS.query(locals()).items()],
        )

    iterate = resources.every_row(list)

    def on_host(self, host: str, binary: str = 'nova-compute') -> Service:
        """The service with a binary on the host of exactly this name: ``GET /os-services``.

        :raises ResourceNotFound: the host has no such service.
        :raises NoUniqueMatch: several cells have a host of this name.
        """
        matches = [
            service
            for service in self.list(host=host, binary=binary)
            if (service._info.get('host'), service._info.get('binary')) == (host, binary)
        ]
        if not matches:
            missing = errors.ResourceNotFound(f'The host {host} has no service {binary}.')
            raise resources.suggesting(missing, host, self.list, 'host')
        if len(matches) > 1:
            raise self.ambiguous(f'{host}:{binary}', matches)
        return matches[0]

    @versions.wraps('2.0', '2.52')
    def enable(self, host: str, binary: str) -> Service:
        """Enable a service: the scheduler may choose its host again: ``PUT /os-services/{id}``.

        :raises NotFound: the service does not exist.
        """
        return self._change('enable', {'host': host, 'binary': binary})

    @versions.newest
    @versions.wraps('2.53')
    def enable(self, service_uuid: str) -> Service:
        """Enable a service: the scheduler may choose its host again: ``PUT /os-services/{id}``.

        :raises NotFound: the service does not exist.
        """
        return self._change(service_uuid, {'status': 'enabled'})

    @versions.wraps('2.0', '2.52')
    def disable(self, host: str, binary: str) -> Service:
        """Disable a service: the scheduler does not choose its host: ``PUT /os-services/{id}``.

        :raises NotFound: the service does not exist.
        """
        return self._change('disable', {'host': host, 'binary': binary})

    @versions.newest
    @versions.wraps('2.53')
    def disable(self, service_uuid: str) -> Service:
        """Disable a service: the scheduler does not choose its host: ``PUT /os-services/{id}``.

        :raises NotFound: the service does not exist.
        """
        return self._change(service_uuid, {'status': 'disabled'})

    @versions.wraps('2.0', '2.52')
    def disable_log_reason(self, host: str, binary: str, reason: str) -> Service:
        """Disable a service, with a reason: ``PUT /os-services/{id}``.

        :raises NotFound: the service does not exist.
        """
        fields = {'host': host, 'binary': binary, 'disabled_reason': reason}
        return self._change('disable-log-reason', fields)

    @versions.newest
    @versions.wraps('2.53')
    def disable_log_reason(self, service_uuid: str, reason: str) -> Service:
        """Disable a service, with a reason: ``PUT /os-services/{id}``.

        :raises NotFound: the service does not exist.
        """
        return self._change(service_uuid, {'status': 'disabled', 'disabled_reason': reason})

    @versions.wraps('2.11', '2.52')
    def force_down(self, host: str, binary: str, force_down: bool | None = None) -> Service:
        """Force a service down, or unset that: ``PUT /os-services/{id}``.

        :param force_down: whether it is forced down; the cloud refuses a request without it.
        :raises NotFound: the service does not exist.
        """
        fields = {'host': host, 'binary': binary, 'forced_down': force_down}
        return self._change('force-down', resources.without_none(fields))

    @versions.newest
    @versions.wraps('2.53')
    def force_down(self, service_uuid: str, force_down: bool) -> Service:
        """Force a service down, or unset that: ``PUT /os-services/{id}``.

        :raises NotFound: the service does not exist.
        """
        return self._change(service_uuid, {'forced_down': force_down})

    def delete(self, service_id: Service | str | int) -> resources.TupleWithMeta:
        """Delete a service whose host is gone: ``DELETE /os-services/{id}``.

        :param service_id: number up to 2.52, UUID from 2.53.
        :raises NotFound: the resource does not exist.
        :raises Conflict: its host has servers, or moves some.
        """
        return self._done(self.send('DELETE /os-services/{id}', service_id))

    def _change(self, id: str, fields: Mapping[str, Any]) -> Service:
        """The service after a change."""
        answer = self.send('PUT /os-services/{id}', id, body=fields)
        return Service(self, self._wrapped(answer, 'service'), resp=answer)

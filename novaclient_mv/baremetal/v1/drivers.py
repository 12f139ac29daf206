"""Drivers: kinds of hardware that conductors can manage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Value, field

HttpMethod = Literal['DELETE', 'GET', 'PATCH', 'POST', 'PUT']
METHODS: dict[str, HttpMethod] = {name: name for name in get_args(HttpMethod)}
"""HTTP methods of vendor passthru."""


class DriverHosts(resources.Resource):
    """A driver as every version shows it."""

    id_keys = ('name',)
    link_keys = ('links', 'properties')
    name: str = field()
    type: str = field(start_version='1.30')
    hosts: list[str] = field()


class Driver(DriverHosts, since='1.30'):
    """A kind of hardware, and the conductors that can manage it."""

    default_bios_interface: str | None = field(start_version='1.40')
    enabled_bios_interfaces: list[str] = field(start_version='1.40')
    default_boot_interface: str | None = field()
    enabled_boot_interfaces: list[str] = field()
    default_console_interface: str | None = field()
    enabled_console_interfaces: list[str] = field()
    default_deploy_interface: str | None = field()
    enabled_deploy_interfaces: list[str] = field()
    default_firmware_interface: str | None = field(start_version='1.86')
    enabled_firmware_interfaces: list[str] = field(start_version='1.86')
    default_inspect_interface: str | None = field()
    enabled_inspect_interfaces: list[str] = field()
    default_management_interface: str | None = field()
    enabled_management_interfaces: list[str] = field()
    default_network_interface: str | None = field()
    enabled_network_interfaces: list[str] = field()
    default_power_interface: str | None = field()
    enabled_power_interfaces: list[str] = field()
    default_raid_interface: str | None = field()
    enabled_raid_interfaces: list[str] = field()
    default_rescue_interface: str | None = field(start_version='1.38')
    enabled_rescue_interfaces: list[str] = field(start_version='1.38')
    default_storage_interface: str | None = field(start_version='1.33')
    enabled_storage_interfaces: list[str] = field(start_version='1.33')
    default_vendor_interface: str | None = field()
    enabled_vendor_interfaces: list[str] = field()


class DriverManager(collections.Collection[Driver]):
    """Drivers that conductors have enabled, by name; their fields can be chosen from 1.77 on."""

    resource_class = Driver
    declaration = collections.Declaration(
        '/drivers', 'driver', reference='name', fields_since='1.77'
    )

    @resources.by_page
    @versions.parameters(type='1.30..', detail='1.30..', fields='1.77..')
    def list(
        self,
        *,
        type: str | None = None,
        detail: bool | None = None,
        fields: Iterable[str] | None = None,
    ) -> resources.Listing[Driver]:
        """All drivers; the cloud does not cut this list into pages.

        :param type: ``classic`` or ``dynamic`` (from 1.30).
        :param detail: with their interfaces (from 1.30).
        :param fields: with these fields only (from 1.77); not beside ``detail``.

        ``GET /drivers``
        """
        query = {'type': type, 'detail': detail or None, 'fields': self._selection(fields)}
        return self._listing('GET /drivers', 'drivers', query=query, limit=None)

    iterate = resources.every_page(list)

    def properties(self, driver: Driver | str) -> resources.DictWithMeta:
        """The values that a driver reads from ``driver_info`` of its nodes, with what they are.

        :raises NotFound: the driver does not exist.

        ``GET /drivers/{id}/properties``
        """
        answer = self.send('GET /drivers/{id}/properties', driver)
        return resources.DictWithMeta(resources.member(answer, UNWRAPPED, dict), answer)

    @versions.wraps('1.12')
    def raid_logical_disk_properties(self, driver: Driver | str) -> resources.DictWithMeta:
        """The properties of logical disks that a driver can make, with what they are.

        :raises NotFound: the driver does not exist.

        ``GET /drivers/{id}/raid/logical_disk_properties``
        """
        answer = self.send('GET /drivers/{id}/raid/logical_disk_properties', driver)
        return resources.DictWithMeta(resources.member(answer, UNWRAPPED, dict), answer)

    def vendor_passthru_methods(self, driver: Driver | str) -> resources.DictWithMeta:
        """The methods of a driver's own, with what the API tells of them.

        :raises NotFound: the driver does not exist.

        ``GET /drivers/{id}/vendor_passthru/methods``
        """
        answer = self.send('GET /drivers/{id}/vendor_passthru/methods', driver)
        return resources.DictWithMeta(resources.member(answer, UNWRAPPED, dict), answer)

    def vendor_passthru(
        self,
        driver: Driver | str,
        method: str,
        arguments: Mapping[str, Value] | None = None,
        http_method: HttpMethod = 'POST',
    ) -> resources.TupleWithMeta:
        """Call a method of a driver's own; what it answers is the second member of the result.

        :param arguments: what the method takes.
        :param http_method: ``DELETE``, ``GET``, ``PATCH``, ``POST`` or ``PUT``.
        :raises KeyError: another ``http_method``.
        :raises BadRequest: the driver has no such method.

        ``POST /drivers/{id}/vendor_passthru/{method}``, and with the other methods of HTTP
        """
        verb = METHODS[http_method.upper()]
        operation = f'{verb} /drivers/{{id}}/vendor_passthru/{{method}}'
        return self._answered(self.send(operation, driver, method, body=arguments))

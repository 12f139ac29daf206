"""Commands on drivers."""

from __future__ import annotations

from typing import Any

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import drivers
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits, lists
from novaclient_mv.baremetal.v1.nodes.vendor import VendorMethod, methods_by_name
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_columns,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results

_DRIVER = 'baremetal.v1.drivers:Driver'
_COLUMNS = ('name', 'hosts')

_COMMANDS = collections.Commands(drivers.DriverManager)

do_driver_show = _COMMANDS.show()


@arg(
    '--type',
    choices=('classic', 'dynamic'),
    start_version='1.30',
    help='Type of the drivers: classic or dynamic.',
)
@arg(
    '--long',
    action='store_true',
    group='fields',
    start_version='1.30',
    help='Include the interfaces of each driver.',
)
@lists.fields_argument('1.77')
@returns_resource(_DRIVER)
def do_driver_list(client: Client, args: Args) -> results.Shown:
    """List enabled drivers."""
    fields = lists.chosen_fields(args)
    is_long = bool(getattr(args, 'long', False))
    selection: dict[str, Any] = {'detail': True} if is_long else lists.fields_of(args)
    rows = client.drivers.iterate(**set_arguments(args, 'type'), **selection)
    columns = [field.key for field in drivers.Driver.fields] if is_long else _COLUMNS
    return results.Table(drivers.Driver, rows, fields or columns, is_explicit=bool(fields))


@arg('driver', help='Name of the driver.')
@returns_columns('property', 'description')
def do_driver_property_list(client: Client, args: Args) -> results.Shown:
    """List the driver_info properties of a driver."""
    return _described(client.drivers.properties(args.driver))


@versions.wraps('1.12')
@arg('driver', help='Name of the driver.')
@returns_columns('property', 'description')
def do_driver_raid_property_list(client: Client, args: Args) -> results.Shown:
    """List the RAID logical disk properties of a driver."""
    return _described(client.drivers.raid_logical_disk_properties(args.driver))


def _described(texts: dict[str, Any]) -> results.Rows:
    return results.Rows(('Property', 'Description'), sorted(texts.items()))


@arg('driver', help='Name of the driver.')
@returns_resource('baremetal.v1.nodes.vendor:VendorMethod')
def do_driver_passthru_list(client: Client, args: Args) -> results.Shown:
    """List the vendor passthru methods of a driver."""
    methods = client.drivers.vendor_passthru_methods(args.driver)
    return results.Table(VendorMethod, methods_by_name(client.drivers, methods))


@arg('driver', help='Name of the driver.')
@arg('method', help='Vendor passthru method to call.')
@edits.pairs_argument('--arg', 'Argument of the method')
@arg(
    '--http-method',
    choices=tuple(drivers.METHODS),
    default='POST',
    help='HTTP method (default: POST).',
)
@success_message('Called method {method} of driver {driver}.')
@writes
def do_driver_passthru_call(client: Client, args: Args) -> results.Shown:
    """Call a vendor passthru method of a driver."""
    arguments = edits.pairs(args, 'arg').get('arg')
    answer = client.drivers.vendor_passthru(args.driver, args.method, arguments, args.http_method)
    return None if answer[1] is None else results.Document(answer[1])

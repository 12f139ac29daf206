"""Commands on BIOS settings of a node."""

from __future__ import annotations

from typing import Any

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import lists
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.baremetal.v1.nodes.reports import BiosSetting
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.running import results

_SETTING = 'baremetal.v1.nodes.reports:BiosSetting'


@versions.wraps('1.40')
@one_node
@arg(
    '--long',
    action='store_true',
    default=None,
    group='fields',
    start_version='1.74',
    help='Include types and limits of the settings.',
)
@lists.fields_argument('1.74')
@returns_resource(_SETTING)
def do_node_bios_setting_list(client: Client, args: Args) -> results.Shown:
    """List the BIOS settings of a node."""
    is_long = bool(getattr(args, 'long', None))
    options: dict[str, Any] = {'detail': True} if is_long else {**lists.fields_of(args)}
    settings = client.nodes.list_bios_settings(args.node, **options)
    fields = lists.chosen_fields(args)
    if is_long:
        fields = [field.key for field in BiosSetting.fields]
    return results.Table(
        BiosSetting, settings, fields or ('name', 'value'), is_explicit=bool(fields)
    )


@versions.wraps('1.40')
@one_node
@arg('setting', metavar='<setting-name>', help='Name of the setting.')
@returns_resource(_SETTING)
def do_node_bios_setting_show(client: Client, args: Args) -> results.Shown:
    """Show a BIOS setting of a node."""
    return results.Record(client.nodes.get_bios_setting(args.node, args.setting))

"""Commands on nodes: show and delete them, and change what they are provisioned for."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv import errors, resources, user_files, versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import (
    enrolment,
    json_values,
    lists,
    node_actions,
    node_options,
    steps,
)
from novaclient_mv.baremetal.v1.commands.parts.node_actions import NODE, one_node, several_nodes
from novaclient_mv.baremetal.v1.nodes.reports import FirmwareComponent, InterfaceValidation
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    ends_in,
    for_one_cloud,
    refuses_without,
    returns_columns,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import deletions, results

F = TypeVar('F', bound=Callable[..., Any])

_STATE = 'provision_state'
_STEPS_HELP = (
    'Steps with interface and step, as JSON or in a YAML or JSON file; "-" reads the input.'
)


def _configdrive(since: str | None = None) -> Callable[[F], F]:
    """Declare the option for a configdrive."""
    return arg(
        '--config-drive',
        type=json_values.Configdrive,
        start_version=since,
        help='Config drive: a base64-encoded image, a file with one, a directory to build one '
        'from or, from 1.56, JSON (or a file) with meta_data, user_data and network_data.',
    )


def _disable_ramdisk(since: str) -> Callable[[F], F]:
    """Declare the option for steps that need no ramdisk."""
    return arg(
        '--disable-ramdisk',
        action='store_true',
        default=None,
        start_version=since,
        help='Run the steps without booting the ramdisk; they must not require it.',
    )


deploy_steps = arg('--deploy-steps', type=steps.ObjectList, start_version='1.69', help=_STEPS_HELP)
runbook = arg('--runbook', start_version='1.92', help='Runbook with the steps, by name or UUID.')


def _check_steps(args: Args) -> None:
    """Refuse steps beside a runbook."""
    name = 'clean_steps' if hasattr(args, 'clean_steps') else 'service_steps'
    option = f'--{name.replace("_", "-")}'
    has_steps = getattr(args, name) is not None
    has_runbook = getattr(args, 'runbook', None) is not None
    if has_steps and has_runbook:
        raise errors.CommandError(f'{option} and --runbook exclude each other.')


@arg('node', help='Name (from 1.5) or UUID of the node; with --instance, UUID of the instance.')
@arg('--instance', action='store_true', help='Look the node up by the UUID of its instance.')
@lists.fields_argument('1.8')
@returns_resource(NODE)
def do_node_show(client: Client, args: Args) -> results.Shown:
    """Show a node."""
    find = client.nodes.get_by_instance_uuid if args.instance else client.nodes.find_one
    return results.Record(find(args.node, **lists.fields_of(args)))


@several_nodes
@writes
def do_node_delete(client: Client, args: Args) -> results.Shown:
    """Delete nodes."""
    nodes = client.nodes
    return deletions.by_reference(
        node_actions.once(client, args.node), lambda node: nodes.delete(nodes.named(node))
    )


@one_node
@returns_resource('baremetal.v1.nodes.reports:InterfaceValidation')
def do_node_validate(client: Client, args: Args) -> results.Shown:
    """Validate the driver interfaces of a node."""
    answers = client.nodes.validate(args.node)
    rows = [
        InterfaceValidation(client.nodes, {'interface': name, **answer}, loaded=True)
        for name, answer in sorted(answers.items())
    ]
    return results.Table(InterfaceValidation, rows)


@several_nodes
@node_options.soft
@node_options.power_timeout
@ends_in('power on', field='power_state')
@writes
def do_node_reboot(client: Client, args: Args) -> results.Shown:
    """Reboot nodes."""
    options = set_arguments(args, timeout='power_timeout')
    if getattr(args, 'soft', False):
        options['soft'] = True
    return node_actions.on_each(
        client, args, 'reboot', lambda node: client.nodes.set_power_state(node, 'reboot', **options)
    )


@versions.wraps('1.29')
@several_nodes
@writes
def do_node_inject_nmi(client: Client, args: Args) -> results.Shown:
    """Inject a non-maskable interrupt (NMI) into nodes."""
    return node_actions.on_each(client, args, 'inject-nmi', client.nodes.inject_nmi)


@versions.wraps('1.4')
@several_nodes
@ends_in('manageable', field=_STATE)
@writes
def do_node_manage(client: Client, args: Args) -> results.Shown:
    """Move nodes to manageable, where they can be inspected and cleaned."""
    return node_actions.provision(client, args, 'manage')


def _check_wait(args: Args) -> None:
    """Refuse a way of several steps that nobody waits for."""
    if args.from_enroll and not args.wait:
        raise errors.CommandError('--from-enroll needs --wait.')


@versions.wraps('1.4')
@several_nodes
@arg(
    '--from-enroll',
    yields=True,
    action='store_true',
    help='Manage nodes in the state enroll and validate their power, management and network '
    'interfaces first; needs --wait, whose time counts for each step.',
)
@checked_by(_check_wait)
@ends_in('available', field=_STATE)
@writes
def do_node_provide(client: Client, args: Args) -> results.Shown:
    """Make nodes available for deployment, after automated cleaning."""
    if args.from_enroll:
        return node_actions.on_each(
            client,
            args,
            'provide',
            lambda node: enrolment.provide(client, node, args.wait_timeout),
        )
    return node_actions.provision(client, args, 'provide')


@several_nodes
@_configdrive()
@deploy_steps
@ends_in('active', field=_STATE)
@writes
def do_node_deploy(client: Client, args: Args) -> results.Shown:
    """Deploy nodes."""
    options = set_arguments(args, 'deploy_steps', configdrive='config_drive')
    return node_actions.provision(client, args, 'active', 'deploy', **options)


@several_nodes
@ends_in('available', field=_STATE)
@writes
def do_node_undeploy(client: Client, args: Args) -> results.Shown:
    """Undeploy nodes; automated cleaning follows."""
    return node_actions.provision(client, args, 'deleted', 'undeploy')


@several_nodes
@_configdrive(since='1.35')
@deploy_steps
@ends_in('active', field=_STATE)
@writes
def do_node_rebuild(client: Client, args: Args) -> results.Shown:
    """Redeploy active nodes."""
    options = set_arguments(args, 'deploy_steps', configdrive='config_drive')
    return node_actions.provision(client, args, 'rebuild', **options)


@versions.wraps('1.6')
@several_nodes
@ends_in('manageable', field=_STATE)
@writes
def do_node_inspect(client: Client, args: Args) -> results.Shown:
    """Inspect the hardware of nodes."""
    return node_actions.provision(client, args, 'inspect')


@versions.wraps('1.13')
@several_nodes
@writes
def do_node_abort(client: Client, args: Args) -> results.Shown:
    """Abort the cleaning, inspection (from 1.41) or deployment (from 1.110) of nodes."""
    return node_actions.provision(client, args, 'abort')


@versions.wraps('1.15')
@several_nodes
@arg('--clean-steps', type=steps.ObjectList, help=_STEPS_HELP)
@runbook
@_disable_ramdisk(since='1.70')
@refuses_without('--clean-steps', '--service-steps', '--runbook')
@checked_by(_check_steps)
@ends_in('manageable', field=_STATE)
@writes
def do_node_clean(client: Client, args: Args) -> results.Shown:
    """Clean manageable nodes with steps or a runbook."""
    options = set_arguments(args, 'clean_steps', 'runbook', 'disable_ramdisk')
    return node_actions.provision(client, args, 'clean', **options)


@versions.wraps('1.17')
@several_nodes
@ends_in('active', field=_STATE)
@writes
def do_node_adopt(client: Client, args: Args) -> results.Shown:
    """Adopt nodes that are already deployed."""
    return node_actions.provision(client, args, 'adopt')


@versions.wraps('1.38')
@several_nodes
@arg('--rescue-password', required=True, help='Login password of the rescue ramdisk.')
@ends_in('rescue', field=_STATE)
@writes
def do_node_rescue(client: Client, args: Args) -> results.Shown:
    """Boot active nodes into the rescue ramdisk."""
    options = set_arguments(args, 'rescue_password')
    return node_actions.provision(client, args, 'rescue', **options)


@versions.wraps('1.38')
@several_nodes
@ends_in('active', field=_STATE)
@writes
def do_node_unrescue(client: Client, args: Args) -> results.Shown:
    """Unrescue nodes: boot them from disk."""
    return node_actions.provision(client, args, 'unrescue')


@versions.wraps('1.87')
@several_nodes
@arg('--service-steps', type=steps.ObjectList, help=_STEPS_HELP)
@runbook
@_disable_ramdisk(since='1.108')
@refuses_without('--clean-steps', '--service-steps', '--runbook')
@checked_by(_check_steps)
@ends_in('active', field=_STATE)
@writes
def do_node_service(client: Client, args: Args) -> results.Shown:
    """Service active nodes with steps or a runbook."""
    options = set_arguments(args, 'service_steps', 'runbook', 'disable_ramdisk')
    return node_actions.provision(client, args, 'service', **options)


@versions.wraps('1.85')
@several_nodes
@writes
def do_node_unhold(client: Client, args: Args) -> results.Shown:
    """Resume nodes that a step has put on hold."""
    return node_actions.provision(client, args, 'unhold')


@versions.wraps('1.83')
@one_node
@returns_columns('uuid')
def do_node_children_list(client: Client, args: Args) -> results.Shown:
    """List the child nodes of a node."""
    children = client.nodes.list_children(args.node)
    return results.Rows(('UUID',), [(child,) for child in children])


_COLUMNS = ('component', 'initial_version', 'current_version', 'last_version_flashed')


@versions.wraps('1.86')
@one_node
@returns_resource('baremetal.v1.nodes.reports:FirmwareComponent')
def do_node_firmware_list(client: Client, args: Args) -> results.Shown:
    """List the firmware components of a node."""
    return results.Table(FirmwareComponent, client.nodes.list_firmware(args.node), _COLUMNS)


_STATES = resources.known(
    *('power_state', 'target_power_state', 'provision_state', 'target_provision_state'),
    *('provision_updated_at', 'last_error', 'console_enabled', 'raid_config'),
    *('target_raid_config', 'boot_mode', 'secure_boot'),
)


@one_node
@returns_columns()
def do_node_states_show(client: Client, args: Args) -> results.Shown:
    """Show the states and target states of a node."""
    return results.Properties(_STATES(client.nodes.states(args.node)), are_fields=True)


@versions.wraps('1.81')
@for_one_cloud
@one_node
@arg('--file', metavar='<filename>', help='File to save to (default: standard output).')
def do_node_inventory_save(client: Client, args: Args) -> results.Shown:
    """Save the inspected hardware inventory of a node, as JSON."""
    inventory = client.nodes.get_inventory(args.node)
    if args.file is None:
        return results.Text(json.dumps(inventory, indent=2), 'inventory')
    text = json.dumps(inventory, indent=2) + '\n'
    user_files.write(os.path.expanduser(args.file), text.encode, args.file)
    return results.Done([f'{args.node}: inventory written to {args.file}'])


@versions.wraps('1.76')
@several_nodes
@writes
def do_node_secure_boot_on(client: Client, args: Args) -> results.Shown:
    """Turn secure boot of nodes on."""
    return node_actions.on_each(
        client, args, 'secure-boot-on', lambda node: client.nodes.set_secure_boot(node, True)
    )


@versions.wraps('1.76')
@several_nodes
@writes
def do_node_secure_boot_off(client: Client, args: Args) -> results.Shown:
    """Turn secure boot of nodes off."""
    return node_actions.on_each(
        client, args, 'secure-boot-off', lambda node: client.nodes.set_secure_boot(node, False)
    )

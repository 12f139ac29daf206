"""Commands on deploy templates."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import deploy_templates
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits, steps
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results

_TEMPLATE = 'baremetal.v1.deploy_templates:DeployTemplate'
_STEPS_HELP = (
    'Steps with interface, step, args and priority, as JSON or in a YAML or JSON file; "-" '
    'reads the input.'
)

_COMMANDS = collections.Commands(deploy_templates.DeployTemplateManager)

do_deploy_template_list = _COMMANDS.list(('uuid', 'name'))
do_deploy_template_show = _COMMANDS.show()
do_deploy_template_set = _COMMANDS.set(
    arg('--name', help='Unique name: that of a trait, as in CUSTOM_RAID.'),
    arg('--steps', type=steps.ObjectList, help=_STEPS_HELP),
    edits.set_extra,
    fields=('name', 'steps'),
    pairs=('extra',),
)
do_deploy_template_unset = _COMMANDS.unset(edits.unset_extra, extra='extra')
do_deploy_template_delete = _COMMANDS.delete()


@versions.wraps('1.55')
@arg('name', help='Unique name: that of a trait, as in CUSTOM_RAID.')
@arg('--uuid', help='UUID of the new deploy template.')
@edits.set_extra
@arg('--steps', type=steps.ObjectList, required=True, help=_STEPS_HELP)
@returns_resource(_TEMPLATE)
@writes
def do_deploy_template_create(client: Client, args: Args) -> results.Shown:
    """Create a deploy template."""
    template = client.deploy_templates.create(
        args.name, **set_arguments(args, 'steps', 'uuid'), **edits.pairs(args, 'extra')
    )
    return results.Record(template)

"""Commands on deploy templates."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import deploy_templates
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, lists, steps
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, given, shows, writes
from novaclient_mv.cli.running import deletions, results

_TEMPLATE = 'baremetal.v1.deploy_templates:DeployTemplate'
_HELP = 'Name or UUID.'
_STEPS_HELP = (
    'Steps, each with interface, step, args and priority: a file of YAML or JSON, "-" for the '
    'input, or JSON.'
)


@versions.wraps('1.55')
@lists.list_arguments('deploy template')
@shows(_TEMPLATE)
def do_deploy_template_list(client: Client, args: Args) -> results.Shown:
    """List deploy templates."""
    iterate = client.deploy_templates.iterate
    return lists.table(args, deploy_templates.DeployTemplate, iterate, ('uuid', 'name'))


@versions.wraps('1.55')
@arg('template', metavar='<template>', help=_HELP)
@lists.fields_argument()
@shows(_TEMPLATE)
def do_deploy_template_show(client: Client, args: Args) -> results.Shown:
    """Show a deploy template."""
    return lists.record(args, client.deploy_templates.get(args.template, **lists.fields_of(args)))


@versions.wraps('1.55')
@arg('name', metavar='<name>', help='Unique name, which is a trait.')
@arg('--uuid', metavar='<uuid>', help='UUID of the new deploy template.')
@edits.set_extra
@arg('--steps', metavar='<steps>', type=steps.ObjectList, required=True, help=_STEPS_HELP)
@shows(_TEMPLATE)
@writes
def do_deploy_template_create(client: Client, args: Args) -> results.Shown:
    """Create a deploy template."""
    template = client.deploy_templates.create(
        args.name, **given(args, 'steps', 'uuid'), **edits.pairs(args, 'extra')
    )
    return results.Record(template)


@versions.wraps('1.55')
@arg('template', metavar='<template>', help=_HELP)
@arg('--name', metavar='<name>', help='Unique name, which is a trait.')
@arg('--steps', metavar='<steps>', type=steps.ObjectList, help=_STEPS_HELP)
@edits.set_extra
@checked_by(edits.needs_a_change('template'))
@shows(_TEMPLATE)
@writes
def do_deploy_template_set(client: Client, args: Args) -> results.Shown:
    """Change a deploy template; what is not named stays."""
    changed = edits.set_by(given(args, 'name', 'steps'), edits.pairs(args, 'extra'))
    return results.Record(client.deploy_templates.update(args.template, changed))


@versions.wraps('1.55')
@arg('template', metavar='<template>', help=_HELP)
@edits.unset_extra
@checked_by(edits.needs_a_change('template'))
@shows(_TEMPLATE)
@writes
def do_deploy_template_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of a deploy template."""
    removed = edits.unset_by(args, extra='extra')
    return results.Record(client.deploy_templates.update(args.template, removed=removed))


@versions.wraps('1.55')
@arg('template', metavar='<template>', nargs='+', help='Name or UUID; several for several.')
@writes
def do_deploy_template_delete(client: Client, args: Args) -> results.Shown:
    """Delete deploy templates."""
    templates = client.deploy_templates
    return deletions.by_reference(args.template, templates.delete)

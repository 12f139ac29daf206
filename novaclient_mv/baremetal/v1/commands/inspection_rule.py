"""Commands on inspection rules."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import inspection_rules
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, lists, steps
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, given, shows, writes
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import deletions, results

_RULE = 'baremetal.v1.inspection_rules:InspectionRule'
_PRIORITY_HELP = 'Rules of a higher priority are used first.'
_PHASE_HELP = 'When it is used, as in main.'
_CONDITIONS_HELP = (
    'Conditions, each with op and args: a file of YAML or JSON, "-" for the input, or JSON.'
)
_ACTIONS_HELP = (
    'Actions, each with op and args: a file of YAML or JSON, "-" for the input, or JSON.'
)


@versions.wraps('1.96')
@arg('--phase', metavar='<phase>', help='Rules of this phase.')
@lists.list_arguments('inspection rule')
@shows(_RULE)
def do_inspection_rule_list(client: Client, args: Args) -> results.Shown:
    """List inspection rules."""
    columns = ('uuid', 'description', 'phase', 'priority')
    return lists.table(
        args,
        inspection_rules.InspectionRule,
        client.inspection_rules.iterate,
        columns,
        **given(args, 'phase'),
    )


@versions.wraps('1.96')
@arg('rule', metavar='<rule>', help='UUID.')
@lists.fields_argument()
@shows(_RULE)
def do_inspection_rule_show(client: Client, args: Args) -> results.Shown:
    """Show an inspection rule."""
    return lists.record(args, client.inspection_rules.get(args.rule, **lists.fields_of(args)))


@versions.wraps('1.96')
@arg('--uuid', metavar='<uuid>', help='UUID of the new rule.')
@arg('--description', metavar='<description>', help='Any text.')
@arg('--priority', metavar='<priority>', type=numeric.count, help=_PRIORITY_HELP)
@arg(
    '--sensitive',
    metavar='<boolean>',
    type=types.boolean,
    help='Whether what it holds is not to be shown again.',
)
@arg('--phase', metavar='<phase>', help=_PHASE_HELP)
@arg('--conditions', metavar='<conditions>', type=steps.ObjectList, help=_CONDITIONS_HELP)
@arg('--actions', metavar='<actions>', type=steps.ObjectList, required=True, help=_ACTIONS_HELP)
@shows(_RULE)
@writes
def do_inspection_rule_create(client: Client, args: Args) -> results.Shown:
    """Create an inspection rule."""
    names = ('actions', 'conditions', 'uuid', 'description', 'priority', 'sensitive', 'phase')
    return results.Record(client.inspection_rules.create(**given(args, *names)))


@versions.wraps('1.96')
@arg('rule', metavar='<rule>', help='UUID.')
@arg('--description', metavar='<description>', help='Any text.')
@arg('--priority', metavar='<priority>', type=numeric.count, help=_PRIORITY_HELP)
@arg('--phase', metavar='<phase>', help=_PHASE_HELP)
@arg('--conditions', metavar='<conditions>', type=steps.ObjectList, help=_CONDITIONS_HELP)
@arg('--actions', metavar='<actions>', type=steps.ObjectList, help=_ACTIONS_HELP)
@checked_by(edits.needs_a_change('rule'))
@shows(_RULE)
@writes
def do_inspection_rule_set(client: Client, args: Args) -> results.Shown:
    """Change an inspection rule; what is not named stays."""
    names = ('description', 'priority', 'phase', 'conditions', 'actions')
    changed = edits.set_by(given(args, *names), {})
    return results.Record(client.inspection_rules.update(args.rule, changed))


@versions.wraps('1.96')
@arg('rule', metavar='<rule>', help='UUID.')
@edits.flag_argument('--description', 'Remove its description.')
@edits.flag_argument('--priority', 'Give it the lowest priority.')
@edits.flag_argument('--phase', 'Remove its phase.')
@edits.keys_argument('--condition', 'Place of a condition to remove, from 0')
@edits.keys_argument('--action', 'Place of an action to remove, from 0')
@checked_by(edits.needs_a_change('rule'))
@shows(_RULE)
@writes
def do_inspection_rule_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of an inspection rule."""
    removed = edits.unset_by(
        *(args, 'description', 'priority', 'phase'), conditions='condition', actions='action'
    )
    return results.Record(client.inspection_rules.update(args.rule, removed=removed))


@versions.wraps('1.96')
@arg('rule', metavar='<rule>', nargs='+', help='UUID; several for several rules.')
@writes
def do_inspection_rule_delete(client: Client, args: Args) -> results.Shown:
    """Delete inspection rules."""
    rules = client.inspection_rules
    return deletions.by_reference(args.rule, rules.delete)

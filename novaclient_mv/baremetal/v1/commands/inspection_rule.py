"""Commands on inspection rules."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import inspection_rules
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits, steps
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import results

_RULE = 'baremetal.v1.inspection_rules:InspectionRule'
_PRIORITY_HELP = 'Priority of the rule; higher priorities run first.'
_PHASE_HELP = 'Inspection phase in which the rule runs, as in main.'
_CONDITIONS_HELP = (
    'Conditions with op and args, as JSON or in a YAML or JSON file; "-" reads the input.'
)
_ACTIONS_HELP = 'Actions with op and args, as JSON or in a YAML or JSON file; "-" reads the input.'

_COMMANDS = collections.Commands(inspection_rules.InspectionRuleManager)

do_inspection_rule_list = _COMMANDS.list(
    ('uuid', 'description', 'phase', 'priority'),
    filters=inspection_rules.FILTERS,
)
do_inspection_rule_show = _COMMANDS.show()
do_inspection_rule_set = _COMMANDS.set(
    arg('--description', help='Description of the rule.'),
    arg('--priority', type=numeric.count, help=_PRIORITY_HELP),
    arg('--phase', help=_PHASE_HELP),
    arg('--conditions', type=steps.ObjectList, help=_CONDITIONS_HELP),
    arg('--actions', type=steps.ObjectList, help=_ACTIONS_HELP),
    fields=('description', 'priority', 'phase', 'conditions', 'actions'),
)
do_inspection_rule_unset = _COMMANDS.unset(
    edits.flag_argument('--description', 'Remove the description.'),
    edits.flag_argument('--priority', 'Reset the priority to the lowest.'),
    edits.flag_argument('--phase', 'Remove the phase.'),
    edits.keys_argument('--condition', 'Index of a condition to remove, from 0'),
    edits.keys_argument('--action', 'Index of an action to remove, from 0'),
    flags=('description', 'priority', 'phase'),
    conditions='condition',
    actions='action',
)
do_inspection_rule_delete = _COMMANDS.delete()


@versions.wraps('1.96')
@arg('--uuid', help='UUID of the new rule.')
@arg('--description', help='Description of the rule.')
@arg('--priority', type=numeric.count, help=_PRIORITY_HELP)
@arg(
    '--sensitive',
    metavar='<boolean>',
    type=types.boolean,
    help='Whether the rule contains sensitive information.',
)
@arg('--phase', help=_PHASE_HELP)
@arg('--conditions', type=steps.ObjectList, help=_CONDITIONS_HELP)
@arg('--actions', type=steps.ObjectList, required=True, help=_ACTIONS_HELP)
@returns_resource(_RULE)
@writes
def do_inspection_rule_create(client: Client, args: Args) -> results.Shown:
    """Create an inspection rule."""
    names = ('actions', 'conditions', 'uuid', 'description', 'priority', 'sensitive', 'phase')
    return results.Record(client.inspection_rules.create(**set_arguments(args, *names)))

"""The command that shows which versions accept a command line."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import nested_command_lines
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    offline,
    returns_columns,
    takes_command_line,
)
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.knowledge import command_lines, filter_needs, preflight
from novaclient_mv.knowledge.needs import Requirements, RequirementsForm
from novaclient_mv.program.commands.parts import preflights
from novaclient_mv.versions import APIVersion


@offline
@takes_command_line
@arg('words', metavar='<word>', nargs='+', help='Command line to check, after "--"; it is not run.')
@arg(
    '--release',
    group='target',
    help='Release to ask about: whether a run there would take the line. To ask about clouds, name '
    'them by --os-cloud.',
)
@arg(
    '--range',
    metavar='<from>..<to>',
    group='target',
    help="Range of versions of the line's service to ask about, as in 2.1..2.53.",
)
@returns_columns(*RequirementsForm.__annotations__, *preflights.COLUMNS)
def do_version_requires(invocation: Invocation, args: Args) -> results.Shown:
    """Show which API versions accept a command line, and which of its parts limit them.

    With --os-cloud, --release or --range it shows whether a run there would take the line, at which
    version, or why not. The exit status is then 3 unless all take it.
    """
    judged = nested_command_lines.judged_words(invocation.line, args.words, invocation.environment)
    if preflights.is_asked(invocation, args):
        return _preflight(invocation, args, judged)
    requirements = _requirements(judged)
    view = results.Views(
        results.Properties(dict(requirements.as_mapping())),
        results.Properties(_for_reader(requirements)),
    )
    if requirements.conflict is not None:
        refusal = errors.OutsideVersion(requirements.conflict)
        refusal.done = view
        raise refusal
    return view


def _requirements(words: Sequence[str]) -> Requirements:
    """The requirements of a line, which may begin with the name of a program."""
    if words[:1] != (OPENSTACK,):
        return command_lines.requirements(words, plugins.auth_options)
    # Its table is read for such lines only.
    from novaclient_mv.knowledge.openstack import requirements as of_openstack

    return of_openstack.of_words(words[1:])


def _preflight(invocation: Invocation, args: Args, words: Sequence[str]) -> results.Shown:
    line = preflight.line_of(words, plugins.auth_options)
    rows = preflights.of_line(invocation, args, line)
    refusal = preflights.refusal(rows)
    view = preflights.view(line, rows)
    if refusal is not None:
        refusal.done = view
        raise refusal
    return view


def _for_reader(requirements: Requirements) -> dict[str, str]:
    """The requirements for a reader."""
    needs = [f'{need.part}: {need}' for need in requirements.needs]
    needs += [f'{need.part}: {need}' for need in requirements.filters]
    missing = {'missing': ', '.join(requirements.missing)} if requirements.missing else {}
    return {
        'command': requirements.command,
        **missing,
        'versions': filter_needs.described(
            requirements.windows, requirements.filters, requirements.service
        ),
        'needs': '; '.join(needs) or 'nothing',
        'lowest': _bound(requirements, requirements.lowest, requirements.lowest_set_by),
        'highest': _bound(requirements, requirements.highest, requirements.highest_set_by),
    }


def _bound(requirements: Requirements, version: APIVersion | None, set_by: list[str]) -> str:
    if not requirements.windows:
        return 'none'
    if version is None:
        return 'open'
    text = requirements.service.releases.with_release(version)
    return f'{text}, set by {", ".join(set_by)}' if set_by else text

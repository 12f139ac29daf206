"""The command that shows which versions accept a command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

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
from novaclient_mv.cli.running import offers, results, several_clouds
from novaclient_mv.clouds import selection
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.selection import Target
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.errors import ExitStatus
from novaclient_mv.knowledge import command_lines, filter_needs, preflight
from novaclient_mv.knowledge.capabilities import Offer
from novaclient_mv.knowledge.lint import targets
from novaclient_mv.knowledge.needs import Requirements, RequirementsForm
from novaclient_mv.knowledge.preflight import Answer, Line
from novaclient_mv.services import Service
from novaclient_mv.services.service import common_versions
from novaclient_mv.versions import APIVersion

COLUMNS = ('cloud', 'region', 'answer', 'version', 'reason')
_SECONDS = 10.0
"""The time that each cloud has to answer, where no timeout is given."""


class Row(NamedTuple):
    """The result of a line in one place: a cloud, a release or a range."""

    cloud: str | None
    region: str | None
    label: str
    answer: Answer

    def as_mapping(self) -> dict[str, str | None]:
        """The JSON form, by :data:`COLUMNS`."""
        version = None if self.answer.version is None else str(self.answer.version)
        values = self.cloud, self.region, str(self.answer), version, self.answer.reason
        return dict(zip(COLUMNS, values, strict=True))


class NotEverywhere(errors.Error):
    """A command line is refused in some of the places that were asked about."""

    exit_status = ExitStatus.VERSION
    error_code = 'version_not_offered'


def _are_places_named(invocation: Invocation, args: Args) -> bool:
    """Whether places are named by options."""
    named = invocation.options.get('os_cloud')
    if named and (args.release or args.range):
        raise errors.CommandError(
            '--os-cloud names a target as --release and --range do: one only.'
        )
    return bool(named or args.release or args.range)


def _rows_of(invocation: Invocation, args: Args, line: Line) -> list[Row]:
    """The result of a line in each place that is named."""
    if args.release or args.range:
        return [_of_target(invocation.settings, args, line)]
    # The line itself heeds its version.
    inside = {key: line.options[key] for key in line.options.keys() - {line.service.version_dest}}
    options = {**inside, **invocation.options}
    settings = invocation.settings.with_options(options, invocation.settings.table)
    warn = invocation.environment.stderr.tell
    named = [
        part
        for target in selection.of_run(settings).targets
        for part in _in_regions(target, line.service, warn)
    ]
    seconds = float(options.get('timeout') or _SECONDS)
    answers = [answer.offer for answer in offers.ask(named, line.service, seconds)]
    if len(named) > 1 and line.asks_common(settings):
        answers = _in_common(line.service, answers)
    return [
        Row(
            *(target.cloud, offer.region, target.label),
            line.answer(target.settings, offer.range)
            if offer.is_answer
            else Answer(None, f'{offer.status}: {offer.message}'),
        )
        for target, offer in zip(named, answers, strict=True)
    ]


def _in_regions(
    target: Target, service: Service, warn: Callable[[str], None]
) -> tuple[Target, ...]:
    """The target in each of its regions; as it is, if they are unknown."""
    try:
        return several_clouds.in_regions(target, service, warn)
    except errors.Error:
        # The error is reported when the cloud is asked for its versions.
        return (target,)


def _in_common(service: Service, answers: Sequence[Offer]) -> list[Offer]:
    """The offers, each reduced to the versions that all clouds that answered share."""
    common = common_versions(service, (offer.range for offer in answers if offer.is_answer))
    if common is None:
        return [
            offer._replace(status='refused', message='These clouds share no version.')
            if offer.is_answer
            else offer
            for offer in answers
        ]
    offered = None if common.end == service.unversioned else common
    return [offer._replace(range=offered) for offer in answers]


def _of_target(settings: Settings, args: Args, line: Line) -> Row:
    """Judge a line against a release or range, ignoring cloud files and pins."""
    if args.release:
        named, label = targets.of_release(args.release), args.release
    else:
        named, label = targets.of_range(args.range, line.service), args.range
    target = named(line.service)
    if target is None:
        reason = f'{label} has no known versions of {line.service.name}.'
        return Row(None, None, label, Answer(None, reason))
    apart = settings.over(None, heeds_pins=False)
    return Row(None, None, label, line.answer(apart, target.range))


def _view(line: Line, rows: Sequence[Row]) -> results.Rows:
    """A row for each place; as JSON the requirements, with the places below ``clouds``."""
    forms = [row.as_mapping() for row in rows]
    data: Mapping[str, Any] = {**line.as_mapping(), 'clouds': forms}
    cells = [
        [row.label, *(form[key] or '' for key in COLUMNS[1:])]
        for row, form in zip(rows, forms, strict=True)
    ]
    return results.Rows(tuple(key.capitalize() for key in COLUMNS), cells, data, COLUMNS)


def _refusal(rows: Sequence[Row]) -> NotEverywhere | None:
    """The error of a line that is refused in some places, if it is."""
    refusing = [row.label for row in rows if row.answer.is_refusal]
    if not refusing:
        return None
    return NotEverywhere(f'Not taken by {", ".join(refusing)}.')


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
@returns_columns(*RequirementsForm.__annotations__, *COLUMNS)
def do_version_requires(invocation: Invocation, args: Args) -> results.Shown:
    """Show which API versions accept a command line, and which of its parts limit them.

    With --os-cloud, --release or --range it shows whether a run there would take the line, at which
    version, or why not. The exit status is then 3 unless all take it.
    """
    judged = nested_command_lines.judged_words(invocation.line, args.words, invocation.environment)
    if _are_places_named(invocation, args):
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
    rows = _rows_of(invocation, args, line)
    refusal = _refusal(rows)
    view = _view(line, rows)
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

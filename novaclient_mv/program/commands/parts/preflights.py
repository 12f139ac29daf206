"""Pre-flights of a command line: on clouds, on a release or in a range of versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import offers, results, several_clouds
from novaclient_mv.clouds import selection
from novaclient_mv.clouds.selection import Target
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.errors import ExitStatus
from novaclient_mv.knowledge.capabilities import Offer
from novaclient_mv.knowledge.lint import targets
from novaclient_mv.knowledge.preflight import Answer, Line
from novaclient_mv.services import Service
from novaclient_mv.services.service import common_versions

COLUMNS = ('cloud', 'region', 'answer', 'version', 'reason')
_SECONDS = 10.0
"""The time that each cloud has to answer, where no timeout is given."""


class RowForm(TypedDict):
    """The JSON form of :class:`Row`."""

    cloud: str | None
    region: str | None
    answer: str
    version: str | None
    reason: str | None


class Row(NamedTuple):
    """The fate of a line in one place.

    :param cloud: ``None`` for a release or a range.
    :param label: the name of the place for a reader.
    """

    cloud: str | None
    region: str | None
    label: str
    answer: Answer

    def as_mapping(self) -> RowForm:
        """The JSON form."""
        answer = self.answer
        return {
            'cloud': self.cloud,
            'region': self.region,
            'answer': str(answer),
            'version': None if answer.version is None else str(answer.version),
            'reason': answer.reason,
        }


class NotEverywhere(errors.Error):
    """A command line is refused in some of the places that were asked about."""

    exit_status = ExitStatus.VERSION
    error_code = 'version_not_offered'


def is_asked(invocation: Invocation, args: Args) -> bool:
    """Whether places are named; a variable that names a cloud does not suffice.

    :raises CommandError: they are named in two ways.
    """
    named = invocation.options.get('os_cloud')
    if named and (args.release or args.range):
        raise errors.CommandError(
            '--os-cloud names a target as --release and --range do: one only.'
        )
    return bool(named or args.release or args.range)


def of_line(invocation: Invocation, args: Args, line: Line) -> list[Row]:
    """The fate of a line in each place that is named.

    :raises CommandError: a cloud is in no file; a release or a range is none.
    """
    if args.release or args.range:
        return [_of_target(invocation.settings, args, line)]
    # The version in the line is the line's own affair.
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
            target.cloud,
            offer.region,
            target.label,
            _on(line, target.settings, offer),
        )
        for target, offer in zip(named, answers, strict=True)
    ]


def _in_regions(
    target: Target, service: Service, warn: Callable[[str], None]
) -> tuple[Target, ...]:
    """The target in each of its regions; as it is, where its cloud does not tell them."""
    try:
        return several_clouds.in_regions(target, service, warn)
    except errors.Error:
        # It says why when it is asked for its versions.
        return (target,)


def _in_common(service: Service, answers: Sequence[Offer]) -> list[Offer]:
    """The offers, each cut down to the versions that all clouds share which answered."""
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


def _on(line: Line, settings: Settings, offer: Offer) -> Answer:
    if not offer.is_answer:
        return Answer(None, f'{offer.status}: {offer.message}')
    return line.answer(settings, offer.range)


def _of_target(settings: Settings, args: Args, line: Line) -> Row:
    """The fate of a line on a release, or in a range: no cloud file and no pin is of it."""
    if args.release:
        named, label = targets.of_release(args.release), args.release
    else:
        named, label = targets.of_range(args.range, line.service), args.range
    target = named(line.service)
    if target is None:
        reason = f'{label} says nothing of {line.service.name}.'
        return Row(None, None, label, Answer(None, reason))
    apart = settings.over(None, heeds_pins=False)
    return Row(None, None, label, line.answer(apart, target.range))


def view(line: Line, rows: Sequence[Row]) -> results.Rows:
    """A row a place; as JSON what the line needs, and the places below ``clouds``."""
    forms = [row.as_mapping() for row in rows]
    data: Mapping[str, Any] = {**line.as_mapping(), 'clouds': forms}
    cells = [
        (
            row.label,
            form['region'] or '',
            form['answer'],
            form['version'] or '',
            form['reason'] or '',
        )
        for row, form in zip(rows, forms, strict=True)
    ]
    return results.Rows(tuple(key.capitalize() for key in COLUMNS), cells, data, COLUMNS)


def refusal(rows: Sequence[Row]) -> NotEverywhere | None:
    """The error of a line that is not taken everywhere; ``None`` where it is."""
    refusing = [row.label for row in rows if row.answer.is_refusal]
    if not refusing:
        return None
    return NotEverywhere(f'Not taken by {", ".join(refusing)}.')

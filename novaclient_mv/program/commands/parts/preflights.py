"""Predicts the result of a command line on clouds, on a release or in a range of versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

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


def is_asked(invocation: Invocation, args: Args) -> bool:
    """Whether places are named by options.

    :raises CommandError: clouds and a release or a range are.
    """
    named = invocation.options.get('os_cloud')
    if named and (args.release or args.range):
        raise errors.CommandError(
            '--os-cloud names a target as --release and --range do: one only.'
        )
    return bool(named or args.release or args.range)


def of_line(invocation: Invocation, args: Args, line: Line) -> list[Row]:
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


def view(line: Line, rows: Sequence[Row]) -> results.Rows:
    """A row for each place; as JSON the requirements, with the places below ``clouds``."""
    forms = [row.as_mapping() for row in rows]
    data: Mapping[str, Any] = {**line.as_mapping(), 'clouds': forms}
    cells = [
        [row.label, *(form[key] or '' for key in COLUMNS[1:])]
        for row, form in zip(rows, forms, strict=True)
    ]
    return results.Rows(tuple(key.capitalize() for key in COLUMNS), cells, data, COLUMNS)


def refusal(rows: Sequence[Row]) -> NotEverywhere | None:
    """The error of a line that is refused in some places, if it is."""
    refusing = [row.label for row in rows if row.answer.is_refusal]
    if not refusing:
        return None
    return NotEverywhere(f'Not taken by {", ".join(refusing)}.')

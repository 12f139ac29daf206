"""The versions that a line of ``openstack`` needs, where it names one of them or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.cli.reading.window import Need
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge import spans
from novaclient_mv.knowledge.needs import Requirements
from novaclient_mv.knowledge.openstack import lines, version_rules
from novaclient_mv.knowledge.openstack.lines import OpenstackLine
from novaclient_mv.services import Service, epochs
from novaclient_mv.versions import VersionRange


def line_of(words: Sequence[str]) -> OpenstackLine:
    """The line of some words after the program's name."""
    try:
        return lines.read(words)
    except KeyError as error:
        raise errors.CommandError(
            f'The versions that {OPENSTACK} {error.args[0]} needs are not known.'
        ) from error


def of_words(words: Sequence[str]) -> Requirements:
    """The requirements of a line; see :func:`line_of`."""
    line = line_of(words)
    name = line.command.name
    service = line.command.service
    failing = [bound.part for bound in version_rules.bounds(line) if not bound.is_ever_taken]
    if failing:
        reason = f'{failing[0]} fails at every version of {OPENSTACK} {name}.'
        return Requirements(name, service, (), (), reason)
    needs = tuple(_needs(line, service))
    windows = spans.intersection([need.ranges for need in needs])
    conflict = None if windows else shapes.conflict_among(needs)
    whole = epochs.merged(windows, service) if windows else ()
    return Requirements(name, service, whole, needs, conflict)


def _needs(line: OpenstackLine, service: Service) -> Iterator[Need]:
    """The parts that not every version has, whether the program or only the service checks them."""
    for bound in (*version_rules.bounds(line), *version_rules.service_bounds(line)):
        start, end = bound.first or service.range.start, bound.last
        span = VersionRange(start) if end is None else VersionRange(start, end)
        yield Need(bound.part, (span.bound_like(service.range),), service)

"""The version that ``openstack`` sends for a line, and whether it accepts the line at that version.

Without a pin that program sends the newest version that it knows for the kind of resource, at most
the cloud's last; a pin is sent as it is, and must be in the cloud's range. What it refuses at which
version is recorded, option by option.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.cli.reading.window import Need
from novaclient_mv.knowledge import command_lines, spans
from novaclient_mv.knowledge.needs import Requirements
from novaclient_mv.knowledge.openstack import table, translation
from novaclient_mv.knowledge.openstack.lines import OpenstackLine
from novaclient_mv.services import BAREMETAL, COMPUTE, Service
from novaclient_mv.versions import APIVersion, VersionRange


class Bound(NamedTuple):
    """The versions at which the program accepts an option, or a command.

    :param is_taken_unpinned: whether it accepts it without a pin on a cloud of these versions.
    :param is_ever_taken: whether it accepts it at all.
    """

    part: str
    first: APIVersion | None = None
    last: APIVersion | None = None
    is_taken_unpinned: bool = True
    is_ever_taken: bool = True

    def has(self, version: APIVersion) -> bool:
        """Whether a version is in it."""
        is_late_enough = self.first is None or self.first <= version
        return is_late_enough and (self.last is None or version <= self.last)

    @property
    def span(self) -> str:
        """Its versions in words."""
        if self.first is not None and self.last is not None:
            return f'{self.first} to {self.last}'
        return f'{self.first} or later' if self.first is not None else f'{self.last} or earlier'


class VersionJudgement(NamedTuple):
    """The result of an ``openstack`` line on a cloud.

    :param version: the version of its main request, if it sends one.
    :param reason: why the program refuses the line; ``None`` if it accepts it.
    :param pin: a version with which it would accept a refused line there.
    :param bound: the part that is to blame.
    """

    version: APIVersion | None
    reason: str | None = None
    pin: APIVersion | None = None
    bound: Bound | None = None


def judge(
    line: OpenstackLine, cloud: VersionRange, pin: APIVersion | None = None
) -> VersionJudgement:
    """Predict what ``openstack`` does with a line.

    :param cloud: the versions of the line's service that the cloud offers.
    :param pin: the version of the environment or a cloud file; one in the line wins.
    """
    pinned = pin_of(line) or pin
    service = line.command.service
    if pinned is not None and pinned not in cloud:
        return VersionJudgement(None, f'the cloud has no version {pinned} of {service.name}.')
    if pinned is not None and _known(pinned, service) != pinned:
        pin = _known(cloud.end, service)
        return VersionJudgement(
            None, f'{OPENSTACK} knows no version {pinned} of {service.name}.', pin
        )
    version = _sent(line, cloud, pinned)
    for bound in bounds(line):
        if not bound.is_ever_taken:
            return VersionJudgement(version, f'{bound.part} fails at every version.', bound=bound)
        is_offered = bound.has(pinned or cloud.end)
        if not is_offered or (pinned is None and not bound.is_taken_unpinned):
            option = f'{service.version_option} ' if is_offered else ''
            reason = f'{bound.part} needs {option}{bound.span}.'
            return VersionJudgement(version, reason, _pin(line, cloud), bound)
    if service is not COMPUTE and version is not None:
        return _of_service(line, cloud, version)
    return VersionJudgement(version)


def _of_service(line: OpenstackLine, cloud: VersionRange, version: APIVersion) -> VersionJudgement:
    """The result of a line that the program sends at any version, by the versions of our lines."""
    requirements = _requirements(line)
    windows = spans.intersection([ours.windows for ours in requirements])
    if any(version in window for window in windows):
        return VersionJudgement(version)
    bounds = _service_bounds(line, requirements)
    bound = next((bound for bound in bounds if not bound.has(version)), None)
    is_recorded = any(option.option in _recorded(line) for option in line.options)
    if bound is None and (is_recorded or not windows):
        # Our line refuses a value, or an option that theirs accepts: versions do not matter.
        return VersionJudgement(version)
    part = line.command.name if bound is None else bound.part
    needed = ', '.join(map(str, windows)) if bound is None else bound.span
    ends = [_known(min(window.end, cloud.end), line.command.service) for window in windows]
    pins = [end for end, window in zip(ends, windows, strict=True) if end in window]
    return VersionJudgement(version, f'{part} needs {needed}.', max(pins, default=None), bound)


def service_bounds(line: OpenstackLine) -> list[Bound]:
    """The bounds that only the service checks; none of Compute, whose bounds are recorded."""
    if line.command.service is COMPUTE:
        return []
    return _service_bounds(line, _requirements(line))


def _service_bounds(line: OpenstackLine, requirements: Sequence[Requirements]) -> list[Bound]:
    of_command = [need for ours in requirements for need in ours.needs if need.part == ours.command]
    parts = [_bound_of_needs(line.command.name, of_command)]
    for option in line.options:
        if option.option not in _recorded(line):
            alone = _requirements(line._replace(options=(option,)))
            needs = [need for ours in alone for need in ours.needs if need.part.startswith('-')]
            parts.append(_bound_of_needs(option.option, needs))
    return [bound for bound in dict.fromkeys(parts) if bound.first or bound.last]


def _bound_of_needs(part: str, needs: Sequence[Need]) -> Bound:
    """The bound of a part whose counterparts in our lines have these needs."""
    windows = spans.intersection([need.ranges for need in needs])
    first = windows[0].start if needs and windows else None
    last = windows[-1].end if needs and windows and not windows[-1].end.is_latest() else None
    return Bound(part, first, last)


def _requirements(line: OpenstackLine) -> list[Requirements]:
    """The requirements of our lines for a line, without its global and output options."""
    ours = translation.of_line(line._replace(settings=(), output=())).lines
    return [command_lines.requirements(words) for words in ours]


def _known(version: APIVersion, service: Service) -> APIVersion:
    """The last version up to this one that the program accepts as a pin."""
    first, last = versions()['unknown'].get(service.name, (None, None))
    if first is None or not APIVersion(first) <= version <= APIVersion(last):
        return version
    return APIVersion(f'{version.ver_major}.{APIVersion(first).ver_minor - 1}')


def pin_of(line: OpenstackLine) -> APIVersion | None:
    """The version that a line names; ``None`` where it leaves it to the program."""
    named, service = line.pin, line.command.service
    major = str(service.range.start.ver_major)
    if named is None or named in {major, f'{major}.latest'}:
        return None
    if named == 'latest' and service is BAREMETAL:
        return None
    try:
        return APIVersion(named)
    except errors.InvalidVersion:
        raise errors.CommandError(f'openstack takes no version {named}.') from None


def bounds(line: OpenstackLine) -> Iterator[Bound]:
    """The recorded bounds of a command and its options, ``with`` or ``without`` other options."""
    entries = _recorded(line)
    for name in ['', *dict.fromkeys(occurrence.option for occurrence in line.options)]:
        several = entries.get(name, [])
        for entry in several if isinstance(several, list) else [several]:
            is_beside = 'with' not in entry or line.has(entry['with'])
            if is_beside and not ('without' in entry and line.has(entry['without'])):
                yield _bound(name or line.command.name, entry)


def _recorded(line: OpenstackLine) -> dict[str, Any]:
    """The recorded bounds of a line's command, by option."""
    bounds: dict[str, Any] = versions()['commands'].get(line.command.name, {}).get('bounds', {})
    return bounds


def _bound(part: str, entry: dict[str, Any]) -> Bound:
    first, last = entry.get('from'), entry.get('to')
    return Bound(
        part,
        APIVersion(first) if first else None,
        APIVersion(last) if last else None,
        entry.get('unpinned', True),
        entry.get('ever', True),
    )


def _sent(line: OpenstackLine, cloud: VersionRange, pinned: APIVersion | None) -> APIVersion | None:
    """The version of a line's main request, if that names one."""
    recorded = versions()
    entry = recorded['commands'].get(line.command.name, {})
    known = entry.get('newest', recorded['services'].get(line.command.service.name))
    if known is None:
        return None
    if 'most' in entry:
        return min(APIVersion(entry['most']), pinned or cloud.end)
    return pinned or min(APIVersion(known), cloud.end)


def _pin(line: OpenstackLine, cloud: VersionRange) -> APIVersion | None:
    """The last version of a cloud at which the program accepts a line if it is pinned."""
    needed = list(bounds(line))
    ends = [bound.last for bound in needed if bound.last is not None]
    last = min([cloud.end, *ends])
    is_taken = all(bound.has(last) and bound.is_ever_taken for bound in needed)
    return last if last in cloud and is_taken else None


@functools.cache
def versions() -> dict[str, Any]:
    """The recorded versions."""
    return table.read('versions.json')

"""The version that ``openstack`` sends for a line, and whether it takes the line at that version.

Without a pin that program asks each service for its range and sends the newest version that it
knows for the kind of resource, at most the cloud's last; a pin is sent as it is, and must be in the
cloud's range. What it refuses at which version is recorded, option by option.
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
    """The versions at which the program takes a line with an option, or a command.

    :param part: the option, or the command.
    :param first: from this version.
    :param last: up to this version.
    :param is_taken_unpinned: whether it takes it without a pin, on a cloud with these versions.
    :param is_ever_taken: whether it takes it at all.
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


class Judgement(NamedTuple):
    """Fate of an ``openstack`` line on a cloud.

    :param version: the version of its main request; nothing where it sends none.
    :param reason: why it refuses the line; nothing where it takes it.
    :param pin: a version to name, with which it takes the line there; nothing where there is none,
        or none is needed.
    :param bound: the part that is to blame, where one is.
    """

    version: APIVersion | None
    reason: str | None = None
    pin: APIVersion | None = None
    bound: Bound | None = None


def judge(line: OpenstackLine, cloud: VersionRange, pin: APIVersion | None = None) -> Judgement:
    """Return what ``openstack`` does with a line.

    :param cloud: the versions of the line's service that the cloud offers.
    :param pin: the version that the environment or a cloud file names; the line's own goes first.
    """
    pinned = pin_of(line) or pin
    service = line.command.service
    if pinned is not None and pinned not in cloud:
        return Judgement(None, f'the cloud has no version {pinned} of {service.name}.')
    if pinned is not None and _known(pinned, service) != pinned:
        pin = _known(cloud.end, service)
        return Judgement(None, f'{OPENSTACK} knows no version {pinned} of {service.name}.', pin)
    version = _sent(line, cloud, pinned)
    checked = pinned or cloud.end
    for bound in bounds(line):
        if not bound.is_ever_taken:
            return Judgement(version, f'{bound.part} fails at every version.', bound=bound)
        if not bound.has(checked):
            reason = f'{bound.part} needs {bound.span}.'
            return Judgement(version, reason, _pin(line, cloud), bound)
        if pinned is None and not bound.is_taken_unpinned:
            reason = f'{bound.part} needs {service.version_option} {bound.span}.'
            return Judgement(version, reason, _pin(line, cloud), bound)
    if service is not COMPUTE and version is not None:
        return _of_service(line, cloud, version)
    return Judgement(version)


def _of_service(line: OpenstackLine, cloud: VersionRange, version: APIVersion) -> Judgement:
    """Answer of the service to a line that the program sends at any version, as ours tell."""
    requirements = _requirements(line)
    windows = spans.intersection([ours.windows for ours in requirements])
    if any(version in window for window in windows):
        return Judgement(version)
    bounds = _service_bounds(line, requirements)
    bound = next((bound for bound in bounds if not bound.has(version)), None)
    is_told = windows and not any(option.option in _recorded(line) for option in line.options)
    if bound is None and not is_told:
        # Ours refuses a value, or what is taken there; that says nothing of versions.
        return Judgement(version)
    part = line.command.name if bound is None else bound.part
    needed = ', '.join(map(str, windows)) if bound is None else bound.span
    ends = [_known(min(window.end, cloud.end), line.command.service) for window in windows]
    pins = [end for end, window in zip(ends, windows, strict=True) if end in window]
    return Judgement(version, f'{part} needs {needed}.', max(pins, default=None), bound)


def service_bounds(line: OpenstackLine) -> list[Bound]:
    """Return the bounds of a line's command and options which the program does not check, but the
    service has, as ours tell; none of Compute, whose bounds are all recorded.
    """
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
    """The bound of a part of a line that ours need all these for."""
    windows = spans.intersection([need.ranges for need in needs])
    first = windows[0].start if needs and windows else None
    last = windows[-1].end if needs and windows and not windows[-1].end.is_latest() else None
    return Bound(part, first, last)


def _requirements(line: OpenstackLine) -> list[Requirements]:
    """The requirements of our lines for a line, without global options and those of output."""
    ours = translation.of_line(line._replace(settings=(), output=())).lines
    return [command_lines.requirements(words) for words in ours]


def _known(version: APIVersion, service: Service) -> APIVersion:
    """The last version up to this one that the program takes as a pin."""
    first, last = versions()['unknown'].get(service.name, (None, None))
    if first is None or not APIVersion(first) <= version <= APIVersion(last):
        return version
    return APIVersion(f'{version.ver_major}.{APIVersion(first).ver_minor - 1}')


def pin_of(line: OpenstackLine) -> APIVersion | None:
    """Return the version that a line names; nothing where it leaves it to the program.

    :raises CommandError: that program refuses what is named.
    """
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


def newest(line: OpenstackLine) -> APIVersion | None:
    """Return the newest version that the program knows for what a line is about; nothing where its
    main request names no version.
    """
    recorded = versions()
    service = recorded['services'].get(line.command.service.name)
    text = recorded['commands'].get(line.command.name, {}).get('newest', service)
    return None if text is None else APIVersion(text)


def bounds(line: OpenstackLine) -> Iterator[Bound]:
    """Return the recorded bounds of a line's command and options, which are not on all versions.

    An option may have several: beside one option (``with``), or ``without`` it.
    """
    entries = _recorded(line)
    for name in ['', *dict.fromkeys(occurrence.option for occurrence in line.options)]:
        several = entries.get(name, [])
        for entry in several if isinstance(several, list) else [several]:
            is_beside = 'with' not in entry or line.has(entry['with'])
            if is_beside and not ('without' in entry and line.has(entry['without'])):
                yield _bound(name or line.command.name, entry)


def _recorded(line: OpenstackLine) -> dict[str, Any]:
    """The recorded bounds of a line's command, by option; empty where it has any version."""
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
    """The version of a line's main request."""
    most = versions()['commands'].get(line.command.name, {}).get('most')
    known = newest(line)
    if known is None:
        return None
    if most is not None:
        return min(APIVersion(most), pinned or cloud.end)
    return pinned or min(known, cloud.end)


def _pin(line: OpenstackLine, cloud: VersionRange) -> APIVersion | None:
    """The last version of a cloud at which the program takes a line when it is pinned."""
    needed = list(bounds(line))
    ends = [bound.last for bound in needed if bound.last is not None]
    last = min([cloud.end, *ends])
    is_taken = all(bound.has(last) and bound.is_ever_taken for bound in needed)
    return last if last in cloud and is_taken else None


@functools.cache
def versions() -> dict[str, Any]:
    """Return the recorded versions."""
    return table.read('versions.json')

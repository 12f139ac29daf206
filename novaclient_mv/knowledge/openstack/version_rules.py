"""The version that ``openstack`` sends for a line, and whether it takes the line at that version.

Without a pin that program asks each service for its range and sends the newest version that it
knows for the kind of resource, at most the cloud's last; a pin is sent as it is, and must be in the
cloud's range. What it refuses at which version is recorded, option by option.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import read
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge.openstack import table, translation
from novaclient_mv.knowledge.openstack.lines import OpenstackLine
from novaclient_mv.versions import APIVersion, VersionRange

MAJORS = {'compute': '2', 'baremetal': '1', 'placement': '1'}


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
    """

    version: APIVersion | None
    reason: str | None = None
    pin: APIVersion | None = None


def judge(line: OpenstackLine, cloud: VersionRange, pin: APIVersion | None = None) -> Judgement:
    """Return what ``openstack`` does with a line.

    :param cloud: the versions of the line's service that the cloud offers.
    :param pin: the version that the environment or a cloud file names; the line's own goes first.
    """
    pinned = pin_of(line) or pin
    service = line.command.service
    if pinned is not None and pinned not in cloud:
        return Judgement(None, f'the cloud has no version {pinned} of {service}.')
    version = _sent(line, cloud, pinned)
    checked = pinned or cloud.end
    for bound in bounds(line):
        if not bound.is_ever_taken:
            return Judgement(version, f'{bound.part} fails at every version.')
        if not bound.has(checked):
            return Judgement(version, f'{bound.part} needs {bound.span}.', _pin(line, cloud))
        if pinned is None and not bound.is_taken_unpinned:
            needed = f'{bound.part} needs --os-{service}-api-version {bound.span}.'
            return Judgement(version, needed, _pin(line, cloud))
    if service != 'compute' and version is not None:
        return _of_ours(line, cloud, version)
    return Judgement(version)


def _of_ours(line: OpenstackLine, cloud: VersionRange, version: APIVersion) -> Judgement:
    """Answer of the service to a line that the program sends at any version, as ours tell."""
    environment = Environment(variables={})
    bare = line._replace(settings=(), output=())
    for words in translation.of_line(bare, version).lines:
        ours = read.line_of(words, environment)
        windows = ours.windows()
        if windows and not any(version in window for window in windows):
            ends = [min(window.end, cloud.end) for window in windows]
            pins = [end for end, window in zip(ends, windows, strict=True) if end in window]
            needed = ', '.join(map(str, windows))
            return Judgement(
                version, f'{line.command.name} needs {needed}.', max(pins, default=None)
            )
    return Judgement(version)


def pin_of(line: OpenstackLine) -> APIVersion | None:
    """Return the version that a line names; nothing where it leaves it to the program.

    :raises CommandError: that program refuses what is named.
    """
    named, major = line.pin, MAJORS[line.command.service]
    if named is None or named in {major, f'{major}.latest'}:
        return None
    if named == 'latest' and line.command.service == 'baremetal':
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
    service = recorded['services'].get(line.command.service)
    text = recorded['commands'].get(line.command.name, {}).get('newest', service)
    return None if text is None else APIVersion(text)


def bounds(line: OpenstackLine) -> Iterator[Bound]:
    """Return the recorded bounds of a line's command and options, which are not on all versions."""
    entry = versions()['commands'].get(line.command.name, {}).get('bounds', {})
    names = ['', *dict.fromkeys(occurrence.option for occurrence in line.options)]
    for name in names:
        if name in entry:
            yield _bound(name or line.command.name, entry[name])


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
    recorded: dict[str, Any] = json.loads(
        (table.FOLDER / 'versions.json').read_text(encoding='utf-8')
    )
    return recorded

"""The offers of clouds: features of the command line, and the clouds that have each.

.. code-block:: python

   offers = [Offer('old', None, OK, None, VersionRange('2.1', '2.53')), ...]
   table = matrix(service, offers, [feature('server-create --hostname')])
   table.as_mapping()
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import commands, read, tree
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.knowledge import command_lines, filter_needs, lint, spans
from novaclient_mv.knowledge.filter_needs import FilterForm, FilterNeed
from novaclient_mv.knowledge.lint import findings, lines
from novaclient_mv.knowledge.lint.findings import BoundsForm
from novaclient_mv.knowledge.openstack import multiword_commands
from novaclient_mv.knowledge.spans import SpanForm
from novaclient_mv.services import Service, epochs
from novaclient_mv.services.service import common_versions
from novaclient_mv.versions import VersionRange

OK, UNREACHABLE, LOGIN, NO_MICROVERSIONS = 'ok', 'unreachable', 'login', 'no-microversions'
"""Statuses of an offer."""


class OfferForm(TypedDict):
    """The JSON form of :class:`Offer`."""

    name: str
    region: str | None
    status: str
    message: str | None
    min: str | None
    max: str | None
    release: str | None
    service: str


class FeatureForm(TypedDict):
    """The JSON form of a feature, and on which clouds it is to be had."""

    feature: str
    ranges: list[SpanForm]
    filters: NotRequired[list[FilterForm]]
    on: dict[str, bool | None]


class MatrixForm(TypedDict):
    """The JSON form of :class:`Matrix`."""

    clouds: list[OfferForm]
    features: list[FeatureForm]
    common: BoundsForm | None
    common_features: int
    compared_features: int


class Offer(NamedTuple):
    """The offer of one cloud.

    :param status: ``ok``, ``unreachable``, ``login`` or ``no-microversions``.
    :param message: why it has no range.
    :param range: the versions that it serves, where its status is ``ok``.
    """

    name: str
    region: str | None
    status: str
    message: str | None = None
    range: VersionRange | None = None

    @property
    def is_answer(self) -> bool:
        """Whether its versions are known."""
        return self.status in (OK, NO_MICROVERSIONS)

    def has(self, ranges: Iterable[VersionRange], service: Service) -> bool | None:
        """Whether a run on this cloud can use a version in some ranges; ``None`` if unknown."""
        if not self.is_answer:
            return None
        return any(_is_negotiable(service, self.range, span) for span in ranges)

    def as_mapping(self, service: Service) -> OfferForm:
        offered = self.range
        release = service.releases.release_of_cloud(offered.end) if offered is not None else ''
        return {
            'name': self.name,
            'region': self.region,
            'status': self.status,
            'message': self.message,
            'min': None if offered is None else str(offered.start),
            'max': None if offered is None else str(offered.end),
            'release': release or None,
            'service': service.name,
        }


class Feature(NamedTuple):
    """A command, with options or without, as it is typed, and the versions that have it.

    :param filters: its list filters that are restricted to some users or versions.
    """

    text: str
    service: Service
    ranges: tuple[VersionRange, ...]
    filters: tuple[FilterNeed, ...] = ()

    @property
    def open_ranges(self) -> tuple[VersionRange, ...]:
        """The versions at which everybody has it."""
        return filter_needs.open_to_everybody(self.ranges, self.filters)

    def __str__(self) -> str:
        """The versions that have it, in words, with who may use it at which."""
        if not self.filters:
            describe = self.service.releases.describe_need
            return ', '.join(map(describe, self.ranges)) or 'none'
        return filter_needs.described(self.ranges, self.filters, self.service)

    def is_on(self, offer: Offer) -> bool | None:
        """Whether a cloud has it; ``None`` if that is unknown, or depends on the role."""
        is_there = offer.has(self.ranges, self.service)
        if not (is_there and self.filters) or offer.has(self.open_ranges, self.service):
            return is_there
        return None


class Matrix(NamedTuple):
    """Features and clouds.

    :param features: those that are shown.
    :param compared: those that are counted: the ones that were named, or all that not every version
        has.
    """

    service: Service
    offers: tuple[Offer, ...]
    features: tuple[Feature, ...]
    compared: tuple[Feature, ...] = ()

    @property
    def answers(self) -> list[Offer]:
        """The offers of the clouds that answered."""
        return [offer for offer in self.offers if offer.is_answer]

    @property
    def common(self) -> VersionRange | None:
        """The versions that all clouds that answered share; ``None`` where they share none."""
        return common_versions(self.service, (offer.range for offer in self.answers))

    @property
    def common_features(self) -> int:
        """The number of the compared features that all clouds that answered have."""
        answers = self.answers
        return sum(all(map(feature.is_on, answers)) for feature in self.compared if answers)

    @property
    def keys(self) -> list[str]:
        """The name of each cloud, with the region where a cloud has several."""
        names = [offer.name for offer in self.offers]
        return [
            f'{offer.name}/{offer.region}' if names.count(offer.name) > 1 else offer.name
            for offer in self.offers
        ]

    def on(self, feature: Feature) -> dict[str, bool | None]:
        """Whether each cloud has a feature; see :meth:`Feature.is_on`."""
        return dict(zip(self.keys, map(feature.is_on, self.offers), strict=True))

    def as_mapping(self) -> MatrixForm:
        common = self.common
        return {
            'clouds': [offer.as_mapping(self.service) for offer in self.offers],
            'features': [
                {
                    'feature': feature.text,
                    'ranges': spans.as_mappings(feature.ranges, self.service),
                    **filter_needs.as_mappings(feature.filters),
                    'on': self.on(feature),
                }
                for feature in self.features
            ],
            'common': findings.bounds(common),
            'common_features': self.common_features,
            'compared_features': len(self.compared),
        }


def feature(text: str, auth_options: read.AuthOptions = lambda settings, flag: ()) -> Feature:
    """A feature of the command line.

    Its versions are those that take the words, if they are a whole command line; else those that
    have all its parts.

    :param text: a command with options and values, as a shell reads them: ``server-create --nic
        auto``.
    :raises CommandError: it names no command, or an option that its command never has.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise errors.CommandError(f'{text!r} is not a command line: {error}.') from error
    ours = multiword_commands.lines_of(words, auth_options)
    ranges = spans.intersection([line.windows() or _ranges_of_parts(line) for line in ours])
    filters = [need for line in ours for need in command_lines.Parts(line).filters()]
    return Feature(text, ours[0].service, ranges, tuple(filters))


def features_in(text: str, name: str = '') -> list[Feature]:
    """The features that a script uses: for each of its calls the command, with the options and
    values that not every version has.

    :param text: a shell script; or YAML with scripts in it, where the name ends so.
    :raises CommandError: it is not valid YAML.
    """
    features: dict[str, Feature] = {}
    for line in lint.read_lines(text, name):
        if line.command is None:
            continue
        parts = [need.need.part for need in line.needs if need.kind != lines.COMMAND]
        parts += [placed.need.part for placed in line.filters]
        # An option is left out where its value is another part.
        longest = [part for part in parts if not any(one.startswith(f'{part} ') for one in parts)]
        # A missing argument is named with its command.
        without_command = (part.removeprefix(f'{line.command} ') for part in longest)
        used = ' '.join(dict.fromkeys((line.command, *without_command)))
        ranges = line.windows or spans.intersection([need.need.ranges for need in line.needs])
        filters = tuple(placed.need for placed in line.filters)
        features.setdefault(used, Feature(used, line.service, ranges, filters))
    return list(features.values())


def _ranges_of_parts(line: CommandLine) -> tuple[VersionRange, ...]:
    """The versions that have the command, and all options and values of a line."""
    parts = command_lines.Parts(line)
    ranges = [epochs.merged(line.command.ranges, line.service)]
    for occurrence in parts.occurrences:
        for value in occurrence.values:
            if not parts.accepting(occurrence.flag, value):
                raise errors.CommandError(f'No version takes {occurrence.flag} {value}.')
        ranges += [epochs.merged(having, line.service) for _, having in parts.parts_of(occurrence)]
    return spans.intersection(ranges)


def declared(service: Service) -> Iterator[Feature]:
    """The commands of a service and their options that not every version has, by name."""
    everything = epochs.merged([VersionRange()], service)
    for command in sorted(commands.commands_of([service]), key=lambda command: command.name):
        served = epochs.merged(command.ranges, service)
        if served != everything:
            yield Feature(command.name, service, served)
        ranges: dict[str, list[VersionRange]] = {}
        for argument, span in tree.every_argument(command):
            if not (argument.is_positional or argument.is_hidden):
                ranges.setdefault(argument.name, []).append(span)
        for name, having in ranges.items():
            # Shared options, as --wait, are declared for all versions.
            both = spans.intersection([epochs.merged(having, service), served])
            if both != served:
                yield Feature(f'{command.name} {name}', service, both)


def of_releases(service: Service) -> list[Offer]:
    """The offer of each release, the oldest first, as if it were a cloud of that name."""
    newest = {name: service.releases.newest_of(name) for name in service.releases.names()}
    return [
        Offer(name, None, OK, None, VersionRange(service.range.start, service.version(text)))
        for name, text in newest.items()
        if text is not None
    ]


def matrix(service: Service, offers: Sequence[Offer], features: Iterable[Feature] = ()) -> Matrix:
    """Features and clouds.

    :param features: by default those at which these clouds differ, the oldest first.
    :raises CommandError: a feature belongs to another service.
    """
    rows = tuple(features)
    for other in rows:
        if other.service != service:
            raise errors.CommandError(
                f'{other.text} belongs to the service {other.service.name}, not to {service.name}.'
            )
    compared = rows or tuple(declared(service))
    rows = rows or tuple(differing(service, offers, compared))
    return Matrix(service, tuple(offers), rows, compared)


def differing(
    service: Service, offers: Sequence[Offer], candidates: Iterable[Feature] | None = None
) -> list[Feature]:
    """The features that some of the clouds that answered have and others lack, by the version at
    which they begin or end.

    :param candidates: by default all features that not every version has.
    """
    answers = [offer for offer in offers if offer.is_answer]
    features = [
        candidate
        for candidate in (declared(service) if candidates is None else candidates)
        if len({offer.has(candidate.ranges, service) for offer in answers}) > 1
    ]
    return sorted(features, key=lambda feature: _breakpoint(feature, service))


def _breakpoint(feature: Feature, service: Service) -> versions.APIVersion:
    """The first version of a feature, or its last one if it has been there from the start."""
    first, last = feature.ranges[0], feature.ranges[-1]
    return last.end if first.start == service.first else first.start


def _is_negotiable(service: Service, offered: VersionRange | None, span: VersionRange) -> bool:
    """Whether a run on a cloud can use a version in a range."""
    try:
        service.negotiate(service.latest, offered, span)
    except errors.VersionNotOffered:
        return False
    return True

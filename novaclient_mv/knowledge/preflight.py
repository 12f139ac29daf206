"""Predicts what a run does with a command line on a cloud: the version it sends, or its refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds import requested_versions
from novaclient_mv.clouds.requested_versions import Requested, default_version, requested_version
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.knowledge import command_lines
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge.needs import Requirements
from novaclient_mv.knowledge.openstack import multiword_commands
from novaclient_mv.versions import APIVersion, VersionRange

NOVA = 'nova'


class Answer(NamedTuple):
    """The predicted result of a command line.

    :param version: the version that is sent; ``None`` if the line is refused, or sends none.
    :param reason: the reason of the refusal, as a sentence; ``None`` if the line is accepted.
    """

    version: APIVersion | None
    reason: str | None = None

    def __str__(self) -> str:
        return 'no' if self.is_refusal else 'yes'

    @property
    def is_refusal(self) -> bool:
        return self.reason is not None


def line_of(words: Sequence[str], auth_options: read.AuthOptions) -> Line:
    """A command line, by the program in front; without one it is ours."""
    program = words[0] if words else ''
    if program == OPENSTACK:
        return ForeignLine(words[1:])
    kind = NovaLine if program == NOVA else OwnLine
    ours = [kind(line) for line in multiword_commands.lines_of(words, auth_options)]
    return ours[0] if len(ours) == 1 else SeveralLines(ours)


class OwnLine:
    """A line of this program, which steps down to a version that takes it where none is named."""

    steps_down = True

    def __init__(self, line: CommandLine) -> None:
        self.requirements: Requirements = command_lines.of_line(line)
        self.service = line.service
        self.options: Mapping[str, Any] = line.options()

    def as_mapping(self) -> Mapping[str, Any]:
        """Its requirements in their JSON form."""
        return {**self.requirements.as_mapping()}

    def requested(self, settings: Settings) -> Requested:
        """The version that a run asks for; one in the line wins over the settings."""
        dest = self.service.version_dest
        if dest in self.options:
            options = {**settings.options, dest: self.options[dest]}
            settings = settings.with_options(options, settings.table)
        return read.requested_of(settings, self.service)

    def asks_common(self, settings: Settings) -> bool:
        """Whether a run would send one version to all of several clouds."""
        try:
            return self.requested(settings).is_common
        except errors.UnsupportedVersion:
            return False

    def answer(self, settings: Settings, offered: VersionRange | None) -> Answer:
        """Predict the result on a cloud."""
        try:
            requested = self.requested(settings)
        except errors.UnsupportedVersion as error:
            return Answer(None, str(error))
        if self.requirements.conflict is not None:
            return Answer(None, self.requirements.conflict)
        if requested.is_named and not self._takes(requested.version):
            return self._refused(
                requested.version, f'{requested.origin} named {requested.spelt}', offered
            )
        try:
            newest = self.service.negotiate(requested.version, offered)
        except errors.VersionNotOffered as error:
            refusal = requested.refusal(error.needed, offered, self.service)
            return Answer(None, str(refusal))
        if self._takes(newest):
            return Answer(newest)
        if not self.steps_down:
            return self._refused(newest, f'{NOVA} uses {newest}', offered)
        for window in reversed(self.requirements.windows):
            try:
                return Answer(self.service.negotiate(requested.version, offered, window))
            except errors.VersionNotOffered:
                continue
        return self._refused(newest, '', offered)

    def _takes(self, version: APIVersion) -> bool:
        return any(version in window for window in self.requirements.windows)

    def _refused(self, version: APIVersion, why: str, offered: VersionRange | None) -> Answer:
        """The refusal at a version; ``why`` says how that was chosen."""
        lacking = [
            need
            for need in self.requirements.needs
            if not any(version in span for span in need.ranges)
        ]
        parts = '; '.join(f'{need.part} needs API version {need}' for need in lacking)
        cloud = f'this cloud {self.service.describe_offer(offered)}'
        return Answer(None, '; '.join(filter(None, (parts, why, cloud))) + '.')


class SeveralLines:
    """Lines of this program that are run in turn, each at a version of its own."""

    def __init__(self, lines: Sequence[OwnLine]) -> None:
        self.lines = lines
        self.service, self.options = lines[0].service, lines[0].options

    def as_mapping(self) -> Mapping[str, Any]:
        """Their common requirements in their JSON form."""
        return {**shapes.together([line.requirements for line in self.lines]).as_mapping()}

    def asks_common(self, settings: Settings) -> bool:
        """Whether the first line sends one version to all of several clouds."""
        return self.lines[0].asks_common(settings)

    def answer(self, settings: Settings, offered: VersionRange | None) -> Answer:
        """The first refusal, or the lowest version that is sent."""
        answers = [line.answer(settings, offered) for line in self.lines]
        first = self.service.first
        return min(answers, key=lambda one: (not one.is_refusal, one.version or first))


class NovaLine(OwnLine):
    """A line of python-novaclient, which uses the newest version unless it names one."""

    steps_down = False

    def requested(self, settings: Settings) -> Requested:
        service, origin = self.service, self.service.version_option
        text = self.options.get(service.version_dest)
        if text is None:
            variable = settings.environment.get(service.version_variable)
            if variable is None:
                return default_version(service)
            origin, text = variable
        requested = requested_version(text, origin, service)
        if requested.is_release or requested.is_common:
            raise errors.InvalidVersion(text, f'{origin} of {NOVA} takes a number, or 2.latest')
        return requested


class ForeignLine:
    """A line of ``openstack``, which heeds the version of a cloud file, but neither pins nor names
    of releases, and negotiates by rules of its own.
    """

    def __init__(self, words: Sequence[str]) -> None:
        # Its table is read for such lines only.
        from novaclient_mv.knowledge.openstack import requirements

        self.line = requirements.line_of(words)
        self.service = self.line.command.service
        self.options: Mapping[str, Any] = {}

    def as_mapping(self) -> Mapping[str, Any]:
        """Its command and service."""
        return {'command': self.line.command.name, 'service': self.service.name}

    def asks_common(self, settings: Settings) -> bool:
        """Whether it sends one version to all of several clouds: never."""
        return False

    def answer(self, settings: Settings, offered: VersionRange | None) -> Answer:
        from novaclient_mv.knowledge.openstack import version_rules

        without = self.service.unversioned
        served = VersionRange(without, without) if offered is None else offered
        try:
            pin = None if self.line.pin is not None else self._pin(settings)
            judged = version_rules.judge(self.line, served, pin)
        except (errors.CommandError, errors.UnsupportedVersion) as error:
            return Answer(None, str(error))
        if judged.reason is None:
            return Answer(judged.version)
        option = self.service.version_option
        hint = f' {option} {judged.pin} would do.' if judged.pin is not None else ''
        sentence = judged.reason[:1].upper() + judged.reason[1:].rstrip('.')
        return Answer(None, f'{sentence}.{hint}')

    def _pin(self, settings: Settings) -> APIVersion | None:
        """The version that a variable or the cloud file names."""
        unpinned = settings.with_options(
            {**settings.options, self.service.version_dest: None}, settings.table, heeds_pins=False
        )
        requested = requested_versions.requested(unpinned, self.service)
        if requested.is_release or requested.is_common:
            raise errors.CommandError(f'{OPENSTACK} takes no version {requested.text}.')
        return requested.version if requested.is_named else None


Line = OwnLine | SeveralLines | ForeignLine
"""A command line of a program whose rule of versions is known."""

"""Pre-flight of a command line where some versions are offered: the version at which a run would
send it, or the reason of its refusal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from novaclient_mv import errors
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds import not_offered, requested_versions
from novaclient_mv.clouds.requested_versions import Requested, default_version, requested_version
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.knowledge import command_lines
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge.needs import Requirements
from novaclient_mv.knowledge.openstack import multiword_commands
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange

NOVA = 'nova'


class Answer(NamedTuple):
    """The fate of a line.

    :param version: the version that is sent; ``None`` where the line is refused, or sends none.
    :param reason: the reason of the refusal, as a sentence; ``None`` where it is taken.
    """

    version: APIVersion | None
    reason: str | None = None

    def __str__(self) -> str:
        return 'no' if self.is_refusal else 'yes'

    @property
    def is_refusal(self) -> bool:
        """Whether the line is refused."""
        return self.reason is not None


class Line(Protocol):
    """A command line of a program, whose rule of versions is known."""

    @property
    def service(self) -> Service:
        """The service that it calls."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The global options in it, by their names."""

    def as_mapping(self) -> Mapping[str, Any]:
        """Its requirements, for a program."""

    def asks_common(self, settings: Settings) -> bool:
        """Whether a run would send one version to all of several clouds."""

    def answer(self, settings: Settings, offered: VersionRange | None) -> Answer:
        """Return its fate on a cloud.

        :param settings: those of a run, on the cloud in question.
        :param offered: the versions that the cloud serves; ``None`` where it has no microversions.
        """


def line_of(words: Sequence[str], auth_options: read.AuthOptions) -> Line:
    """A command line, by the program in front; without one it is ours.

    :raises CommandError: the words name no command, or an option that it has at no version.
    """
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
        self.line = line
        self.requirements: Requirements = command_lines.of_line(line)
        self.service = line.service
        self.options: Mapping[str, Any] = line.options()

    def as_mapping(self) -> Mapping[str, Any]:
        """Its requirements, for a program."""
        return {**self.requirements.as_mapping()}

    def requested(self, settings: Settings) -> Requested:
        """The version that a run asks for; what the line itself names wins."""
        dest = self.service.version_dest
        if dest in self.options:
            options = {**settings.options, dest: self.options[dest]}
            settings = settings.with_options(options, settings.table)
        return read.requested_of(settings, self.service)

    def asks_common(self, settings: Settings) -> bool:
        """Whether a run would send one version to all of several clouds; see :class:`Line`."""
        try:
            return self.requested(settings).is_common
        except errors.UnsupportedVersion:
            return False

    def answer(self, settings: Settings, offered: VersionRange | None) -> Answer:
        """Return its fate on a cloud; see :class:`Line`."""
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
            refusal = not_offered.error(error.needed, offered, requested, self.service)
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
        """The line is refused at a version.

        :param why: the reason for this version, where it is not the newest that there is.
        """
        lacking = [
            need
            for need in self.requirements.needs
            if not any(version in span for span in need.ranges)
        ]
        parts = '; '.join(f'{need.part} needs API version {need}' for need in lacking)
        cloud = f'this cloud {self.service.describe_offer(offered)}'
        return Answer(None, '; '.join(filter(None, (parts, why, cloud))) + '.')


class SeveralLines:
    """Lines of this program that are run one after the other; each uses a version of its own."""

    def __init__(self, lines: Sequence[OwnLine]) -> None:
        self.lines = lines
        self.service, self.options = lines[0].service, lines[0].options

    def as_mapping(self) -> Mapping[str, Any]:
        """Their requirements, for a program."""
        return {**shapes.together([line.requirements for line in self.lines]).as_mapping()}

    def asks_common(self, settings: Settings) -> bool:
        """Whether a run would send one version to all of several clouds; see :class:`Line`."""
        return self.lines[0].asks_common(settings)

    def answer(self, settings: Settings, offered: VersionRange | None) -> Answer:
        """Return the first refusal, or the lowest version that is sent; see :class:`Line`."""
        answers = [line.answer(settings, offered) for line in self.lines]
        first = self.service.first
        return min(answers, key=lambda one: (not one.is_refusal, one.version or first))


class NovaLine(OwnLine):
    """A line of python-novaclient: it reads neither pins nor the version of a cloud file, knows no
    releases, and uses the newest version where none is named.
    """

    steps_down = False

    def requested(self, settings: Settings) -> Requested:
        """The version that a run asks for."""
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
    """A line of ``openstack``, which reads the version of a cloud file, but no pins of ours and no
    releases, and negotiates by rules of its own.

    :param words: the words behind the program's name.
    :raises CommandError: that program has no such command, or refuses the options; or it is not
        known what they need.
    """

    def __init__(self, words: Sequence[str]) -> None:
        # Its table is read for such lines only.
        from novaclient_mv.knowledge.openstack import lines

        try:
            self.line = lines.read(words)
        except KeyError as error:
            raise errors.CommandError(
                f'The versions that {OPENSTACK} {error.args[0]} needs are not known.'
            ) from error
        self.service = self.line.command.service
        self.options: Mapping[str, Any] = {}

    def as_mapping(self) -> Mapping[str, Any]:
        """Its command and service, for a program."""
        return {'command': self.line.command.name, 'service': self.service.name}

    def asks_common(self, settings: Settings) -> bool:
        """Whether a run would send one version to all of several clouds; never."""
        return False

    def answer(self, settings: Settings, offered: VersionRange | None) -> Answer:
        """Return its fate on a cloud; see :class:`Line`."""
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
        """The version that a variable or the cloud file names.

        :raises CommandError: it is a release, which that program does not know.
        :raises UnsupportedVersion: it is misspelt.
        """
        unpinned = settings.with_options(
            {**settings.options, self.service.version_dest: None}, settings.table, heeds_pins=False
        )
        requested = requested_versions.requested(unpinned, self.service)
        if requested.is_release or requested.is_common:
            raise errors.CommandError(f'{OPENSTACK} takes no version {requested.text}.')
        return requested.version if requested.is_named else None

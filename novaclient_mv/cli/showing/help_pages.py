"""The pages of help for one run: what its version, or its cloud, lacks is marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running.results import Text
from novaclient_mv.cli.showing import help_of_command
from novaclient_mv.cli.showing.help import Page, There
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.environment import shows_colour
from novaclient_mv.services import Service, registry
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.cli.reading.read import Invocation
    from novaclient_mv.clouds.settings import Settings

OPTIONS = 'options'
"""The word behind ``help`` for the options of all commands."""


class Pages:
    """The pages of help for a run. Nothing is sent.

    :param only: leave out what the version that was named, or the cloud, lacks.
    :param since: version or release with which something must have come, or later, to be shown.
    """

    def __init__(
        self, invocation: Invocation, only: bool = False, since: str | None = None
    ) -> None:
        self._invocation = invocation
        self._served: dict[str, There | None] = {}
        starts = None if since is None else _starts(since)
        is_coloured = _is_coloured(invocation.settings)
        self.page = Page(invocation.environment, self._there, only, starts, is_coloured)

    def of_words(self, words: Sequence[str]) -> Text:
        """The page of a command, of a topic, of the options of all commands, or of all commands."""
        if not words:
            return self.of_all()
        try:
            return self.of_command(commands.find('-'.join(words)))
        except errors.UnknownName as error:
            page = self._of_other_words(words)
            if page is None:
                if not error.has_advice:
                    from novaclient_mv.cli.showing import topics

                    words = ', '.join(topic.words[0] for topic in topics.TOPICS)
                    error.hint = f'Topics are: {words}.'
                raise
            return page

    def of_command(self, command: Command) -> Text:
        """One command: its variants, and its arguments by version."""
        text = help_of_command.text(self.page, command, self._refused(command))
        return Text(text, is_own=True, more=lambda: help_of_command.data(command))

    def of_all(self) -> Text:
        from novaclient_mv.cli.showing import help_of_several

        if self.page.starts is not None:
            return help_of_several.of_news(self.page)
        return help_of_several.of_all(self.page)

    def _of_other_words(self, words: Sequence[str]) -> Text | None:
        """The page of a topic, of options, or of our commands for an ``openstack`` command."""
        from novaclient_mv.cli.showing import help_of_several, topics

        topic = topics.find(words)
        if topic is not None:
            return help_of_several.of_topic(self.page, topic)
        if [*words] == [OPTIONS]:
            return help_of_several.of_options(self.page)
        alias = self._of_alias(words)
        if alias is not None:
            return alias
        from novaclient_mv.knowledge.openstack import multiword_commands

        return _joined(
            self.of_command(commands.find(name)) for name in multiword_commands.command_names(words)
        )

    def _of_alias(self, words: Sequence[str]) -> Text | None:
        """The line that an alias of the user stands for, above the page of its command."""
        from novaclient_mv.clouds.shortcuts import Shortcuts

        own = Shortcuts(self._invocation.environment)
        if len(words) != 1 or not own.is_there():
            return None
        line = own.aliases().get(words[0])
        if line is None:
            return None
        from novaclient_mv.cli.reading import read
        from novaclient_mv.clouds import shortcuts

        name = read.split(shortcuts.words_of(line, words[0])).name or ''
        page = self.of_command(commands.find(name))
        text = escapes.safe(f'{words[0]} is your alias of: {line}')
        return Text(
            f'{text}\n\n{page.text}', is_own=True, more=lambda: {**page.more(), 'alias': line}
        )

    def served(self, service: Service) -> There | None:
        """The versions that the cloud of the run serves, as far as earlier runs learned them."""
        if service.name not in self._served:
            self._served[service.name] = self._remembered(service) if self._has_cloud else None
        return self._served[service.name]

    def _there(self, service: Service) -> There | None:
        """The versions that a run may use: the one that was named, or those of the cloud."""
        requested = self._invocation.requested_of(service)
        if requested.is_named:
            version = requested.version
            return There(VersionRange(version, version), version, str(version))
        return self.served(service)

    def _remembered(self, service: Service) -> There | None:
        from novaclient_mv.clouds.cloud import Cloud

        settings = self._invocation.settings
        learned = Cloud(settings.environment, settings=settings).known_range(service)
        if learned is None:
            return None
        span = learned[0] or VersionRange(service.unversioned, service.unversioned)
        name = settings.cloud_name
        label = f'cloud {escapes.safe(name)}' if name else 'this cloud'
        return There(span, min(span.end, service.range.end), label)

    @property
    def _has_cloud(self) -> bool:
        """Whether the settings name a cloud."""
        from novaclient_mv.clouds import settings

        return settings.names_cloud(self._invocation.settings)

    def _refused(self, command: Command) -> frozenset[str]:
        """Names of the arguments of a command that the login of the named cloud may not use."""
        if not self._has_cloud:
            return frozenset()
        from novaclient_mv.cli.running import login_options

        requested = self._invocation.requested_of(command.service)
        return login_options.refused(self._invocation.settings, requested, command)


def _is_coloured(settings: Settings) -> bool:
    """Whether pages are for a terminal with bold text."""
    environment = settings.environment
    if not environment.is_terminal:
        return False
    color = settings.outside_files('color')
    return shows_colour(environment, *(() if color is None else (color.value,)))


def _starts(text: str) -> dict[str, APIVersion]:
    """The version that a text names, by the names of the services that have it."""
    starts: dict[str, APIVersion] = {}
    refusal = None
    for service in registry.every():
        try:
            starts[service.name] = service.plain_version(text)
        except errors.UnsupportedVersion as error:
            refusal = refusal or error
    if refusal is not None and not starts:
        raise refusal
    return starts


def _joined(pages: Iterable[Text]) -> Text | None:
    """Several pages as one; ``None`` without one."""
    several = list(pages)
    if len(several) < 2:
        return several[0] if several else None
    return Text(
        '\n\n'.join(page.text for page in several),
        is_own=True,
        more=lambda: {'commands': [page.more() for page in several]},
    )

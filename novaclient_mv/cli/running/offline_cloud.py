"""A cloud for offline dry runs: nothing is sent, and names are used as ids."""

from __future__ import annotations

import re
from collections.abc import Iterable

from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import offline_dry_run, permission_requests
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import user_agent
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.request import Request

_BETWEEN_NAMES = re.compile('[=,]')
_MAJOR_VERSION = re.compile(r'/v\d')


class OfflineCloud(Cloud):
    """The cloud of a command line for which nothing is sent, and nobody logs in."""

    def __init__(self, cloud: Cloud, line: CommandLine) -> None:
        super().__init__(cloud.environment, settings=cloud.settings, warn=cloud.warn)
        self._line = line
        self._anything = offline_dry_run.AnyCloud(_names(line))

    def connection(self, service: Service, version: APIVersion) -> Connection:
        """Return a connection that sends nothing: a cloud that has everything answers."""
        settings = self.settings
        override = (
            None if settings.is_sandbox else settings.get('endpoint_override', service=service)
        )
        base = str(override or f'http://{service.service_type}.invalid').rstrip('/')
        if service.major_path and not _MAJOR_VERSION.search(base):
            base = f'{base}/{service.major_path}'
        project = settings.get('os_project_id') or settings.get('os_project_name')
        access = offline_dry_run.Anybody(str(project or offline_dry_run.OWN_PROJECT))
        return Connection(
            self._anything,
            access,
            service,
            version,
            endpoint_override=base,
            warn=self.warn,
            additional_headers={'User-Agent': user_agent()},
        )

    def range(
        self, service: Service, is_fresh: bool = False, version: APIVersion | None = None
    ) -> tuple[VersionRange | None, bool]:
        """The range of this client."""
        return service.range, False

    def remembered_range(self, service: Service) -> tuple[VersionRange | None] | None:
        """Return ``None``: an offline cloud has no cache."""
        return None

    def assumed(self, writes: Iterable[Request]) -> list[str]:
        """The reads whose answers were assumed, and which do more than find what words name."""
        uses = reached_operations.uses_of(self._line.service).get(self._line.command.name, {})
        sent = [
            request
            for request in (*self._anything.requests, *writes)
            if request.service is None and '://' not in request.operation
        ]
        counted = permission_requests.changes(sent)
        return [
            request.operation
            for place, request in enumerate(sent)
            if not request.is_write
            and not permission_requests.finds(request, sent[place + 1 :])
            and (
                request in counted
                or not (request.operation in uses and uses[request.operation].is_lookup)
            )
        ]


def _names(line: CommandLine) -> list[str]:
    """The words of a command line that may name something, and their parts."""
    texts = [word.text.partition('=')[2] if word.flag else word.text for word in line.tokens]
    for value in ('offline', *map(str, line.options().values())):
        if value in texts:
            texts.remove(value)
    parts = [part for text in texts for part in _BETWEEN_NAMES.split(text)]
    return [name for name in (*texts, *parts) if name]

"""The requests of a command line that policy decides on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import offline_dry_run
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.policies.requests import Request
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.request import Request as SentRequest

_OF_THE_LINE = (
    errors.CommandError,
    errors.UnsupportedVersion,
    errors.UnsupportedAttribute,
    errors.VersionNotFoundForAPIMethod,
)
"""Errors by which a line cannot be judged: it is wrong, or the version does not take it."""


class Asked(NamedTuple):
    """The requests of a command line to its service.

    :param is_refused: whether it ends with an operation that was refused.
    :param lookups: the reads that only find what words name.
    """

    requests: tuple[Request, ...]
    is_refused: bool = False
    lookups: tuple[Request, ...] = ()

    @property
    def only_reads(self) -> bool:
        """Whether nothing in it changes anything."""
        return all(request.operation.startswith('GET ') for request in self.requests)


def of_line(
    line: CommandLine,
    version: APIVersion,
    project: Mapping[str, str],
    refused: Collection[str] = (),
) -> Asked:
    """The requests that count: of a command that writes, its writes and the lists for these."""
    uses = reached_operations.uses_of(line.service).get(line.command.name, {})
    try:
        rehearsed = offline_dry_run.of_line(line, version, project.get('id', ''), refused)
    except _OF_THE_LINE:
        raise
    except Exception:
        # It needs what this machine lacks, as ssh-keygen.
        return Asked(tuple(documented(line.command, version)))
    sent = [request for request in rehearsed.requests if request.service is None]
    main = [
        request
        for place, request in enumerate(sent)
        if not (request.operation in uses and uses[request.operation].is_lookup)
        and not finds(request, sent[place + 1 :])
    ]
    if not main and rehearsed.is_complete:
        main = sent[-1:]
    writes = declarations.declared(line.command.function, 'writes') and not rehearsed.is_complete
    counted = changes(sent) or ([] if writes else main)
    if not counted:
        # What it finds first it did not find here; what it would do then is known all the same.
        return Asked(tuple(documented(line.command, version)))
    counted = [request for request in counted if request.operation not in refused] or counted
    before = sent[: sent.index(counted[0])]
    lookups = [request for request in before if not request.is_write]
    return Asked(
        tuple(_request(request, version, project) for request in counted),
        rehearsed.is_refused,
        tuple(_request(request, version, project) for request in lookups),
    )


def every(
    line: CommandLine, version: APIVersion, project: Mapping[str, str]
) -> tuple[tuple[Request, ...], bool]:
    """All requests of a command line to its service, and whether the command finishes."""
    rehearsed = offline_dry_run.of_line(line, version, project.get('id', ''))
    own = [request for request in rehearsed.requests if request.service is None]
    requests = tuple(_request(request, version, project) for request in own)
    return requests, rehearsed.is_complete


def documented(command: Command, version: APIVersion) -> list[Request]:
    """The requests that a command is known to send at a version, without what options add."""
    uses = reached_operations.uses_of(command.service).get(command.name, {})
    current = [
        operation
        for operation, use in uses.items()
        if not use.is_lookup and any(version in span for span in use.ranges)
    ]
    writes = [operation for operation in current if not operation.startswith('GET ')]
    return [Request(operation, version) for operation in writes or current]


def changes(sent: Sequence[SentRequest]) -> list[SentRequest]:
    """The writes, with reads before them that find things of another kind, as a host's servers."""
    writes = [request for request in sent if request.is_write]
    if not writes or next(_ids(writes[0]), None) is None:
        return writes
    # Names of servers on a hypervisor are read to be shown; what is done goes on without them.
    reads = [
        read
        for read in sent[: sent.index(writes[0])]
        if not any(key == 'node' for key, _ in read.query)
    ]
    is_named = any(_collection(read) == _collection(writes[0]) for read in reads)
    return writes if is_named else [*reads, *writes]


def _collection(request: SentRequest) -> str:
    return request.path.split('/')[1]


def finds(listing: SentRequest, later: Sequence[SentRequest]) -> bool:
    """Whether a list only finds the id of what is asked for afterwards."""
    return any(request.path.startswith(f'{listing.path}/') for request in later)


def _request(sent: SentRequest, version: APIVersion, project: Mapping[str, str]) -> Request:
    own = project.get('id', '')
    name = project.get('name')
    # Keystone would be asked for the id of a project that is named.
    query = [(key, own if own and value == name else value) for key, value in sent.query]
    ids = tuple(own if own and id == name else id for id in _ids(sent))
    if any(value == offline_dry_run.OWN_PROJECT for _, value in query):
        own = offline_dry_run.OWN_PROJECT
    body = sent.body if isinstance(sent.body, dict | list) else None
    return Request(sent.operation, version, query, body, ids, own)


def _ids(sent: SentRequest) -> Iterator[str]:
    """The ids in a path, by the names in braces of its operation."""
    names = sent.operation.split(' ')[1].split('/')
    for name, part in zip(names, sent.path.split('/'), strict=False):
        if name.startswith('{'):
            yield part

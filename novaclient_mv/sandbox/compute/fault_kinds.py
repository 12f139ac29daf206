"""Kinds of faults in the words of the Compute API, and the paths that they are usually for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from novaclient_mv import versions
from novaclient_mv.sandbox.compute import cells, nova_versions, refusals
from novaclient_mv.sandbox.http.fault_rules import (
    COUNT,
    STATUS,
    TEXT,
    TEXTS,
    Faults,
    Key,
    Kind,
    Respond,
)
from novaclient_mv.sandbox.http.negotiation import STANDARD
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response

PATHS = re.compile(r'/v(1\.1|2|2\.1)/.+')
"""Every request to Compute but those for its version documents."""

_MICROVERSIONED = re.compile(r'/v2\.1/')


def _unavailable(
    faults: Faults, request: Request, respond: Respond, retry_after: int | None
) -> Response:
    headers = () if retry_after is None else (('Retry-After', str(retry_after)),)
    return refusals.of_fault(Fault(503, 'The service is unavailable for now.', headers))


def _not_acceptable(faults: Faults, request: Request, respond: Respond) -> Response:
    text = nova_versions.requested_version(request)
    message = f'Version {text} is not supported by the API any more.'
    return refusals.of_fault(Fault(406, message, ((STANDARD, f'compute {text}'),)))


def _error(
    faults: Faults,
    request: Request,
    respond: Respond,
    status: int,
    message: str,
    retry_after: int | None,
) -> Response:
    headers = () if retry_after is None else (('Retry-After', str(retry_after)),)
    return refusals.of_fault(Fault(status, message, (*headers, *_version_headers(request))))


def _version_headers(request: Request) -> Iterable[tuple[str, str]]:
    """Return the version headers, as errors of Compute itself have them."""
    text = nova_versions.requested_version(request)
    is_number = text != versions.LATEST
    return (
        nova_versions.answer_headers(text)
        if is_number and _MICROVERSIONED.match(request.path)
        else ()
    )


def _down_cell(
    faults: Faults, request: Request, respond: Respond, hosts: Sequence[str]
) -> Response:
    down_hosts = request.environ.get(cells.DOWN_HOSTS, ())
    request.environ = {**request.environ, cells.DOWN_HOSTS: (*down_hosts, *hosts)}
    return respond(request)


UNAVAILABLE = Kind(_unavailable, retry_after=Key(1, COUNT))
NOT_ACCEPTABLE = Kind(_not_acceptable)
ERROR = Kind(
    _error,
    status=Key(500, STATUS),
    message=Key('On demand.', TEXT),
    retry_after=Key(None, COUNT),
)
DOWN_CELL = Kind(_down_cell, hosts=Key(['*'], TEXTS))

"""Learns which versions a service serves: by its documents, by refusals, and before a write."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.errors import bodies
from novaclient_mv.services import Discovery
from novaclient_mv.wire import (
    advertised_versions,
    answer_headers,
    connection_errors,
    documents,
    endpoints,
    redirects,
)
from novaclient_mv.wire.advertised_versions import Advertised
from novaclient_mv.wire.connection_parts import ConnectionParts
from novaclient_mv.wire.endpoints import EndpointMoved
from novaclient_mv.wire.request import Answer, Request


def server_range(connection: ConnectionParts) -> versions.VersionRange | None:
    """The versions that an endpoint speaks; see ``ConnectionParts.server_range``."""
    while True:
        try:
            return _server_range(connection)
        except EndpointMoved:
            continue


def _server_range(connection: ConnectionParts) -> versions.VersionRange | None:
    endpoint, base = endpoints.parsed(connection), connection.base_url()
    if endpoint.is_legacy:
        return None
    known, service = connection.known_versions, connection.service
    if service.learned_by == Discovery.NOT_ACCEPTABLE:
        return known.learn_advertised(_ask(connection, endpoint, base))
    try:
        offered = describe(connection, endpoint, base).range
    except errors.CloudError as error:
        # Where a version was named, the request itself shows whether the endpoint has moved: a
        # portal in front of documents is to cost no login in each run.
        is_needless = isinstance(error, documents.NoDocument) and known.negotiation.is_named
        if not error.may_be_sent and not is_needless:
            endpoints.check_moved(connection, base, None)
        raise
    return known.learn_document(None if offered is None else offered.bound_like(service.range))


def _ask(
    connection: ConnectionParts, endpoint: documents.EndpointUrl, base: str | None = None
) -> Advertised:
    """An endpoint's versions, read at the connection's version, or at our newest without one."""
    service, newest = connection.service, connection.service.range.end
    is_sent = connection.api_version != service.unversioned
    version = str(connection.api_version if is_sent else newest)
    try:
        response = connection._fetch(endpoint.versioned + '/', version, base)
    except redirects.Elsewhere:
        return None
    answered = answer_headers.answered_version(response.headers, service)
    connection.known_versions.note_answered(answered, version)
    # A page of a portal says nothing of the service behind it.
    is_success = response.status < 300 and documents.is_object(response.body)
    return advertised_versions.advertised_by(response.headers, service, is_success)


def describe(
    connection: ConnectionParts, endpoint: documents.EndpointUrl, base: str | None = None
) -> documents.VersionEntry:
    """Return an endpoint's version entry, from its own document or that of its root."""
    url, root_url = endpoint.versioned + '/', endpoint.root + '/'
    if connection.service.learned_by == Discovery.NOT_ACCEPTABLE:
        return advertised_versions.version_entry(endpoint, _ask(connection, endpoint, base))
    answers: dict[str, str] = {}
    document = _document(connection, url, answers, base)
    if isinstance(document, dict) and isinstance(document.get('version'), dict):
        return documents.read_document(document, url)[0]
    root = document if root_url == url else _document(connection, root_url, answers)
    if root is None and documents.BROKEN_JSON in answers.values():
        raise errors.CloudError(f'Neither {url} nor {root_url} has a version document.', url)
    if root is None:
        raise documents.NoDocument(url, root_url, answers, connection.service)
    entries = documents.read_document(root, root_url)
    entry = documents.entry_for(entries, endpoint)
    if entry is None:
        # The URL of another service may be in its place, where there is no catalog.
        others = ', '.join(other.id for other in entries)
        whose = f' of {root["name"]}' if root.get('name') else ''
        instead = f': it has {others}{whose}' if others else ''
        raise errors.CloudError(
            f'The version document of {root_url} does not mention {endpoint.segment}{instead}.',
            url=root_url,
        )
    return entry


def _document(
    connection: ConnectionParts, url: str, answers: dict[str, str], base: str | None = None
) -> Any:
    """A version document, asked for without version headers; ``None`` without one."""
    try:
        response = connection._fetch(url, None, base)
    except redirects.Elsewhere:
        answers[url] = 'a redirect to elsewhere'
        return None
    answers[url] = str(response.status)
    if response.status >= 400:
        return None
    try:
        document = bodies.decode(response.body)
    except ValueError:
        document = None
    if document is None:
        answers[url] = documents.kind_of(response.body)
    return document


def range_after_refusal(
    connection: ConnectionParts, refusal: Answer
) -> versions.VersionRange | None:
    """The versions that a 406 names, or else the version document; ``None`` where neither does."""
    known, version = connection.known_versions, connection.api_version
    if connection.service.learned_by == Discovery.NOT_ACCEPTABLE:
        named = advertised_versions.offered_range(refusal.headers, connection.service)
        return None if named is None or version in named else known.learn(named)
    try:
        offered: Advertised = (server_range(connection),)
    except errors.Error:
        offered = None
    stated = documents.range_in_refusal(refusal.body)
    stated = None if stated is None else stated.bound_like(connection.service.range)
    if stated is not None and version not in stated:
        # Of two releases behind one address, the one that tells is not the one that refuses.
        offered = (known.narrow(stated, version, offered),)
    return None if offered is None else known.learn_advertised(offered)


def version_for_read(
    connection: ConnectionParts, request: Request, refusal: errors.NotAcceptable
) -> versions.APIVersion:
    """The version for a read that another release refused, where a run cannot renegotiate."""
    offered, known = refusal.server_range, connection.known_versions
    may_change = connection.has_written and known.negotiation.is_ours and known.is_contradicted
    if request.is_write or not may_change or not isinstance(offered, versions.VersionRange):
        raise refusal
    common = offered.intersect(connection.service.range)
    if common.is_empty:
        raise refusal
    return common.end


def version_to_send(connection: ConnectionParts, request: Request) -> str | None:
    """The version that the headers of a request name; ``None`` where it has none."""
    if request.service is not None:
        return None
    if connection.api_version == connection.service.unversioned:
        version = connection._request_options().default_version
    else:
        version = versions.LATEST if connection.asks_latest else str(connection.api_version)
    if request.is_write:
        _check_before_write(connection, version)
    return version


def _check_before_write(connection: ConnectionParts, version: str | None) -> None:
    """Read before the first write, which a service without microversions would carry out."""
    known, service = connection.known_versions, connection.service
    unread = known.negotiation.unread
    if unread is not None and not known.negotiation.is_named:
        raise unread.refusing_writes()
    if version is None:
        return
    if service.learned_by == Discovery.NOT_ACCEPTABLE:
        known.check_before_write(connection.api_version, lambda: server_range(connection))
        is_sure = known.offered is not None and connection.api_version in known.offered
    else:
        is_sure = unread is None
    is_sure = is_sure or known.is_confirmed or version == versions.LATEST
    if is_sure or not service.first_read:
        return
    read = f'GET {service.first_read}'
    try:
        connection.send(Request(read, service.first_read))
    except errors.NotAcceptable:
        raise
    except errors.ClientException as error:
        headers = {} if error.answer is None else error.answer.headers
        # A refusal in the version that was asked for is about what is read alone.
        known.note_answered(answer_headers.answered_version(headers, service), version)
        if not known.is_confirmed:
            error.hint = f'Nothing was changed: {read} comes before the first write.'
            raise
    if not known.is_confirmed:
        raise connection_errors.permanent(
            f'Nothing was changed: {read} comes before the first write, and its answer told no API '
            'version.'
        )


def check_version(connection: ConnectionParts, answer: Answer, sent: str) -> None:
    """Learn from the version that a success states, and compare it with the one that was sent."""
    known, request = connection.known_versions, answer.request
    is_write = request is not None and request.is_write
    answered = answer_headers.answered_version(answer.headers, connection.service)
    # What has nothing in it may be a portal's.
    if connection.service.learned_by == Discovery.NOT_ACCEPTABLE and (answer.body or is_write):
        known.learn_from(answer.headers, connection.api_version, is_write)
    known.note_answered(answered, sent)
    if answered is None:
        if known.negotiation.unread is not None and not is_write:
            raise known.not_offered(connection.api_version)
        if connection.history.note_silence():
            connection.warn(
                f'The cloud did not say in which API version it answered; {sent} was asked for.'
            )
    elif sent not in (answered, versions.LATEST):
        mismatch = errors.VersionMismatch(sent, answered, answer.body, is_write)
        raise mismatch.update(answer=answer)


def check_error_at_latest(connection: ConnectionParts, answer: Answer) -> None:
    """Learn the range in an error that answers a request at ``latest``."""
    known, version = connection.known_versions, connection.api_version
    offered = advertised_versions.offered_range(answer.headers, connection.service)
    if offered is not None and version not in offered:
        known.learn(offered)
        raise known.not_offered(version)

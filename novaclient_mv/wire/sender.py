"""Sends one request: version headers, answer check, errors, request ids, retries."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

from novaclient_mv import errors, versions
from novaclient_mv.errors import bodies
from novaclient_mv.services import REFUSAL, Service
from novaclient_mv.wire import (
    answer_headers,
    answers,
    connection_errors,
    echoes,
    locks,
    redirects,
)
from novaclient_mv.wire.advertised_versions import AdvertisedVersions
from novaclient_mv.wire.answer_headers import answered_version
from novaclient_mv.wire.history import History
from novaclient_mv.wire.logins.access import Access, Place
from novaclient_mv.wire.request import Answer, Query, Request, request
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest
from novaclient_mv.wire.version_discovery import VersionDiscovery

if TYPE_CHECKING:
    from novaclient_mv.wire import sessions
    from novaclient_mv.wire.filter_notices import FilterNotices

__all__ = ['Answer', 'Place', 'Query', 'Request', 'Sender', 'answered_version', 'request']

_TOO_MUCH = 'more than there is memory for (see --max-body)'


class Sender(VersionDiscovery):
    """Carries out requests against one endpoint of a service at one version.

    :param transport: what sends them.
    :param access: who we are, and where the services stand.
    :param version: version of each request; the service's ``without`` sends no header.
    :param endpoint_override: use this URL instead of the catalog's.
    :param completes_url: append the service's major version to an ``endpoint_override`` that names
        none, which is used as it is otherwise. It is also appended to a URL of the catalog, which
        is used as it is only where nothing else answers, and not with ``completes_url``.
    :param interface: ``public``, ``internal`` or ``admin``, also as ``publicURL``.
    :param sleep: how to wait between tries; ``monotonic`` tells how long that was.
    :param warn: called with one line for the user.
    """

    offered: versions.VersionRange | None = None
    """The range of versions that the cloud advertised, if the version was chosen by that."""
    lock_timeout = locks.SECONDS
    """Seconds for which a request is sent again while another one holds the resource; 0: never."""

    filter_notices: FilterNotices | None = None
    """Warns of filters that the cloud ignores for the login; created at the first one."""

    if TYPE_CHECKING:
        session: sessions.Session
        """The session of keystoneauth1, where requests go over one, as those of programs do."""

    def __init__(
        self,
        transport: Transport,
        access: Access,
        service: Service,
        version: versions.APIVersion,
        *,
        endpoint_override: str | None = None,
        completes_url: bool = False,
        service_type: str | None = None,
        service_name: str | None = None,
        interface: str = 'public',
        region_name: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        self.transport = transport
        self.access = access
        self.service = service
        self.api_version = version
        self.endpoint_override = endpoint_override
        self.completes_url = completes_url
        self.service_type = service_type or service.service_type
        self.service_name = service_name
        self.interface = interface
        self.region_name = region_name
        self.sleep = sleep
        self.monotonic = monotonic
        self.warn = warn or log_warning
        self.history = History()
        self.known_versions = AdvertisedVersions(service)
        self._endpoints: dict[tuple[str | None, ...], str] = {}
        self._whole_neighbours: set[str] = set()
        self.asks_latest = False
        self._warned = False

    @property
    def has_written(self) -> bool:
        """Whether something was changed over this connection, at whatever version."""
        return self.history.has_written

    def at(self, version: versions.APIVersion) -> Self:
        """The same connection for another version.

        Its attributes are this one's as they are now: what is set on the one later, as a retry or
        ``offered``, is not set on the other. What these refer to is shared, so that both know what
        either learns or does: transport and access (one login), ``history`` (a write at whatever
        version counts), ``known_versions``, the endpoints that were looked up.
        """
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.api_version = version
        return copy

    def withholding_writes(self) -> Self:
        """The same connection, over which reads are made and writes raise
        :class:`novaclient_mv.wire.withholding.Withheld`.
        """
        from novaclient_mv.wire import withholding

        copy = self.at(self.api_version)
        copy.transport = withholding.WithholdingTransport(self.transport)
        return copy

    def asking_latest(self) -> Self:
        """The same connection, which leaves the version to the service: ``latest`` goes on the
        wire, and requests are built as of ``version``.
        """
        copy = self.at(self.api_version)
        copy.asks_latest = True
        return copy

    def beside(self, service: Service) -> Self:
        """A connection to another service of the same cloud, over the same login; without a
        version. Beyond :meth:`at`, what is known of versions and endpoints is its own.
        """
        copy = self.at(service.without)
        copy.service = service
        copy.service_type = service.service_type
        copy.service_name = None
        copy.known_versions = AdvertisedVersions(service)
        copy.offered = None
        copy._endpoints, copy._whole_neighbours = {}, set()
        return copy

    def close(self) -> None:
        """Close what this connection opened itself; a session belongs to who made it."""
        self.transport.close()

    # -- sending -------------------------------------------------------------
    # Each step holds the rule that it is named after, and leaves the rest to the next one.

    def send(self, request: Request) -> Answer:
        """Carry out a request.

        :raises ClientException: the cloud answered with an error.
        :raises NotAcceptable: the cloud does not serve the version; ``server_range`` tells what it
            serves.
        :raises CloudError: no answer, or one that cannot be read.
        :raises WriteUncertain: a write got no answer and may have been carried out.
        :raises VersionMismatch: the answer is in another version.
        """
        try:
            return self.following_moves(lambda: self._in_its_version(request))
        except errors.NotAcceptable as refusal:
            other = self.version_for_read(request, refusal)
        connection = self.at(other)
        return connection.following_moves(lambda: connection._in_its_version(request))

    def _in_its_version(self, request: Request) -> Answer:
        """Send a request in the connection's version; return the decoded answer."""
        base = self._base(request.service)
        is_whole = request.path.startswith(('http://', 'https://'))
        url = request.target if is_whole else base + request.target
        version = self.default_version() if request.service is None else None
        if request.service is None and self.service.is_sent(self.api_version):
            version = versions.LATEST if self.asks_latest else str(self.api_version)
        if request.is_write and request.service is None:
            self.check_before_write(version)
        response = locks.past_locks(
            lambda: self._from_the_service(request, url, version, base), request, self
        )
        # A request that is sent once only must not be sent again by a new start, either.
        if request.is_write and (response.status < 300 or request.is_single):
            self.history.has_written = True
        if version is None and request.service is None and not is_whole:
            has_written = request.is_write or self.has_written
            self.known_versions.check_without(response.headers, self.api_version, has_written)
        body = self._decoded(response, request, url)
        if response.status >= 300:
            self._raise(response, body, url, request)
        answer = _answer(response, body, url, request)
        self.history.add(answer)
        if version is not None:
            self._check_version(answer, version, request)
        return answer

    def _from_the_service(
        self, request: Request, url: str, version: str | None, base: str
    ) -> WireAnswer:
        """The answer of the service, and not of a stranger at its URL.

        :raises Moved: the request was not carried out, and the service is to be asked elsewhere.
        """
        is_own = request.service is None
        try:
            response = self._past_faults(request, url, version, base)
        except errors.CloudError as error:
            if is_own and not error.retryable and not error.may_be_sent:
                self._check_completed(base, None)
            raise
        if response.status in (300, 404) and self._is_from_stranger(response, version):
            self._check_moved(base, request.service)
            self._check_completed(base, request.service)
        elif is_own:
            self._has_answered = True
        return response

    def _past_faults(
        self, request: Request, url: str, version: str | None, base: str | None = None
    ) -> WireAnswer:
        """The answer behind faults that pass, after as many tries as they take.

        :param base: the endpoint that the URL was made of, where that may have moved.
        :raises Moved: the endpoint is elsewhere, and nothing was sent.
        """
        tries, retries = 0, self.retries()
        while True:
            wait: float | None
            try:
                answer = self._past_redirects(request, url, version)
            except errors.WriteUncertain:
                raise
            except errors.CloudError as error:
                if base is not None and error.retryable and not error.may_be_sent:
                    self._check_moved(base, request.service)
                tries += 1
                if not error.retryable or tries > retries.connecting:
                    raise
                delay = retries.connecting_delay
                wait = 0.5 * 2 ** (tries - 1) if delay is None else delay
            else:
                passing = answer.status in retries.busy_statuses and (
                    not request.is_write or (answer.status == 429 and not request.is_single)
                )
                delay = 0.5 * 2**tries if retries.busy_delay is None else retries.busy_delay
                wait = answer_headers.pause(answer.headers, delay)
                if not passing or tries >= retries.busy or wait is None:
                    return answer
                tries += 1
            self.sleep(wait)

    def _past_redirects(self, request: Request, url: str, version: str | None) -> WireAnswer:
        """The answer that is no redirect, where a read was redirected."""
        headers = {'Accept': 'application/json', **self.own_headers(), **dict(request.headers)}
        if version is not None:
            headers |= self.service.version_headers(version)
        body = None
        if request.body is not None:
            headers.setdefault('Content-Type', 'application/json')
            body = json.dumps(request.body).encode()
        for _ in range(redirects.MOST_IN_A_ROW):
            wire = WireRequest(request.method, url, headers, body, request)
            answer = self._with_login(wire, request)
            target = answer_headers.redirect_target(answer, url, request.is_write)
            if target is None or request.is_write or body is not None:
                return answer
            url = target
        raise connection_errors.permanent(redirects.in_a_circle(url), url)

    def _with_login(self, wire: WireRequest, request: Request) -> WireAnswer:
        """The answer to a login: to a new one, where the first was refused."""
        own = self.access.headers()  # Its failures are distinct from those of the request.
        answer = self._or_uncertain(wire, own, request)
        may_renew = answer.status == 401 and not self.history.is_renewal_refused
        if may_renew and self.access.renew(own):
            answer = self._or_uncertain(wire, self.access.headers(), request)
            self.history.is_renewal_refused = answer.status == 401
        return answer

    def _or_uncertain(
        self, wire: WireRequest, own: Mapping[str, str], request: Request
    ) -> WireAnswer:
        """The answer of the transport, which sends once.

        :raises WriteUncertain: a write got none, and may have been carried out.
        """
        wire = wire._replace(headers={**wire.headers, **own})
        try:
            answer = self.transport.send(wire)
        except KeyboardInterrupt:
            if request.is_write:
                self.history.unanswered = request
            raise
        except errors.CloudError as error:
            if not request.is_write or not error.may_be_sent:
                raise
            raise uncertain(error, request, wire.url) from error
        except MemoryError as error:
            reason = f'{wire.method} {wire.url} answered with {_TOO_MUCH}'
            raise connection_errors.not_retryable(
                answers.unreadable(reason, request, wire.url, None)
            ) from error
        except answers.ODD_VALUES as error:
            from novaclient_mv.wire import mistakes

            mistakes.check_transport(error, wire, request)
            raise
        return answer if answer.status < 400 else echoes.masked(answer, wire)

    # -- answers -------------------------------------------------------------

    def _decoded(self, response: WireAnswer, request: Request, url: str) -> Any:
        content = response.body
        if not content:
            return None
        try:
            return bodies.decode(content)
        except bodies.TooDeep:
            if response.status >= 300:
                return None
            kind = f'JSON of more than {bodies.MOST_LEVELS} levels'
        except MemoryError:
            kind = _TOO_MUCH
        except ValueError:
            if response.status >= 300:
                return content.decode('utf-8', 'replace')
            is_page = b'<html' in content[:500].lower()
            kind = f'{"an HTML page" if is_page else "something that is not JSON"} or a cut body'
        reason = f'{request.method} {url} answered {response.status} with {kind}'
        raise answers.unreadable(reason, request, url, answer_headers.request_id(response.headers))

    def _raise(self, response: WireAnswer, body: Any, url: str, request: Request) -> None:
        error = errors.from_response(response, body, request.target, request.method)
        error.answer = _answer(response, body, url, request)
        if response.status < 400:
            error.message = redirects.unfollowed(url)
        is_lock = locks.lock_words(response.status, body, self.service) is not None
        error.retryable = error.retryable or (is_lock and request.may_be_repeated)
        is_begun = is_lock and request.begun_when_locked
        if request.is_write and (is_begun or isinstance(error, errors.ServerError)):
            error.message = (
                f'{error.message.rstrip(".")}. {request.operation}: {request.uncertainty}'
            )
            error.error_code = errors.WriteUncertain.error_code
            error.retryable = False
        if isinstance(error, errors.NotAcceptable) and request.service is not None:
            # A neighbour was sent no version: this says nothing about those of the Compute API.
            error.exit_status = errors.ExitStatus.FAILED
        elif isinstance(error, errors.NotAcceptable) and self.service.learned_by == REFUSAL:
            error.server_range = self.known_versions.refused_for(response.headers, self.api_version)
            if error.server_range is None:
                error.exit_status = errors.ExitStatus.FAILED
        elif isinstance(error, errors.NotAcceptable):
            error.server_range = self.range_in_refusal(body)
        if isinstance(error, errors.NotAcceptable) and error.server_range is not None:
            error.needed = versions.VersionRange(self.api_version, self.api_version)
            error.offered = error.server_range
        if again := answer_headers.come_again(response.status, response.headers):
            error.message = f'{error.message.rstrip(".")}. {again}'
        if self.asks_latest and request.service is None and response.status < 500:
            self.known_versions.check_error_at_latest(response.headers, self.api_version)
        if isinstance(error, errors.Forbidden) and error.rule is not None:
            from novaclient_mv.wire import policy_refusals

            policy_refusals.explain(error, self)
        raise error

    def _check_version(self, answer: Answer, sent: str, request: Request) -> None:
        answered = answered_version(answer.headers, self.service)
        # What has nothing in it may be a portal's.
        if self.service.learned_by == REFUSAL and (answer.body or request.is_write):
            self.known_versions.learn_from(answer.headers, self.api_version, request.is_write)
        if answered is not None and sent == versions.LATEST:
            self.known_versions.used = answered
            return
        if answered == sent:
            self.known_versions.is_confirmed = True
            return
        if answered is None and self.known_versions.unread is not None and not request.is_write:
            raise self.known_versions.not_offered(self.api_version)
        if answered is None:
            if not self._warned:
                self._warned = True
                self.warn(
                    f'The cloud did not say in which API version it answered; {sent} was asked for.'
                )
            return
        mismatch = errors.VersionMismatch(sent, answered, answer.body, request.is_write)
        mismatch.answer = answer
        raise mismatch


def uncertain(failure: errors.Error, request: Request, url: str) -> errors.Error:
    """The error for a write that may have been carried out, caught by what catches the failure."""
    return failure.replaced_by(
        errors.WriteUncertain(
            f'The connection broke before the cloud answered {request.operation}: '
            f'{request.uncertainty}',
            url=url,
        )
    )


def log_warning(line: str) -> None:
    """Log a line for the user of a program; Python writes none to a stream by itself."""
    import logging

    logger = logging.getLogger('novaclient_mv')
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    logger.warning(line)


def _answer(response: WireAnswer, body: Any, url: str, request: Request) -> Answer:
    return Answer(
        response.status,
        response.headers,
        body,
        answer_headers.request_id(response.headers),
        url,
        request,
    )

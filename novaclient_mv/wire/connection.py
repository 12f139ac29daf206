"""A connection to one service of a cloud at one version, as a value that sends requests."""

from __future__ import annotations

from novaclient_mv import errors, versions
from novaclient_mv.wire import endpoints, error_answers, locks, steps, version_discovery
from novaclient_mv.wire.connection_parts import ConnectionParts
from novaclient_mv.wire.request import Answer, Request
from novaclient_mv.wire.transport import WireAnswer

_AT_ENDPOINT = (
    steps.relocating,
    steps.retrying,
    steps.following_redirects,
    steps.authenticated,
)
"""The steps of a request, from the outermost rule to the one next to the transport."""

_sent = steps.chain(*_AT_ENDPOINT)
_sent_past_locks = steps.chain(locks.waiting_for_locks, *_AT_ENDPOINT)
_fetched = steps.chain(*_AT_ENDPOINT[1:])


class Connection(ConnectionParts):
    """Sends requests to one endpoint of a service at one version.

    It is a value, whose parts :class:`~novaclient_mv.wire.connection_parts.ConnectionParts` has.
    """

    def send(self, request: Request) -> Answer:
        """Carry out a request.

        :raises ClientException: the cloud answered with an error.
        :raises NotAcceptable: the cloud does not serve the version; ``server_range`` tells what it
            serves.
        :raises CloudError: no answer, or one that cannot be read.
        :raises WriteUncertain: a write got no answer and may have been carried out.
        :raises VersionMismatch: the answer is in another version.
        """
        connection = self
        while True:
            version = version_discovery.version_to_send(connection, request)
            exchange = steps.Exchange(connection, request, version)
            may_be_locked = locks.may_refuse(request, self.service) and self.lock_timeout > 0
            response = (_sent_past_locks if may_be_locked else _sent)(exchange)
            try:
                return connection._answer(exchange, response)
            except errors.NotAcceptable as refusal:
                if connection is not self:
                    raise
                connection = self.at(version_discovery.version_for_read(self, request, refusal))

    def base_url(self, service_type: str | None = None) -> str:
        """The URL that requests are built on.

        :param service_type: of another service of the same cloud; this one's without it.
        :raises CloudError: the service catalog has none.
        """
        return endpoints.base_url(self, service_type)

    def server_range(self) -> versions.VersionRange | None:
        """The versions that the endpoint speaks; ``None`` when it has no microversions.

        :raises CloudError: its version document cannot be read.

        ``GET /v2.1/``
        """
        return version_discovery.server_range(self)

    def _fetch(self, url: str, version: str | None = None, base: str | None = None) -> WireAnswer:
        """The answer to a read of a whole URL, as it comes."""
        return _fetched(steps.Exchange(self, Request(f'GET {url}', ''), version, url, base))

    def _answer(self, exchange: steps.Exchange, response: WireAnswer) -> Answer:
        """Return the decoded answer to a request; remember it."""
        request, version, known = exchange.request, exchange.version, self.known_versions
        # A request that is sent once only must not be sent again by a new start, either.
        if request.is_write and (response.status < 300 or request.is_single):
            self.history.note_write()
        is_below = request.service is None and not request.is_whole
        if version is None and is_below:
            has_written = request.is_write or self.has_written
            known.check_without(response.headers, self.api_version, has_written)
        answer = error_answers.decoded(response, exchange)
        if response.status >= 300:
            raise error_answers.error_of(answer, self)
        self.history.add(answer)
        if version is not None:
            version_discovery.check_version(self, answer, version)
        return answer

"""The connection of a Compute client as programs know it: an adapter of keystoneauth1.

This module loads keystoneauth1, so it is imported where a session is made or given, or where a
program asks for the class by its name.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from keystoneauth1 import adapter

from novaclient_mv import errors, services, versions
from novaclient_mv.compat import recorded_times, session_connection, verbs
from novaclient_mv.errors import bodies
from novaclient_mv.services.service import version_headers
from novaclient_mv.wire import (
    answer_headers,
    connection_errors,
    echoes,
    program_logs,
    redirects,
    session_errors,
    steps,
)
from novaclient_mv.wire.request import Answer, Request
from novaclient_mv.wire.transport import WireAnswer, WireRequest

if TYPE_CHECKING:
    from keystoneauth1 import session as ks_session

T = TypeVar('T')

_SCRIPT = '_cs_request'
"""The method that old tests script in place of ``request``."""


class SessionClient(session_connection.SessionConnection, adapter.LegacyJsonAdapter):  # type: ignore[misc]
    """Sends the requests of a Compute client, and those that a program makes itself.

    ``get``, ``post``, ``put``, ``patch``, ``delete``, ``head`` and ``request`` take a URL below the
    endpoint, send it at the version of the client, and return the response of requests and its
    decoded body. ``get_token``, ``get_endpoint_data`` and their like are keystoneauth1's.

    A subclass that has a ``request`` of its own (or ``_cs_request``, or one of the methods above)
    gets the requests of all managers through it; its ``__init__`` need not call this one.

    :param session: keystoneauth1 session.
    :param api_version: version of every request; none is sent without one.
    :param timings: collect what requests take, for :meth:`get_timings`.
    :param options: as of ``keystoneauth1.adapter.Adapter``.
    """

    # What a subclass has that does not call __init__.
    service = services.COMPUTE
    timings = False

    def __init__(
        self,
        session: ks_session.Session,
        service_type: str | None = None,
        service_name: str | None = None,
        interface: str | None = None,
        region_name: str | None = None,
        endpoint_override: str | None = None,
        version: str | None = None,
        auth: Any = None,
        *,
        api_version: versions.APIVersion | str | None = None,
        timings: bool = False,
        **options: Any,
    ) -> None:
        adapter.LegacyJsonAdapter.__init__(self, session, version=version, **options)
        if isinstance(api_version, str):
            api_version = services.COMPUTE.version(api_version)
        is_stated = api_version is not None and not api_version.is_null()
        session_connection.SessionConnection.__init__(
            self,
            session,
            services.COMPUTE,
            api_version if is_stated and api_version is not None else services.COMPUTE.unversioned,
            auth=auth,
            endpoint_override=endpoint_override,
            service_type=service_type,
            service_name=service_name,
            interface=interface or 'public',
            region_name=region_name,
            additional_headers=self.additional_headers,
        )
        self.timings = timings
        self.times: list[recorded_times.RecordedTime] = []

    def send(self, request: Request) -> Answer:
        """Carry out a request of a manager, by what a program has in place of our methods."""
        if _is_scripted(self):
            return verbs.send(self, request)
        if not self.timings:
            return super().send(request)
        with recorded_times.record_time(self.times, True, request.method, request.target):
            try:
                return super().send(request)
            except errors.ClientException as error:
                # The cloud has answered.
                refused = error
        raise refused

    def base_url(self, service_type: str | None = None) -> str:
        """The URL that requests are built on: that of a program's own ``get_endpoint``, if any."""
        if service_type is None and type(self).get_endpoint is not _GET_ENDPOINT:
            return self.get_endpoint().rstrip('/')
        return super().base_url(service_type)

    def _fetch(self, url: str, version: str | None = None, base: str | None = None) -> WireAnswer:
        if not _is_scripted(self):
            return super()._fetch(url, version, base)
        answer = verbs.send(self, Request(f'GET {url}', url))
        return WireAnswer(answer.status, answer.headers, json.dumps(answer.body).encode())

    def request(self, url: str, method: str, **kwargs: Any) -> tuple[Any, Any]:
        """Send a request at the version of the client.

        :param url: below the endpoint, as ``/servers``, or a whole one.
        :param kwargs: ``body`` (sent as JSON), ``headers``, ``raise_exc`` (``False``: return the
            responses of errors), and what ``keystoneauth1.session.Session.request`` takes.
        :returns: the response of requests, and its body: from JSON, or ``None``.
        :raises ClientException: the cloud answered with an error.
        :raises CloudError: no answer, or a redirect to another host, which is not followed.
        :raises WriteUncertain: a write got no answer and may have been carried out; no write that
            may have been is sent again.
        """
        script = getattr(self, _SCRIPT, None)
        if script is not None:
            scripted: tuple[Any, Any] = script(url, method, **kwargs)
            return scripted
        headers = dict(kwargs.pop('headers', None) or {})
        if self.api_version != self.service.unversioned:
            stated = version_headers(self.service, str(self.api_version))
            for name, value in stated.items():
                headers.setdefault(name, value)
        if '://' not in url and 'endpoint_filter' not in kwargs:
            # Where the requests of managers go.
            kwargs.setdefault('endpoint_override', self.base_url())
        raises = kwargs.pop('raise_exc', None)
        raises = self.raise_exc is not False if raises is None else raises
        with recorded_times.record_time(self.times, self.timings, method, url):
            response, body = self._answered(url, method, headers=headers, **kwargs)
        if raises and response.status_code >= 400:
            raise errors.from_response(response, _without_echoes(response, body), url, method)
        return response, body

    def _answered(self, url: str, method: str, **options: Any) -> tuple[Any, Any]:
        """The response and its body, after as many retries as ``connect_retries`` says."""
        is_write = method.upper() not in ('GET', 'HEAD')
        limit = self.connect_retries or 0
        if is_write:
            # keystoneauth1 would repeat what may have been carried out.
            of_call = options.pop('connect_retries', None)
            limit = limit if of_call is None else of_call
            options |= {'connect_retries': 0, 'status_code_retries': 0}
        for count in range(limit + 1):
            try:
                return self._final_response(url, method, is_write, options)
            except Exception as error:
                is_ours = isinstance(error, errors.Error)
                ours = error if is_ours else session_errors.of_request(error)
                if is_write and isinstance(ours, errors.CloudError) and ours.may_be_sent:
                    call = Request(f'{method} {url}', url)
                    raise steps.uncertain(ours, call, url) from error
                if is_ours:
                    raise
                is_last = count == limit or not is_write
                if is_last or not getattr(ours, 'retryable', False):
                    raise ours from error
                self.sleep(self.connect_retry_delay or 0.5 * 2**count)
        raise AssertionError('unreachable')

    def _final_response(
        self, url: str, method: str, is_write: bool, options: dict[str, Any]
    ) -> tuple[Any, Any]:
        """Follow redirects of reads, unless the caller disabled them.

        Of itself keystoneauth1 sends token and body again to wherever a redirect leads.
        """
        content = json.dumps(options.get('json', options.get('body')), default=str).encode()
        sent = WireRequest(method, url, options.get('headers') or {}, content)
        logger = program_logs.logger_of(self.session, options.get('logger') or self.logger, sent)
        options = {**options, 'logger': logger}
        limit = redirects.limit(options.pop('redirect', None))
        for _ in range(limit + 1):
            response, body = adapter.LegacyJsonAdapter.request(
                self, url, method, raise_exc=False, redirect=False, **options
            )
            if not limit:
                return response, body
            answer = WireAnswer(response.status_code, response.headers, b'')
            target = answer_headers.redirect_target(answer, response.url, is_write)
            if target is None:
                return response, body
            if is_write:
                refusal = errors.from_response(response, body, url, method)
                raise refusal.update(message=redirects.unfollowed(response.url))
            url = target
            # The query of the first URL is that of the redirect.
            options.pop('params', None)
        raise connection_errors.permanent(redirects.in_a_circle(url), url)

    def get_endpoint(self, auth: Any = None, **kwargs: Any) -> str:
        """The URL that requests are built on.

        :param kwargs: what to look up in place of the client's own, as
            ``keystoneauth1.session.Session.get_endpoint`` takes it.
        :raises CloudError: the service catalog has none.
        """
        if auth is None and not kwargs:
            return super().get_endpoint()
        return adapter.LegacyJsonAdapter.get_endpoint(self, auth, **kwargs)  # type: ignore[return-value]

    def get_token(self, auth: Any = None) -> str | None:
        """Return the token of requests.

        :raises LoginError: the login is refused; keystoneauth1's class also catches it.
        """
        return self._with_our_errors(lambda: adapter.LegacyJsonAdapter.get_token(self, auth))

    def get_project_id(self, auth: Any = None) -> str | None:
        """Id of the project that the login is scoped to; it may log in."""
        return self._with_our_errors(lambda: adapter.LegacyJsonAdapter.get_project_id(self, auth))

    def get_user_id(self, auth: Any = None) -> str | None:
        """Id of the user that is logged in; it may log in."""
        return self._with_our_errors(lambda: adapter.LegacyJsonAdapter.get_user_id(self, auth))

    def _with_our_errors(self, call: Callable[[], T]) -> T:
        try:
            return call()
        except errors.Error:
            raise
        except Exception as error:
            raise session_errors.of_login(error, self.auth or self.session.auth) from error

    def get_timings(self) -> list[recorded_times.RecordedTime]:
        """Return the times of requests: method and URL, begin and end in seconds since 1970."""
        return self.times

    def reset_timings(self) -> None:
        """Forget what requests took."""
        self.times = []


_GET_ENDPOINT = SessionClient.get_endpoint
_OWN = {name: getattr(SessionClient, name) for name in ('request', *verbs.VERBS)}


def _without_echoes(response: Any, body: Any) -> Any:
    """The body of an error without what it repeats of the secrets that were sent."""
    sent = response.request
    content = sent.body.encode() if isinstance(sent.body, str) else sent.body
    request = WireRequest(sent.method, sent.url, dict(sent.headers), content)
    answer = WireAnswer(response.status_code, response.headers, response.content)
    masked = echoes.masked(answer, request)
    if masked is answer:
        return body
    try:
        return bodies.decode(masked.body)
    except ValueError:
        return masked.body.decode('utf-8', 'replace')


def _is_scripted(client: SessionClient) -> bool:
    """Whether a program has put methods of its own in place of those that send."""
    kind, own = type(client), vars(client)
    if kind is not SessionClient and hasattr(kind, _SCRIPT):
        return True
    return any(name in own or getattr(kind, name) is not method for name, method in _OWN.items())

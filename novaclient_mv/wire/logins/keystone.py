"""Access and transport over a keystoneauth1 session."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from novaclient_mv import errors
from novaclient_mv.wire import (
    answers,
    connection_errors,
    dual_errors,
    program_logs,
    redirects,
    session_errors,
    sessions,
)
from novaclient_mv.wire.logins import catalog, refusals, token_facts
from novaclient_mv.wire.logins.access import Endpoint, EndpointFilter
from novaclient_mv.wire.transport import WireAnswer, WireRequest

if TYPE_CHECKING:
    from keystoneauth1 import session as ks_session
    from keystoneauth1.plugin import BaseAuthPlugin

T = TypeVar('T')


class KeystoneAccess:
    """The identity that a session's auth plugin gives.

    :param auth: auth plugin; ``None`` for that of the session.
    :param options: called with a service type for what else its endpoint is looked up by.
    """

    def __init__(
        self,
        session: ks_session.Session,
        auth: BaseAuthPlugin | None = None,
        options: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> None:
        self.session = session
        self.auth = auth
        self.options = options
        # While one thread asks the plugin, no other takes its login away.
        self._lock = threading.RLock()

    @property
    def _plugin(self) -> Any:
        return self.auth or self.session.auth

    def headers(self) -> Mapping[str, str]:
        """The plugin's own headers; none without a plugin."""
        if self._plugin is None:
            return {}
        return self._guarded(lambda: self.session.get_auth_headers(self.auth)) or {}

    def renew(self, refused: Mapping[str, str]) -> bool:
        if self._plugin is None:
            return False
        with self._lock:
            if self.headers() != refused:
                return True
            return self._guarded(lambda: bool(self.session.invalidate(self.auth)))

    def endpoints_may_differ(self) -> bool:
        return False

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        endpoint_filter = EndpointFilter(service_type, interface, region, name)
        return self._guarded(lambda: self._url_of(endpoint_filter))

    def _url_of(self, endpoint_filter: EndpointFilter) -> str:
        from keystoneauth1 import exceptions as ks

        if catalog.lacks_catalog(self._plugin, endpoint_filter.service_type):
            raise catalog.without_catalog(endpoint_filter.service_type)
        with catalog.readable():
            missing: ks.EndpointNotFound = ks.EndpointNotFound()
            options = self.options(endpoint_filter.service_type) if self.options is not None else {}
            try:
                url = self.session.get_endpoint(self.auth, **endpoint_filter._asdict(), **options)
            except ks.EndpointNotFound as error:
                url, missing = None, error
            if url:
                return str(url)
            if options:
                raise dual_errors.caught_as(_without_version(endpoint_filter, options), missing)
            plugin = self._plugin
            access = plugin.get_access(self.session) if hasattr(plugin, 'get_access') else None
            raise dual_errors.caught_as(missing_endpoint(access, endpoint_filter), missing)

    def places(self, service_types: Sequence[str]) -> list[Endpoint] | None:
        plugin = self._plugin
        if not hasattr(plugin, 'get_access'):
            # Only a login has a catalog; other ways to authenticate name the one endpoint.
            return None
        access = self._guarded(lambda: plugin.get_access(self.session))
        places: list[Endpoint] = []
        for service_type in dict.fromkeys(service_types):
            with catalog.readable():
                # Of other names of the type only those that are asked for.
                places += [
                    endpoint
                    for endpoint in _places(access, service_type)
                    if endpoint.service_type == service_type
                ]
        if not places:
            from keystoneauth1 import exceptions as ks

            missing = missing_endpoint(access, EndpointFilter(service_types[-1], ''))
            raise dual_errors.caught_as(missing, ks.EndpointNotFound())
        return catalog.without_duplicates(places)

    def project_id(self) -> str | None:
        return self._guarded(lambda: self.session.get_project_id(self.auth))

    def user_id(self) -> str | None:
        return self._guarded(lambda: self.session.get_user_id(self.auth))

    def token_facts(self) -> token_facts.TokenFacts | None:
        plugin = self._plugin
        if not hasattr(plugin, 'get_access'):
            return None
        return token_facts.of_access(self._guarded(lambda: plugin.get_access(self.session)))

    def _guarded(self, call: Callable[[], T]) -> T:
        """Run what may fail in keystoneauth1, and raise our error for its error."""
        try:
            with self._lock:
                return call()
        except errors.Error:
            raise
        except MemoryError as error:
            text = 'The answer to the login takes more memory than there is: see --max-body.'
            raise connection_errors.permanent(text) from error
        except answers.MALFORMED as error:
            from novaclient_mv.wire import mistakes

            mistakes.check(error)
            raise connection_errors.malformed_login(self._plugin, error) from error
        except Exception as error:
            raise session_errors.of_login(error, self._plugin) from error


def _places(access: Any, service_type: str) -> list[Endpoint]:
    """The endpoints of a type of service, as keystoneauth1 reads the catalog of a login."""
    offered = access.service_catalog.get_endpoints_data(service_type=service_type)
    return [
        Endpoint(
            kind,
            endpoint.region_name or '',
            endpoint.interface,
            endpoint.url,
            endpoint.service_name or '',
        )
        for kind, endpoints in offered.items()
        for endpoint in endpoints
    ]


def _without_version(
    endpoint_filter: EndpointFilter, options: Mapping[str, Any]
) -> errors.CloudError:
    """The error for an endpoint that has none of the versions it is looked up by."""
    limits = ', '.join(f'{name}={value!r}' for name, value in options.items())
    return connection_errors.permanent(
        f'The service catalog has no {endpoint_filter.service_type} with {limits}.'
    )


def missing_endpoint(access: Any, endpoint_filter: EndpointFilter) -> errors.Error:
    """The error for an endpoint that a catalog lacks, or that a login without a project hides."""
    if access is not None and not access.scoped:
        return refusals.without_project()
    if not isinstance(endpoint_filter.interface, str):
        endpoint_filter = endpoint_filter._replace(interface=' or '.join(endpoint_filter.interface))
    if access is None or not access.has_service_catalog():
        return catalog.missing([], endpoint_filter)
    # Without an interface the service is asked for alone, whatever else there is.
    types = access.service_catalog.get_endpoints_data() if endpoint_filter.interface else ()
    return catalog.missing(_places(access, endpoint_filter.service_type), endpoint_filter, types)


class KeystoneTransport:
    """Sends requests over a session."""

    def __init__(
        self,
        session: ks_session.Session,
        auth: BaseAuthPlugin | None = None,
        options: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        self.session = session
        self.auth = auth
        self.options = options

    def send(self, request: WireRequest) -> WireAnswer:
        body = None if request.body is None else request.body.decode('ascii')
        options = dict(self.options())
        options['logger'] = program_logs.logger_of(self.session, options.get('logger'), request)
        try:
            response = self.session.request(
                request.url,
                request.method,
                headers=dict(request.headers),
                data=body,
                auth=self.auth,
                authenticated=False,
                raise_exc=False,
                redirect=False,
                connect_retries=0,
                allow_reauth=False,
                **options,
            )
        except ValueError as error:
            # A session that was given to us lets errors of requests through.
            raise redirects.broken(request.url, str(error)) from error
        except (errors.Error, *answers.MALFORMED):
            raise
        except Exception as error:
            raise session_errors.of_request(error) from error
        answer = sessions.answer_of(response)
        if answer.status < 200:
            # Sessions that are given to us take what comes before an answer for the answer.
            url = redirects.without_secrets(request.url)
            reason = f'the status {answer.status} is not that of an answer'
            raise connection_errors.broken_off(url, reason).update(may_be_sent=True)
        return answer

    def close(self) -> None:
        """The session belongs to who made it."""

"""Sends one request: version headers, answer check, errors, request ids, retries."""

from __future__ import annotations

import contextlib
import functools
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from novaclient_mv import connection_errors, discovery, exceptions, versions
from novaclient_mv.connection_errors import translated
from novaclient_mv.operations import Answer, Query, Request, request
from novaclient_mv.services import HEADER_NAME, Service

if TYPE_CHECKING:
    import requests
    from keystoneauth1 import session as ks_session

__all__ = [
    'Answer',
    'Http',
    'Place',
    'Query',
    'Request',
    'answered_version',
    'request',
    'translated',
]

READ_RETRIES = 3
LONGEST_WAIT = 60
MOST_REDIRECTS = 5
_PASSING_STATUSES = (429, 502, 503, 504)
_REDIRECTS = (301, 302, 303, 307, 308)


class Place(NamedTuple):
    """An endpoint as the service catalog lists it."""

    service_type: str
    region: str
    interface: str
    url: str


class Http:
    """Carries out requests against one endpoint of a service at one version.

    :param session: keystoneauth1 session; its ``auth`` (or ``auth``) knows token and catalog.
    :param version: version of each request; 2.0 sends no header.
    :param endpoint_override: use this URL instead of the catalog's.
    :param interface: ``public``, ``internal`` or ``admin``, also as ``publicURL``.
    :param sleep: how to wait between tries.
    :param warn: called with one line for the user.
    """

    def __init__(
        self,
        session: ks_session.Session,
        service: Service,
        version: versions.APIVersion,
        *,
        auth: Any = None,
        endpoint_override: str | None = None,
        service_type: str | None = None,
        service_name: str | None = None,
        interface: str = 'public',
        region_name: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        self.session = session
        self.auth = auth
        self.service = service
        self.version = version
        self.endpoint_override = endpoint_override
        self.service_type = service_type or service.service_type
        self.service_name = service_name
        self.interface = interface
        self.region_name = region_name
        self.sleep = sleep
        self.warn = warn or _log_warning
        self.has_written = False
        self._endpoints: dict[str | None, str] = {}
        self._warned = False
        self._login_lock = threading.Lock()

    def use(self, version: versions.APIVersion) -> Http:
        """This very connection, at another version from now on."""
        self.version = version
        return self

    def at(self, version: versions.APIVersion) -> Http:
        """The same connection for another version."""
        copy = Http.__new__(Http)
        copy.__dict__.update(self.__dict__)
        copy.version = version
        return copy

    # -- endpoints -----------------------------------------------------------

    def endpoint(self) -> discovery.Endpoint:
        """The endpoint of the client's own service.

        :raises CloudError: the service catalog has none.
        """
        return discovery.parse_endpoint(self._base(None), self.service)

    def _base(self, neighbour: str | None) -> str:
        found = self._endpoints.get(neighbour)
        if found is None:
            if neighbour is None and self.endpoint_override:
                found = self._filled(self.endpoint_override)
            else:
                found = self._from_catalog(neighbour or self.service_type, neighbour is None)
            if neighbour is None:
                found = discovery.parse_endpoint(found, self.service).url
            self._endpoints[neighbour] = found
        return found

    def _filled(self, url: str) -> str:
        if '%(' not in url:
            return url
        project = self.session.get_project_id(self.auth) or ''
        try:
            return url % {'project_id': project, 'tenant_id': project}
        except (KeyError, ValueError, TypeError) as error:
            raise connection_errors.lasting(
                f'The endpoint {url} can only name %(project_id)s or %(tenant_id)s.'
            ) from error

    def _from_catalog(self, service_type: str, is_own: bool) -> str:
        # A service name narrows the client's own service only; neighbours have names of their own.
        wanted = {
            'service_type': service_type,
            'interface': self.interface,
            'region_name': self.region_name,
            'service_name': self.service_name if is_own else None,
        }
        url = self._guard(lambda: self.session.get_endpoint(self.auth, **wanted))
        if not url:
            self._check_scope()
            where = f' in region {self.region_name}' if self.region_name else ''
            raise exceptions.CloudError(
                f'The service catalog has no {self.interface} endpoint for {service_type}{where}.'
            )
        if not is_own:
            # Managers write the major version of a neighbour into their paths.
            url = url.rstrip('/')
            head, _, tail = url.rpartition('/')
            url = head if tail[:1] == 'v' and tail[1:2].isdigit() else url
        return str(url).rstrip('/')

    def _check_scope(self) -> None:
        """A login without a project sees no endpoints; say that, not that they are missing."""
        auth: Any = self.auth or self.session.auth
        access = auth.get_access(self.session) if hasattr(auth, 'get_access') else None
        if access is not None and not access.scoped:
            raise exceptions.LoginError(
                'The login is for no project, so that it sees no endpoints: give --os-project-name '
                'or set OS_PROJECT_NAME.'
            )

    @contextlib.contextmanager
    def using_service_type(self, default: str, allowed: tuple[str, ...]) -> Iterator[None]:
        """Send the client's own requests to another service type, unless the present one is allowed
        too.
        """
        present = self.service_type
        if present not in allowed:
            self.service_type = default
            self._endpoints.pop(None, None)
        try:
            yield
        finally:
            self.service_type = present
            self._endpoints.pop(None, None)

    def places(self) -> list[Place]:
        """Every endpoint of the service in the catalog, each URL once, whatever its service type.

        :raises LoginError: there is no login, and no endpoint was given.
        """
        if self.endpoint_override:
            return [
                Place(self.service_type, self.region_name or '', self.interface, self._base(None))
            ]
        auth: Any = self.auth or self.session.auth
        access = self._guard(lambda: auth.get_access(self.session))
        found: dict[str, Place] = {}
        for service_type in dict.fromkeys((*self.service.catalog_types, self.service_type)):
            for endpoint in access.service_catalog.get_endpoints_data(
                service_type=service_type
            ).get(service_type, ()):
                place = Place(
                    service_type, endpoint.region_name or '', endpoint.interface, endpoint.url
                )
                if endpoint.url not in found or place.interface == 'public':
                    found[endpoint.url] = place
        return list(found.values())

    # -- sending -------------------------------------------------------------

    def send(self, request: Request) -> Answer:
        """Carry out a request.

        :raises ClientException: the cloud answered with an error.
        :raises NotAcceptable: the cloud does not serve the version; ``server_range`` tells what it
            serves.
        :raises CloudError: no answer, or one that cannot be read.
        :raises WriteUncertain: a write got no answer and may have been carried out.
        :raises VersionMismatch: the answer is in another version.
        """
        url = self._guard(lambda: self._base(request.service)) + request.target
        version = None
        if request.service is None and self.service.is_sent(self.version):
            version = str(self.version)
        response = self._deliver(request, url, version)
        # What is sent once only is not to be sent again by who begins anew, either.
        if request.is_write and (response.status_code < 300 or request.is_single):
            self.has_written = True
        body = self._decoded(response, request, url)
        if response.status_code >= 300:
            self._raise(response, body, url, request)
        answer = _answer(response, body, url)
        if version is not None:
            self._check_version(answer, version, request)
        return answer

    def fetch_document(self, url: str) -> Any:
        """A version document, asked for without version headers; ``None`` where there is none."""
        response = self._deliver(Request('GET ' + url, ''), url, None)
        if response.status_code >= 400:
            return None
        try:
            return json.loads(response.content)
        except ValueError:
            return None

    def _deliver(self, request: Request, url: str, version: str | None) -> requests.Response:
        """Send, follow redirects of reads, and try passing faults again."""
        tries = 0
        while True:
            wait: float
            try:
                response: requests.Response = self._guard(lambda: self._once(request, url, version))
            except exceptions.WriteUncertain:
                raise
            except exceptions.CloudError as error:
                tries += 1
                if not error.retryable or tries > READ_RETRIES:
                    raise
                wait = 0.5 * 2 ** (tries - 1)
            else:
                passing = response.status_code in _PASSING_STATUSES and (
                    not request.is_write or (response.status_code == 429 and not request.is_single)
                )
                if not passing or tries >= READ_RETRIES:
                    return response
                tries += 1
                wait = _retry_after(response, 0.5 * 2 ** (tries - 1))
            self.sleep(wait)

    def _once(self, request: Request, url: str, version: str | None) -> requests.Response:
        headers = {'Accept': 'application/json', **dict(request.headers)}
        options: dict[str, Any] = {}
        if version is not None:
            options['microversion'] = version
            options['microversion_service_type'] = self.service.header_name
        if request.body is not None:
            options['json'] = request.body
        try:
            for _ in range(MOST_REDIRECTS):
                response = self._sent(url, request.method, {'headers': dict(headers), **options})
                target = _redirect_target(response, url)
                if target is None or request.is_write:
                    return response
                url = target
        except Exception as error:
            self._translate(error, request, url)
            raise
        raise connection_errors.lasting(f'{url} redirects in a circle.', url)

    def _sent(self, url: str, method: str, options: Mapping[str, Any]) -> requests.Response:
        """The answer to a request; where the token is refused, to a second one with a new token."""
        send = functools.partial(
            self.session.request,
            *(url, method),
            auth=self.auth,
            raise_exc=False,
            redirect=False,
            connect_retries=0,
            status_code_retries=0,
            allow_reauth=False,
            **options,
        )
        response: requests.Response = send()
        if response.status_code == 401 and self._has_new_token(response):
            response = send()
        return response

    def _has_new_token(self, refused: requests.Response) -> bool:
        """Whether there is, or can be, another token than the one that was refused.

        Workers whose token is refused at the same time log in anew once.
        """
        used = refused.request.headers.get('X-Auth-Token')
        with self._login_lock:
            if self.session.get_token(self.auth) != used:
                return True
            return bool(self.session.invalidate(self.auth))

    def _translate(self, error: Exception, request: Request, url: str) -> None:
        """Turn a connection failure of this request into our error; leave others to ``_guard``."""
        from keystoneauth1 import exceptions as ks_exceptions

        # A read that took too long is a ConnectTimeout there too, whatever its name says.
        if not isinstance(error, ks_exceptions.ConnectionError) or url not in str(error):
            return
        if isinstance(error, ks_exceptions.SSLError):
            return
        if request.is_write and not connection_errors.is_before_sending(error):
            raise exceptions.WriteUncertain(
                f'The connection broke before the cloud answered {request.operation}: '
                f'{request.uncertainty}',
                url=url,
            ) from error

    def _guard(self, call: Callable[[], Any]) -> Any:
        """Run what may fail in keystoneauth1, and raise our error for its error."""
        try:
            return call()
        except exceptions.Error:
            raise
        except Exception as error:
            raise translated(error) from error

    # -- answers -------------------------------------------------------------

    def _decoded(self, response: requests.Response, request: Request, url: str) -> Any:
        content = response.content
        if not content:
            return None
        try:
            return json.loads(content)
        except ValueError:
            if response.status_code >= 400:
                return response.text
        kind = 'an HTML page' if b'<html' in content[:500].lower() else 'something that is not JSON'
        raise exceptions.CloudError(
            f'{request.method} {url} answered {response.status_code} with {kind} or a cut body.',
            url=url,
            request_id=_request_id(response),
        )

    def _raise(self, response: requests.Response, body: Any, url: str, request: Request) -> None:
        error = exceptions.from_response(response, body, url, request.method)
        error.answer = _answer(response, body, url)
        if response.status_code < 400:
            error.message = f'{url} answered with a redirect, which is not followed'
        if request.is_write and isinstance(error, exceptions.ServerError):
            error.message = (
                f'{error.message.rstrip(".")}. {request.operation}: {request.uncertainty}'
            )
            error.error_code = exceptions.WriteUncertain.error_code
            error.retryable = False
        if isinstance(error, exceptions.NotAcceptable) and request.service is None:
            try:
                error.server_range = self.server_range()
            except exceptions.Error:
                error.server_range = None
        raise error

    def _check_version(self, answer: Answer, sent: str, request: Request) -> None:
        answered = answered_version(answer.headers, self.service)
        if answered == sent:
            return
        if answered is None:
            if not self._warned:
                self._warned = True
                self.warn(
                    f'The cloud did not say in which API version it answered; {sent} was asked for.'
                )
            return
        mismatch = exceptions.VersionMismatch(sent, answered, answer.body, request.is_write)
        mismatch.answer = answer
        raise mismatch

    # -- versions ------------------------------------------------------------

    def server_range(self) -> versions.VersionRange | None:
        """The versions that the endpoint speaks; ``None`` when it has no microversions.

        :raises CloudError: its version document cannot be read.

        ``GET /v2.1/``
        """
        endpoint = self.endpoint()
        if endpoint.is_legacy:
            return None
        entry = self.describe(endpoint)
        return entry.range

    def describe(self, endpoint: discovery.Endpoint) -> discovery.VersionEntry:
        """What an endpoint says of its version, from its own document or that of its root."""
        url = endpoint.versioned + '/'
        document = self.fetch_document(url)
        if isinstance(document, dict) and isinstance(document.get('version'), dict):
            return discovery.read_document(document, url)[0]
        root_url = endpoint.root + '/'
        root = self.fetch_document(root_url)
        if root is None:
            raise exceptions.CloudError(
                f'Neither {url} nor {root_url} has a version document.', url=url
            )
        entry = discovery.entry_for(discovery.read_document(root, root_url), endpoint)
        if entry is None:
            raise exceptions.CloudError(
                f'The version document of {root_url} does not mention {endpoint.segment}.',
                url=root_url,
            )
        return entry


def _log_warning(line: str) -> None:
    import logging

    logging.getLogger('novaclient_mv').warning(line)


def _answer(response: requests.Response, body: Any, url: str) -> Answer:
    return Answer(response.status_code, response.headers, body, _request_id(response), url)


def _request_id(response: requests.Response) -> str | None:
    headers = response.headers
    return headers.get('x-openstack-request-id') or headers.get('x-compute-request-id')


def answered_version(headers: Mapping[str, str], service: Service) -> str | None:
    """The version of a service that an answer says it is in."""
    for item in (headers.get(HEADER_NAME) or '').split(','):
        name, _, version = item.strip().partition(' ')
        if name.lower() == service.header_name and version:
            return version.strip()
    return headers.get(service.legacy_header) if service.legacy_header else None


def _retry_after(response: requests.Response, default: float) -> float:
    try:
        asked = int(response.headers.get('retry-after') or '')
    except ValueError:
        return default
    return min(max(asked, 0), LONGEST_WAIT)


def _redirect_target(response: requests.Response, url: str) -> str | None:
    """Where a redirect leads, if that is the same scheme and host."""
    if response.status_code not in _REDIRECTS or 'location' not in response.headers:
        return None
    target = urljoin(url, response.headers['location'])
    if urlsplit(target)[:2] != urlsplit(url)[:2]:
        raise connection_errors.lasting(
            f'{url} redirects to another host, which is not followed.', url
        )
    return target

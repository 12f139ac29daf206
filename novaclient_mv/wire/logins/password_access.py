"""Logs in with a password, over the transport that carries requests, without a library."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from novaclient_mv import wire
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import debugging
from novaclient_mv.wire.answer_headers import request_id
from novaclient_mv.wire.logins import catalog, login_documents, refusals, token_facts
from novaclient_mv.wire.logins.access import Endpoint, EndpointFilter
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest

_MARGIN = 30
"""Seconds before the end of a token from which it is not used any more."""


class PasswordCredentials(NamedTuple):
    """The user, the password, the project and the URL of a login."""

    auth_url: str
    username: str
    password: str
    user_domain_name: str
    project_name: str
    project_domain_name: str


class Token(NamedTuple):
    """A token with its expiry and its facts."""

    headers: Mapping[str, str]
    expires: float
    facts: Mapping[str, Any]


class PasswordAccess:
    """A login to Keystone's API v3, made at first use and renewed after expiry."""

    def __init__(
        self, transport: Transport, credentials: PasswordCredentials, now: Callable[[], float]
    ) -> None:
        self.transport = transport
        self.credentials = credentials
        self.now = now
        self._token: Token | None = None
        self._lock = threading.RLock()

    def headers(self) -> Mapping[str, str]:
        """The token, as a header."""
        return self._current().headers

    def renew(self, refused: Mapping[str, str]) -> bool:
        with self._lock:
            if self._token is not None and self._token.headers == refused:
                self._token = None
        return True

    def endpoints_may_differ(self) -> bool:
        return False

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        endpoint_filter = EndpointFilter(service_type, interface, region, name)
        places = self._places()
        endpoint = catalog.find(places, endpoint_filter)
        if endpoint is None:
            fitting = catalog.of_type(places, service_type)
            types = (endpoint.service_type for endpoint in places)
            raise catalog.missing(fitting, endpoint_filter, types)
        return endpoint.url

    def places(self, service_types: Sequence[str]) -> list[Endpoint]:
        listed = self._places()
        places = [endpoint for endpoint in listed if endpoint.service_type in service_types]
        if not places:
            raise catalog.missing([], EndpointFilter(service_types[-1], ''))
        return catalog.without_duplicates(places)

    def project_id(self) -> str | None:
        return self._id_of('project')

    def user_id(self) -> str | None:
        return self._id_of('user')

    def expires(self) -> float:
        """The expiry of the token, in seconds since the epoch."""
        return self._current().expires

    def token_facts(self) -> token_facts.TokenFacts:
        return token_facts.read(self._current().facts)

    def _id_of(self, name: str) -> str | None:
        id: str | None = self._current().facts.get(name, {}).get('id')
        return id

    def _places(self) -> list[Endpoint]:
        facts = self._current().facts
        if 'project' not in facts and 'domain' not in facts:
            raise refusals.without_project()
        return catalog.read(facts.get('catalog', ()))

    def _current(self) -> Token:
        with self._lock:
            if self._token is None or self._token.expires - _MARGIN <= self.now():
                self._token = self._logged_in()
            return self._token

    def _logged_in(self) -> Token:
        url = f'{self.credentials.auth_url.rstrip("/")}/auth/tokens'
        headers = {
            'Accept': 'application/json',
            'Content-Type': 'application/json',
            'User-Agent': wire.user_agent(),
        }
        body = json.dumps(_document(self.credentials)).encode()
        debugging.log(debugging.LOGIN, lambda: f'Making authentication request to {url}')
        answer = self.transport.send(WireRequest('POST', url, headers, body))
        if 300 <= answer.status < 400:
            raise refusals.without_token(url, answer.status)
        if answer.status >= 400:
            debugging.log(
                debugging.SESSION, lambda: f'Request returned failure status: {answer.status}'
            )
            raise refusals.refused(_refusal(url, answer))
        login_documents.check('POST', url, answer)
        document = login_documents.document_of(answer)
        debugging.log(debugging.LOGIN, lambda: json.dumps(document))
        facts = document['token']
        return Token(
            {'X-Auth-Token': answer.headers[login_documents.TOKEN_HEADER]},
            login_documents.timestamp(facts['expires_at']).timestamp(),
            facts,
        )


def _document(credentials: PasswordCredentials) -> dict[str, Any]:
    user = {
        'name': credentials.username,
        'domain': {'name': credentials.user_domain_name},
        'password': credentials.password,
    }
    project = {
        'name': credentials.project_name,
        'domain': {'name': credentials.project_domain_name},
    }
    identity = {'methods': ['password'], 'password': {'user': user}}
    return {'auth': {'identity': identity, 'scope': {'project': project}}}


def _refusal(url: str, answer: WireAnswer) -> refusals.Refusal:
    try:
        reason = HTTPStatus(answer.status).phrase
    except ValueError:
        reason = 'no reason given'
    body = login_documents.document_of(answer)
    return refusals.Refusal(answer.status, 'POST', url, body, reason, request_id(answer.headers))

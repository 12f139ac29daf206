"""Keywords and versions of clients, and their requests before the first one."""

from __future__ import annotations

import importlib
import logging
from typing import Any

from keystoneauth1 import session as ks_session

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

REQUEST = 'req-11111111-2222-3333-4444-555555555555'
UNREACHABLE = 'http://127.0.0.1:1'


def of_session(cloud: Cloud) -> list[dict[str, Any]]:
    """Keywords beside a session."""
    return [
        {'global_request_id': REQUEST},
        {'additional_headers': {'X-Foo': '1'}},
        {'client_name': 'program'},
        {'client_name': 'program', 'client_version': '1.2'},
        {'timings': True},
        {'connect_retries': 1},
        {'status_code_retries': 1},
        {'retriable_status_codes': [503]},
        {'user_agent': 'program/1'},
        {'logger': logging.getLogger('program')},
        {'allow': {'allow_unknown': True}},
        {'http_log_debug': True},
        {'bypass_url': cloud.compute_url},
        {'endpoint_override': cloud.compute_url},
        {'region_name': cloud.region},
        {'endpoint_type': 'internalURL'},
        {'endpoint_type': 'public'},
        {'interface': 'internal'},
        {'interface': 'publicURL'},
        {'service_type': 'compute'},
        {'service_name': 'nova'},
        {'proxy_token': 'x'},
        {'proxy_tenant_id': 'x'},
        {'auth_system': 'keystone'},
        {'auth_plugin': None},
        {'volume_service_name': 'x'},
        {'cacert': '/nowhere.pem'},
        {'cert': None},
        {'insecure': True},
        {'timeout': 5},
        {'extensions': []},
        {'os_cache': True},
        {'no_cache': True},
        {'auth': cloud.session.auth},
        {'direct_use': False},
        {'auth_token': 'x'},
        {'tenant_id': 'x'},
        {'tenant_name': 'x'},
        {'project_id': 'x'},
        {'project_domain_id': 'x'},
        {'user_domain_id': 'x'},
        {'min_version': '2.1'},
        {'max_version': '2.90'},
        {'default_microversion': '2.10'},
        {'raise_exc': False},
        {'connect_retry_delay': 1},
        {'status_code_retry_delay': 1},
        {'version': '2.1'},
        {'user_id': 'x'},
        {'username': 'x', 'api_key': 'y'},
        {'nonsense': 1},
        {'cache': True},
        {'split_loggers': True},
        {'rate_semaphore': None},
        {'collect_timing': True},
        {'key_name': 1},
    ]


def of_password(cloud: Cloud) -> list[dict[str, Any]]:
    """Keywords beside a password; ``None`` leaves one out."""
    return [
        {},
        {'api_key': cloud.login['password'], 'password': None},
        {'tenant_name': cloud.login['project_name'], 'project_name': None},
        {'proxy_token': 'x'},
        {'insecure': True},
        {'http_log_debug': True},
        {'auth_system': 'keystone'},
        {'auth_plugin': None},
        {'volume_service_name': 'x'},
        {'timings': True},
        {'os_cache': True},
        {'no_cache': True},
        {'nonsense': 1},
        {'user_id': 'x', 'username': None},
    ]


VERSIONS = (
    *(2, 2.1, '1.1', '3', '2', '2.0', '2.1', '2.90', '2.latest', '2.999', '2.01', 'v2', 'x', ''),
    None,
)


def calls(cloud: Cloud, call: Calls) -> None:
    """Clients of all sorts, and a request of each."""
    client = importlib.import_module('novaclient.client')

    def listed(**options: Any) -> list[Any]:
        nova = client.Client('2.60', session=cloud.session, **options)
        return [len(nova.servers.list()), len(nova.get_timings() or [])]

    for options in of_session(cloud):
        call(f'session {sorted(options)}', lambda options=options: listed(**options))  # type: ignore[misc]

    def logged_in(**options: Any) -> int:
        login = {**cloud.login, **options}
        nova = client.Client(
            '2.60', **{name: value for name, value in login.items() if value is not None}
        )
        return len(nova.servers.list())

    for options in of_password(cloud):
        call(f'password {sorted(options)}', lambda options=options: logged_in(**options))  # type: ignore[misc]
    for version in VERSIONS:
        call(
            f'version {version!r}',
            lambda version=version: client.Client(version, session=cloud.session).api_version,  # type: ignore[misc]
        )
    positional(cloud, call, client)
    lazy(cloud, call, client)


def positional(cloud: Cloud, call: Calls, client: Any) -> None:
    """Logins without names of arguments."""
    domains = {'user_domain_name': 'Default', 'project_domain_name': 'Default'}
    user, password, project = (cloud.login[f] for f in ('username', 'password', 'project_name'))
    call.each(
        'positional',
        login=lambda: len(
            client.Client('2.60', user, password, project, cloud.auth_url, **domains).servers.list()
        ),
        named_project=lambda: len(
            client.Client(
                '2.60',
                user,
                password,
                project_name=project,
                auth_url=cloud.auth_url,
                **domains,
            ).servers.list()
        ),
    )


def lazy(cloud: Cloud, call: Calls, client: Any) -> None:
    """Clients that cannot work fail at the first request."""
    v2 = importlib.import_module('novaclient.v2.client')
    versions = importlib.import_module('novaclient.api_versions')
    version = versions.APIVersion('2.1')
    session = cloud.session
    call.each(
        'lazy',
        nothing=lambda: type(client.Client(2)).__name__,
        nothing_listed=lambda: client.Client('2.1').servers.list(),
        no_url=lambda: type(client.Client('2.1', 'u', 'p', 'project')).__name__,
        no_url_listed=lambda: client.Client('2.1', 'u', 'p', 'project').servers.list(),
        unreachable=lambda: type(client.Client('2.1', 'u', 'p', 'p', UNREACHABLE)).__name__,
        no_auth=lambda: type(client.Client('2.1', session=ks_session.Session())).__name__,
        no_auth_listed=lambda: client.Client('2.1', session=ks_session.Session()).servers.list(),
        inner=lambda: v2.Client('u', 'p'),
        inner_listed=lambda: v2.Client(api_version=version, session=session).servers.list(),
        inner_not_direct=lambda: v2.Client(session=session, direct_use=False).servers.list(),
        entered=lambda: cloud.nova.__enter__() and 1,
        nova_client_of_fixture=lambda: v2.Client(
            api_version=version, session=session, direct_use=False
        ).servers.list(),
    )

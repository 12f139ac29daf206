"""Login options in a cloud file: their names, and the places where they may stand."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from novaclient_mv.values import likeness

PASSWORD_COMMAND = 'password_command'
"""The key of the command that prints the secret of a login."""

# Every option that a login of keystoneauth1 5.18 takes.
OPTIONS = (
    *('auth_url', 'user_id', 'username', 'password', 'passcode', 'token', 'auth_methods'),
    *('user_domain_id', 'user_domain_name', 'default_domain_id', 'default_domain_name'),
    *('project_id', 'project_name', 'project_domain_id', 'project_domain_name'),
    *('domain_id', 'domain_name', 'system_scope', 'trust_id', 'endpoint'),
    *('application_credential_id', 'application_credential_name', 'application_credential_secret'),
    *('identity_provider', 'protocol', 'client_id', 'client_secret', 'scope', 'idp_otp_key'),
    *('access_token', 'access_token_endpoint', 'access_token_type', 'discovery_endpoint'),
    *('device_authorization_endpoint', 'code', 'code_challenge_method', 'login_timeout'),
    *('oauth2_client_id', 'oauth2_client_secret', 'oauth2_endpoint'),
    *('redirect_host', 'redirect_port', 'redirect_uri'),
)

OTHER_NAMES = {
    'username': 'user_name',
    'token': 'auth_token',
    'project_id': 'tenant_id',
    'project_name': 'tenant_name',
    'endpoint': 'url',
    'code': 'authorization_code',
}

# Beside ``auth`` these win over the same key inside it; for all others the inside wins.
_STRONGER_OUTSIDE = frozenset(
    f'{kind}_{suffix}'
    for kind in ('project', 'user_domain', 'project_domain', 'domain')
    for suffix in ('id', 'name')
) | {'token', 'passcode'}


def taken_up(
    auth: dict[str, Any], settings: dict[str, Any], auth_type: str | None
) -> dict[str, Any]:
    """``auth`` under canonical names, with the login options from beside it."""
    for option in OPTIONS:
        places = (settings, auth) if option in _STRONGER_OUTSIDE else (auth, settings)
        keys = (option, OTHER_NAMES.get(option, option))
        settings_there = [place.pop(key, None) for key in keys for place in places]
        if values := [candidate for candidate in settings_there if candidate]:
            auth[option] = values[0]
    if auth.get('project_id') or auth.get('project_name'):
        # With a project, a lone domain is that of the user and of the project, not a scope.
        for suffix in ('id', 'name'):
            if domain := auth.pop(f'domain_{suffix}', None):
                auth.setdefault(f'user_domain_{suffix}', domain)
                auth.setdefault(f'project_domain_{suffix}', domain)
    if auth_type in ('v2password', 'v2token'):
        for suffix in ('id', 'name'):
            if project := auth.pop(f'project_{suffix}', None):
                auth[f'tenant_{suffix}'] = project
    return auth


_CLOUD = frozenset(
    (
        *('auth', 'auth_type', 'auth_plugin', 'profile', 'cloud', 'regions', 'region_name'),
        *('verify', 'insecure', 'cacert', 'cert', 'key', 'tls_ciphers', 'tls_min_version'),
        *('interface', 'endpoint_type', 'api_timeout', 'timeout', 'timing', 'load_envvars'),
        *('max_body', 'password_command'),
        *('force_ipv4', 'prefer_ipv6', 'private', 'networks', 'external_network'),
        *('internal_network', 'requires_floating_ip', 'floating_ip_source', 'secgroup_source'),
        *('image_format', 'image_api_use_tasks', 'disable_vendor_agent', 'vendor_hook'),
        *('metrics', 'statsd', 'influxdb', 'client', 'extra_config', 'message', 'status'),
        *('app_name', 'app_version', 'log_file', 'log_level', 'verbose_level', 'debug'),
    )
)
"""Keys that OpenStack clients read beside ``auth``."""

_OF_A_SERVICE = (
    *('api_version', 'default_microversion', 'min_version', 'max_version', 'endpoint_override'),
    *('endpoint', 'endpoint_type', 'interface', 'service_type', 'service_name', 'region_name'),
    *('api_timeout', 'connect_retries', 'connect_retry_delay', 'status_code_retries'),
    *('status_code_retry_delay', 'retriable_status_codes', 'rate_limit'),
)
"""Keys that stand after the name of any service, as in ``volume_api_version``."""

_SERVICES = (
    *('compute', 'baremetal', 'identity', 'image', 'network', 'volume', 'placement'),
    *('block_storage', 'volumev3'),
)

_CLOSE = 0.8
_MAX_UNKNOWN = 100
"""Of a cloud with more unknown keys, the first ones are looked at."""


def misspelt(definition: Mapping[str, Any], login_keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Return each misspelt key of a cloud, with a warning."""
    login = frozenset(login_keys)
    auth = definition.get('auth')
    if isinstance(auth, Mapping):
        yield from _slips(auth, login)
    beside = {
        key: value
        for key, value in definition.items()
        if not any(f'_{key}'.endswith(f'_{suffix}') for suffix in _OF_A_SERVICE)
    }
    of_services = {f'{service}_{key}' for service in _SERVICES for key in _OF_A_SERVICE}
    yield from _slips(beside, _CLOUD | login | of_services)


def _slips(values: Mapping[str, Any], keywords: frozenset[str]) -> Iterator[tuple[str, str]]:
    unknown = (key for key in values if key not in keywords and not re.match(r'x[-_]', key))
    for key in itertools.islice(unknown, _MAX_UNKNOWN):
        if close := likeness.closest(key, keywords, 1, _CLOSE):
            yield key, f'unknown key {key}; did you mean {close[0]}?'

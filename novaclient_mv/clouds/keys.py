"""Finds keys of a cloud file that are misspelt: close to a known key, and known to nobody."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from novaclient_mv.values import likeness

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
    beside = {key: value for key, value in definition.items() if not _is_of_a_service(key)}
    of_services = {f'{service}_{key}' for service in _SERVICES for key in _OF_A_SERVICE}
    yield from _slips(beside, _CLOUD | login | of_services)


def _is_of_a_service(key: str) -> bool:
    return any(key.endswith('_' + suffix) or key == suffix for suffix in _OF_A_SERVICE)


def _slips(values: Mapping[str, Any], keywords: frozenset[str]) -> Iterator[tuple[str, str]]:
    unknown = (key for key in values if key not in keywords and not re.match(r'x[-_]', key))
    for key in itertools.islice(unknown, _MAX_UNKNOWN):
        if close := likeness.closest(key, keywords, 1, _CLOSE):
            yield key, f'unknown key {key}; did you mean {close[0]}?'

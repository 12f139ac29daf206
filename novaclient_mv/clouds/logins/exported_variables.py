"""The environment variables by which another program continues a login, without its secret."""

from __future__ import annotations

import os

from novaclient_mv.clouds import login_keys, requested_versions, tls_settings
from novaclient_mv.clouds.global_option import CLOUD, LOGIN, TLS, GlobalOption
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.logins.issued_tokens import IssuedToken
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import SERVICES

_INSECURE = 'NOVACLIENT_INSECURE'
_PREFERRED = ('OS_INTERFACE',)
"""Of several variables for a setting, those that other programs read."""


def variables(settings: Settings, token: IssuedToken) -> dict[str, str | None]:
    """The variables to set, and those to unset (``None``) as they would say something else."""
    url = plugins.auth_setting(settings, 'auth_url')
    own = {
        'OS_AUTH_TYPE': 'token',
        'OS_AUTH_URL': '' if url is None else str(url.value),
        'OS_TOKEN': token.id,
        **_scope(token),
        **_of_files(settings),
    }
    return {**dict.fromkeys(sorted(_of_logins(settings) - set(own))), **own}


def _scope(token: IssuedToken) -> dict[str, str]:
    facts = token.facts
    if facts.is_for_system:
        return {'OS_SYSTEM_SCOPE': 'all'}
    if facts.project is not None and facts.project.id:
        return {'OS_PROJECT_ID': facts.project.id}
    if facts.domain is not None and facts.domain.id:
        return {'OS_DOMAIN_ID': facts.domain.id}
    return {}


def _of_logins(settings: Settings) -> set[str]:
    """Every variable that says something of a login."""
    names = {'OS_CLOUD'}
    for option in settings.table.options:
        if option.section == LOGIN:
            names.update(option.variables)
    keys = (*login_keys.OPTIONS, *login_keys.OTHER_NAMES.values())
    return names | {f'OS_{key.upper()}' for key in keys if key != 'endpoint'}


def _of_files(settings: Settings) -> dict[str, str]:
    """Settings of options and the cloud's file besides the login; variables are unchanged."""
    texts = {}
    for option in settings.table.options:
        if option.section not in (CLOUD, TLS) or not option.variables:
            continue
        setting = settings.setting(option.dest) if option.dest != 'os_cloud' else None
        if setting is None or setting.origin in option.variables or option.kind == 'switch':
            continue
        text = str(setting.value)
        if option.dest in ('os_cacert', 'os_cert', 'os_key'):
            text = os.path.expanduser(text)
        texts[_variable(option)] = text
    if tls_settings.verify(settings) is False:
        texts[_INSECURE] = '1'
    for service in SERVICES:
        requested = requested_versions.requested(settings, service)
        if not requested.is_default:
            texts[service.version_variable] = requested.text
    return texts


def _variable(option: GlobalOption) -> str:
    names = option.variables
    usual = [name for name in names if name.startswith('OS_')]
    return next((name for name in _PREFERRED if name in names), (usual or [*names])[0])

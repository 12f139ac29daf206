"""Login options in a cloud file: their names, and the places where they may stand."""

from __future__ import annotations

from typing import Any

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

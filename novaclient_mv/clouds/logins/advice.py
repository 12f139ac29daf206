"""Says which settings a login goes by, where they came from, and which of them is to blame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from novaclient_mv import errors
from novaclient_mv.clouds import files
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.origins import FileOrigin
from novaclient_mv.services import SERVICES
from novaclient_mv.wire import redirects

if TYPE_CHECKING:
    from novaclient_mv.clouds.logins.missing_secrets import MissingSecrets
    from novaclient_mv.clouds.settings import Setting, Settings

_CREDENTIALS = {
    'v3applicationcredential': ('application_credential_id', 'application_credential_secret'),
    'token': ('token',),
    'v3token': ('token',),
    'v3totp': ('username', 'passcode'),
}
_PASSWORD = ('username', 'password')
_SCOPES = ('trust_id', 'system_scope', 'domain_id', 'domain_name', 'project_id', 'project_name')
"""Settings that a cloud judges a login by, by auth type; domains come with the names."""

_IDENTITY_VERSION = r'/v(3|2\.0)'

_ALTERNATIVES = {
    'application_credential_id': 'application_credential_name',
    'username': 'user_id',
    'user_domain_name': 'user_domain_id',
    'project_name': 'project_id',
    'project_domain_name': 'project_domain_id',
}
"""Settings of which the one or the other is given."""

_NAMED_WITH_DOMAIN = {
    'username': 'user_domain_name',
    'project_name': 'project_domain_name',
    'application_credential_name': 'username',
}


def hint(
    settings: Settings, auth_type: str, error: errors.Error, missing: MissingSecrets | None = None
) -> str | None:
    """Return advice for a failed login, or for a failed connection to the identity service."""
    if isinstance(error, errors.LoginError):
        return _about(settings, _names(auth_type, settings, error.settings), missing)
    is_about_catalog = isinstance(error, errors.CloudError) and error.is_about_catalog
    if is_about_catalog and auth_type in plugins.WITHOUT_IDENTITY:
        present = [one.name for one in SERVICES if settings.get('endpoint_override', service=one)]
        return f'The settings have the URL of {_listed(present)} only.' if present else None
    url = getattr(error, 'url', None)
    auth_url = plugins.auth_setting(settings, 'auth_url')
    if not isinstance(url, str) or auth_url is None:
        return None
    try:
        is_identity = _is_identity(url, str(auth_url.value))
    except ValueError:
        is_identity = False
    return f'Its URL is that of {_with_origin("auth_url", auth_url)}.' if is_identity else None


def _is_identity(url: str, auth_url: str) -> bool:
    """Whether a URL is one of the identity service; others may have the same host and port."""
    base = re.sub(rf'{_IDENTITY_VERSION}\Z', '', urlsplit(auth_url).path.rstrip('/'))
    path = urlsplit(url).path.rstrip('/')
    if not redirects.is_same_origin(url, auth_url) or not path.startswith(base):
        return False
    below = path[len(base) :]
    return not below or re.match(rf'{_IDENTITY_VERSION}(/|\Z)', below) is not None


def notices(settings: Settings) -> Iterator[str]:
    """Warnings of variables that override settings in the file of a named cloud."""
    cloud = settings.cloud
    if cloud is None:
        return
    yield from cloud.misspelt
    from_elsewhere, overridden = [], []
    for name in plugins.auth_values(settings):
        setting = plugins.auth_setting(settings, name)
        variables = plugins.variables_of(settings, name)
        if setting is None or setting.origin not in variables:
            continue
        keys: tuple[str, ...] = plugins.file_keys(name)
        stands_in_file = cloud.auth.get(name)
        if stands_in_file is None and name in plugins.BY_COMMAND:
            keys = (files.PASSWORD_COMMAND,)
            stands_in_file = cloud.settings.get(files.PASSWORD_COMMAND)
        is_leftover = stands_in_file is not None and str(stands_in_file) != str(setting.value)
        if is_leftover or (name == 'auth_url' and stands_in_file is None):
            from_elsewhere.append(f'{name} ({setting.origin})')
            origin = FileOrigin(settings.environment, cloud, keys, stands_in_file)
            overridden.append(origin.file)
    if from_elsewhere:
        yield (
            f'cloud {cloud.name}: {_listed(from_elsewhere)} from the environment '
            f'{"wins" if len(from_elsewhere) == 1 else "win"} over '
            f'{_listed([*dict.fromkeys(overridden)])}'
        )


def _names(auth_type: str, settings: Settings, names: tuple[str, ...]) -> list[str]:
    """Names of settings to check: of alternatives the one that is set; names with their domains."""
    if 'credentials' in names:
        names = _CREDENTIALS.get(auth_type, _PASSWORD if 'password' in auth_type else ())
        if auth_type != 'v3applicationcredential':
            names += tuple(name for name in _SCOPES if plugins.auth_setting(settings, name))
    in_question = []
    for name in names:
        other = _ALTERNATIVES.get(name)
        if other and not plugins.auth_setting(settings, name):
            name = other if plugins.auth_setting(settings, other) else name
        in_question.append(name)
        needed = _NAMED_WITH_DOMAIN.get(name)
        if needed and needed not in names and plugins.auth_setting(settings, name):
            in_question += _names(auth_type, settings, (needed,))
    return in_question


def _about(settings: Settings, names: list[str], asked: MissingSecrets | None = None) -> str | None:
    present, missing = [], []
    for name in dict.fromkeys(names):
        setting = plugins.auth_setting(settings, name)
        described = None if asked is None else asked.described(name)
        if described is not None:
            present.append(described)
        elif setting is not None:
            present.append(_with_origin(name, setting))
        elif not any(plugins.auth_setting(settings, default) for default in _defaults(name)):
            variable = plugins.variables_of(settings, name)[0]
            missing.append(f'{plugins.flag_of(name)} ({variable})')
    sentences = []
    if missing:
        sentences.append(f'Not given: {_listed(missing)}.')
    if present:
        sentences.append(f'Check {_listed(present)}.')
    return ' '.join(sentences) or None


def _defaults(name: str) -> tuple[str, ...]:
    return ('default_domain_id', 'default_domain_name') if 'domain' in name else ()


def _with_origin(name: str, setting: Setting) -> str:
    flag = plugins.flag_of(name)
    origin = '' if setting.origin == flag else str(setting.origin)
    if name == 'auth_url':
        origin = f'{origin}: {redirects.without_secrets(str(setting.value))}' if origin else ''
    return f'{flag} ({origin})' if origin else flag


def _listed(values: list[str]) -> str:
    return ' and '.join([', '.join(values[:-1]), values[-1]] if values[1:] else values)

"""Auth types: what the settings say for each, and the plugins made of it."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Collection, Mapping
from typing import Any

from novaclient_mv import errors, wire
from novaclient_mv.clouds import files, login_keys
from novaclient_mv.clouds.global_option import LOGIN, GlobalOption
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.origins import FileOrigin
from novaclient_mv.clouds.settings import Setting, Settings
from novaclient_mv.services import SERVICES

_PLUGINS = {
    'password': ('keystoneauth1.identity.generic.password', 'Password'),
    'token': ('keystoneauth1.identity.generic.token', 'Token'),
    'v3password': ('keystoneauth1.identity.v3.password', 'Password'),
    'v3token': ('keystoneauth1.identity.v3.token', 'Token'),
    'v3applicationcredential': (
        'keystoneauth1.identity.v3.application_credential',
        'ApplicationCredential',
    ),
    'v3totp': ('keystoneauth1.identity.v3.totp', 'TOTP'),
    'none': ('keystoneauth1.noauth', 'NoAuth'),
    'http_basic': ('keystoneauth1.http_basic', 'HTTPBasicAuth'),
}
"""Plugins that can be made without stevedore's scan; their arguments are those of the table below.
"""

_SCOPE = (
    'auth_url project_id project_name project_domain_id project_domain_name domain_id domain_name '
    'system_scope trust_id'
)
_USER = 'username user_id user_domain_id user_domain_name'
_DEFAULT_DOMAIN = 'default_domain_id default_domain_name'
_ARGUMENTS = {
    'password': f'{_SCOPE} {_USER} password {_DEFAULT_DOMAIN}',
    'token': f'{_SCOPE} token {_DEFAULT_DOMAIN}',
    'v3password': f'{_SCOPE} {_USER} password',
    'v3token': f'{_SCOPE} token',
    'v3applicationcredential': (
        f'auth_url {_USER} application_credential_id application_credential_name '
        'application_credential_secret'
    ),
    'v3totp': f'{_SCOPE} {_USER} passcode',
    'none': 'endpoint',
    'http_basic': 'username password endpoint',
}
WITHOUT_IDENTITY = ('none', 'http_basic')
"""Auth types that log in nowhere: the URL of the one service is given instead of a catalog."""

_BY_FACTORS = 'v3multifactor'
_SECRETS = {
    'v3applicationcredential': 'application_credential_secret',
    'v3totp': 'passcode',
    'http_basic': 'password',
}
"""The secret of an auth type; others have a password, if their name says so."""

_WORDS = {
    'password': 'password',
    'passcode': 'one-time passcode',
    'application_credential_secret': 'secret of the application credential',
}
"""Secrets that a login may get later than its other settings, in words."""

BY_COMMAND = ('password', 'application_credential_secret')
"""Those of them that a command of the cloud file may print."""


def auth_type_of(settings: Settings) -> str:
    """The auth type that was asked for, or the one that the settings are for."""
    named = settings.get('os_auth_type')
    if named:
        return str(named)
    values = auth_values(settings)
    if settings.options.get('os_token') or (values.get('token') and not values.get('password')):
        return 'token'
    if values.get('application_credential_secret'):
        return 'v3applicationcredential'
    return 'password'


def is_ours(auth_type: str) -> bool:
    """Whether it is known without a library what a login of a type is made of."""
    return auth_type in _PLUGINS


def auth_values(settings: Settings, names: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the values of settings for a login, by the names that auth plugins give them."""
    plugin_names = {*names, *' '.join((*_ARGUMENTS.values(),)).split()}
    by_name = {name: auth_setting(settings, name) for name in sorted(plugin_names)}
    return {name: setting.value for name, setting in by_name.items() if setting is not None}


def auth_setting(settings: Settings, name: str) -> Setting | None:
    """One value for an auth plugin, by the plugin's name, and where it came from."""
    dest = f'os_{name}'
    value = settings.options.get(dest)
    setting = Setting(value, flag_of(name))
    if value is None:
        variable = settings.environment.get(*variables_of(settings, name))
        if variable is not None:
            setting = Setting(variable[1], variable[0])
        elif settings.cloud is not None:
            value = settings.cloud.auth.get(name)
            origin = FileOrigin(settings.environment, settings.cloud, file_keys(name), value)
            setting = Setting(value, origin)
    return None if setting.value is None or setting.value == '' else setting


def file_keys(name: str) -> tuple[str, str]:
    """The keys of a cloud file for a value of an auth plugin."""
    return name, login_keys.OTHER_NAMES.get(name, name)


def flag_of(name: str) -> str:
    """The option that sets a value for an auth plugin."""
    return '--os-' + name.replace('_', '-')


def variables_of(settings: Settings, name: str) -> tuple[str, ...]:
    """The environment variables that set a value for an auth plugin."""
    dest = f'os_{name}'
    for option in settings.table.options:
        if option.dest == dest:
            return option.variables
    return (dest.upper(),)


def own_options(auth_type: str) -> tuple[GlobalOption, ...]:
    """The command-line options of an auth type that our own table lacks."""
    options = _loader(auth_type).get_options()
    by_flag = OptionTable().by_flag
    own = []
    for option in options:
        names = [option.name, *(deprecated.name for deprecated in option.deprecated)]
        flags = tuple(
            flag for name in names if (flag := '--os-' + name.replace('_', '-')) not in by_flag
        )
        if flags:
            dest = 'os_' + option.dest.replace('-', '_')
            own.append(
                GlobalOption(flags, dest, option.help or '', LOGIN, (dest.upper(),), '<value>')
            )
    return tuple(own)


def auth_options(settings: Settings, flag: str) -> tuple[GlobalOption, ...]:
    """The options that the chosen auth type alone has."""
    auth_type = auth_type_of(settings)
    of_plugin = own_options(auth_type)
    if 'application-credential' in flag and auth_type != 'v3applicationcredential':
        of_plugin += own_options('v3applicationcredential')
    return of_plugin


def lacking(auth_type: str, settings: Settings) -> tuple[str, ...]:
    """The secrets that a login of a type needs and no setting gives, as ``password``."""
    types = _factors(settings) if auth_type == _BY_FACTORS else [auth_type]
    names = [_SECRETS.get(one, 'password' if 'password' in one else '') for one in types]
    return tuple(name for name in names if name and auth_setting(settings, name) is None)


def _factors(settings: Settings) -> list[str]:
    """The auth types that a login with several factors puts together."""
    setting = auth_setting(settings, 'auth_methods')
    if setting is None:
        return []
    methods = setting.value
    return [
        str(method).strip()
        for method in (methods.split(',') if isinstance(methods, str) else methods)
    ]


def without_secret(name: str, settings: Settings) -> errors.LoginError:
    """The error of a login that lacks a secret."""
    return _missing(_WORDS[name], name, settings)


def _loader(auth_type: str) -> Any:
    with wire.LOADING:
        from keystoneauth1 import loading
        from stevedore import named

    failures: list[BaseException] = []
    manager: named.NamedExtensionManager[Any] = named.NamedExtensionManager(
        loading.PLUGIN_NAMESPACE,
        [auth_type],
        invoke_on_load=True,
        on_load_failure_callback=lambda _, __, error: failures.append(error),
        on_missing_entrypoints_callback=lambda _: None,
    )
    for extension in manager:
        return extension.obj
    if failures:
        raise errors.CommandError(f'The auth type {auth_type!r} cannot be loaded: {failures[0]}.')
    names = ', '.join(sorted(loading.get_available_plugin_names()))
    raise errors.CommandError(f'Unknown auth type {auth_type!r}. Known: {names}.')


def checked_values(
    auth_type: str, settings: Settings, may_lack: Collection[str] = ()
) -> dict[str, Any]:
    """Return an auth plugin's values, checked; the usual types need no library."""
    if auth_type in _PLUGINS:
        names = _ARGUMENTS[auth_type].split()
        values = {name: value for name, value in auth_values(settings).items() if name in names}
        if auth_type in WITHOUT_IDENTITY:
            _check_endpoint(auth_type, values, settings)
        else:
            _check(auth_type, values, settings)
        for name in lacking(auth_type, settings):
            if name not in may_lack:
                raise without_secret(name, settings)
        return values
    names = _option_names(auth_type, settings)
    values = {
        name: value for name, value in auth_values(settings, tuple(names)).items() if name in names
    }
    if auth_type == _BY_FACTORS:
        values['auth_methods'] = _factors(settings)
        _check(auth_type, values, settings)
    if 'endpoint' in names and settings.get('endpoint_override'):
        values.setdefault('endpoint', settings.get('endpoint_override'))
    return values


def _option_names(auth_type: str, settings: Settings) -> list[str]:
    """The names of what a plugin that is not ours is made of."""
    options = list(_loader(auth_type).get_options())
    if auth_type == _BY_FACTORS:
        for method in _factors(settings):
            # The plugin refuses others itself.
            with contextlib.suppress(errors.CommandError):
                options += _loader(method).get_options()
    return [option.dest for option in options]


def asking_plugin(
    auth_type: str, values: Mapping[str, Any], lacks: Collection[str], ask: Callable[[], Any]
) -> Any:
    """The auth plugin of a type, which asks for what it lacks when it logs in, and not before."""
    asking = plugin(auth_type, {**values, **dict.fromkeys(lacks, '')})
    # What logs in: an identity plugin by a request, and this one in each request.
    step = 'get_token' if auth_type == 'http_basic' else 'get_auth_ref'

    def log_in(session: Any, **options: Any) -> Any:
        complete = plugin(auth_type, {**values, **ask()})
        return getattr(complete, step)(session, **options)

    setattr(asking, step, log_in)
    return asking


def plugin(auth_type: str, values: Mapping[str, Any]) -> Any:
    """The auth plugin of a type."""
    if auth_type in _PLUGINS:
        path, name = _PLUGINS[auth_type]
        with wire.LOADING:
            module = importlib.import_module(path)
        return getattr(module, name)(**values)
    return _loader(auth_type).load_from_options(**values)


def _check(auth_type: str, values: dict[str, Any], settings: Settings) -> None:
    """Refuse settings that lack something else than the secret, before anything is sent."""
    url = values.get('auth_url')
    if not url:
        raise _missing('URL of the identity service', 'auth_url', settings)
    if not _is_url(str(url)):
        raise errors.CommandError(f'The URL of the identity service is not valid: {url!r}.')
    types = {auth_type, *values.get('auth_methods', ())}
    if types & {'password', 'v3password', 'v3totp'} and not (
        values.get('username') or values.get('user_id')
    ):
        raise _missing('user', 'username', settings)
    if auth_type in ('token', 'v3token') and not values.get('token'):
        raise _missing('token', 'token', settings)
    if auth_type == 'v3applicationcredential' and not (
        values.get('application_credential_id') or values.get('application_credential_name')
    ):
        raise _missing('application credential', 'application_credential_id', settings)


def _check_endpoint(auth_type: str, values: dict[str, Any], settings: Settings) -> None:
    """Complete and check the settings of a service without an identity service."""
    override = settings.get('endpoint_override')
    if override and not values.get('endpoint'):
        values['endpoint'] = override
    url = values.get('endpoint')
    if not url and not any(
        settings.get('endpoint_override', service=service) for service in SERVICES
    ):
        raise _missing('URL of the service', 'endpoint', settings)
    if url and not _is_url(str(url)):
        raise errors.CommandError(f'The URL of the service is not valid: {url!r}.')
    if auth_type == 'http_basic' and not values.get('username'):
        raise _missing('user', 'username', settings)


def _is_url(text: str) -> bool:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ('http', 'https') and bool(parts.netloc)


def _missing(value: str, name: str, settings: Settings) -> errors.LoginError:
    """The error of a login that lacks a setting: in words, and as plugins name it."""
    cloud = settings.cloud
    if cloud is None:
        place = 'name a cloud of clouds.yaml with --os-cloud'
    else:
        command = f' or {files.PASSWORD_COMMAND}' if name in BY_COMMAND else ''
        place = f'add {name}{command} to cloud {cloud.name} in {cloud.file}'
    error = errors.LoginError(
        f'No {value} given: set {flag_of(name)} or OS_{name.upper()}, or {place}.'
    )
    error.exit_status = errors.ExitStatus.USAGE
    error.error_code = 'login_settings'
    return error

"""Opens the session of a run: auth plugin, TLS, timings, cached token, the built-in cloud."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import options as global_options
from novaclient_mv.cli.reading import types
from novaclient_mv.clouds import cache, settings
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import answers, documents, sender

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
}
_NOT_CACHED = ('token', 'v3token', 'admin_token', 'none', 'noauth', 'http_basic')
_SECRETS_NOT_KEYED = ('passcode',)


def auth_type_of(chosen: settings.Settings) -> str:
    """The auth type that was asked for, or the one that the settings are for."""
    named = chosen.get('os_auth_type')
    if named:
        return str(named)
    values = auth_values(chosen, 'v3applicationcredential')
    if chosen.given.get('os_token') or (values.get('token') and not values.get('password')):
        return 'token'
    if values.get('application_credential_secret'):
        return 'v3applicationcredential'
    return 'password'


def auth_values(
    chosen: settings.Settings, auth_type: str, names: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What the settings say for an auth plugin, by the plugin's names."""
    known = {*names, *' '.join((*_ARGUMENTS.values(),)).split()}
    found = {name: auth_setting(chosen, name) for name in sorted(known)}
    return {name: setting.value for name, setting in found.items() if setting is not None}


def auth_setting(chosen: settings.Settings, name: str) -> settings.Setting | None:
    """One value for an auth plugin, by the plugin's name, and where it came from."""
    dest = f'os_{name}'
    value = chosen.given.get(dest)
    found = settings.Setting(value, flag_of(name))
    if value is None:
        variable = chosen.environment.get(*variables_of(chosen, name))
        if variable is not None:
            found = settings.Setting(variable[1], variable[0])
        elif chosen.cloud is not None:
            origin = f'{name} of cloud {chosen.cloud.name} in {chosen.cloud.file}'
            found = settings.Setting(chosen.cloud.auth.get(name), origin)
    return None if found.value is None or found.value == '' else found


def flag_of(name: str) -> str:
    """The option that sets a value for an auth plugin."""
    return '--os-' + name.replace('_', '-')


def variables_of(chosen: settings.Settings, name: str) -> tuple[str, ...]:
    """The environment variables that set a value for an auth plugin."""
    dest = f'os_{name}'
    for option in chosen.table.options:
        if option.dest == dest:
            return option.variables
    return (dest.upper(),)


def own_options(auth_type: str) -> tuple[global_options.GlobalOption, ...]:
    """The command-line options of an auth type that our own table lacks.

    :raises CommandError: there is no such auth type.
    """
    options = _loader(auth_type).get_options()
    known = global_options.OptionTable().by_flag
    found = []
    for option in options:
        names = [option.name, *(deprecated.name for deprecated in option.deprecated)]
        flags = tuple(
            flag for name in names if (flag := '--os-' + name.replace('_', '-')) not in known
        )
        if flags:
            dest = 'os_' + option.dest.replace('-', '_')
            found.append(
                global_options.GlobalOption(
                    flags, dest, option.help or '', global_options.LOGIN, (dest.upper(),), '<value>'
                )
            )
    return tuple(found)


def auth_options(chosen: settings.Settings, flag: str) -> tuple[global_options.GlobalOption, ...]:
    """The options that the chosen auth type alone has.

    :param flag: the one that is not in our table.
    """
    auth_type = auth_type_of(chosen)
    found = own_options(auth_type)
    if 'application-credential' in flag and auth_type != 'v3applicationcredential':
        found += own_options('v3applicationcredential')
    return found


def _loader(auth_type: str) -> Any:
    from keystoneauth1 import exceptions as ks_exceptions
    from keystoneauth1 import loading

    try:
        return loading.get_plugin_loader(auth_type)
    except ks_exceptions.NoMatchingPlugin as error:
        known = ', '.join(sorted(loading.get_available_plugin_names()))
        raise errors.CommandError(
            f'There is no auth type {auth_type!r}; known are {known}.'
        ) from error


def _plugin(auth_type: str, chosen: settings.Settings) -> tuple[Any, dict[str, Any]]:
    """The auth plugin and the values it was made of."""
    if auth_type in _PLUGINS:
        names = _ARGUMENTS[auth_type].split()
        values = {
            name: value for name, value in auth_values(chosen, auth_type).items() if name in names
        }
        _check(auth_type, values)
        module, name = _PLUGINS[auth_type]
        return getattr(importlib.import_module(module), name)(**values), values
    loader = _loader(auth_type)
    names = [option.dest for option in loader.get_options()]
    values = {
        name: value
        for name, value in auth_values(chosen, auth_type, tuple(names)).items()
        if name in names
    }
    if 'endpoint' in names and chosen.get('endpoint_override'):
        values.setdefault('endpoint', chosen.get('endpoint_override'))
    return loader.load_from_options(**values), values


def _check(auth_type: str, values: dict[str, Any]) -> None:
    """Say what is missing for a login before anything is sent.

    :raises LoginError: a setting is missing.
    """
    url = values.get('auth_url')
    if not url:
        raise _missing('the URL of the identity service', '--os-auth-url', 'OS_AUTH_URL')
    if not _is_url(str(url)):
        raise errors.CommandError(f'The URL of the identity service, {url!r}, is no URL.')
    if auth_type in ('password', 'v3password', 'v3totp') and not (
        values.get('username') or values.get('user_id')
    ):
        raise _missing('a user', '--os-username', 'OS_USERNAME')
    if auth_type in ('password', 'v3password') and not values.get('password'):
        raise _missing('a password', '--os-password', 'OS_PASSWORD')
    if auth_type in ('token', 'v3token') and not values.get('token'):
        raise _missing('a token', '--os-token', 'OS_TOKEN')
    if auth_type == 'v3applicationcredential':
        _check_application_credential(values)


def _is_url(text: str) -> bool:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ('http', 'https') and bool(parts.netloc)


def _check_application_credential(values: dict[str, Any]) -> None:
    if not (values.get('application_credential_id') or values.get('application_credential_name')):
        raise _missing(
            'an application credential',
            '--os-application-credential-id',
            'OS_APPLICATION_CREDENTIAL_ID',
        )
    if not values.get('application_credential_secret'):
        raise _missing(
            'the secret of the application credential',
            '--os-application-credential-secret',
            'OS_APPLICATION_CREDENTIAL_SECRET',
        )


def _missing(what: str, option: str, variable: str) -> errors.LoginError:
    error = errors.LoginError(
        f'No login without {what}: give {option}, set {variable}, '
        'or name a cloud of clouds.yaml with --os-cloud.'
    )
    error.exit_status = errors.ExitStatus.USAGE
    error.error_code = 'login_settings'
    return error


class Login:
    """A session on one cloud, and what is remembered of it."""

    def __init__(self, chosen: settings.Settings) -> None:
        self.settings = chosen
        environment = chosen.environment
        self.cache: cache.Cache | None = None
        auth_type = 'password' if chosen.is_sandbox else auth_type_of(chosen)
        self.auth_type = auth_type
        if self._may_cache(auth_type):
            self.cache = cache.Cache(environment.cache_folder, environment.clock.now)
        self.auth, self._values = self._open_auth(auth_type)
        self.session = self._open_session()
        self._key = None
        if self.cache is not None:
            self._key = self.cache.key_of(self._identity(auth_type))
            self._take_up_token()

    def _may_cache(self, auth_type: str) -> bool:
        chosen = self.settings
        if chosen.given.get('no_cache') or auth_type in _NOT_CACHED or chosen.is_sandbox:
            return False
        if chosen.given.get('os_cache'):
            return True
        kept = chosen.environment.variables.get('OS_CACHE', '').strip().lower()
        return kept not in types.FALSE_WORDS

    def _open_auth(self, auth_type: str) -> tuple[Any, dict[str, Any]]:
        if self.settings.is_sandbox:
            from novaclient_mv.clouds import builtin

            values = builtin.auth_settings(self.settings.given)
            from keystoneauth1.identity.v3 import Password

            return Password(**values), values
        try:
            return _plugin(auth_type, self.settings)
        except Exception as error:
            raise sender.translated(error) from error

    def _open_session(self) -> Any:
        import logging

        from novaclient_mv.wire import sessions

        # Without a handler, Python would write keystoneauth1's warnings beside our one line.
        logger = logging.getLogger('keystoneauth')
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
        chosen = self.settings
        cacert, cert, key = chosen.get('os_cacert'), chosen.get('os_cert'), chosen.get('os_key')
        verify: Any = os.path.expanduser(cacert) if cacert else True
        if chosen.get('insecure') or _is_unverified(chosen):
            verify = False
            # The user asked for this; a warning with each request would only hide other lines.
            warnings.filterwarnings('ignore', message='Unverified HTTPS request')
        session = sessions.open_session(
            auth=self.auth,
            verify=verify,
            cert=(cert, key) if cert and key else cert,
            timeout=float(chosen.get('timeout', settings.DEFAULT_TIMEOUT)),
            collect_timing=bool(chosen.get('timings') or chosen.get('collect_timing')),
            tls_ciphers=chosen.get('tls_ciphers'),
            tls_min_version=chosen.get('tls_min_version'),
        )
        if chosen.is_sandbox:
            from novaclient_mv.clouds import builtin

            builtin.mount(session, chosen.environment)
        if chosen.environment.transport:
            chosen.environment.transport(session)
        return session

    def _identity(self, auth_type: str) -> dict[str, Any]:
        """What a token depends on; the secret is part of it, a passcode is not."""
        values = {
            name: value for name, value in self._values.items() if name not in _SECRETS_NOT_KEYED
        }
        return {'auth_type': auth_type, **values}

    def _take_up_token(self) -> None:
        if self.cache is None or self._key is None:
            return
        kept = self.cache.read('token', self._key)
        if isinstance(kept, str) and hasattr(self.auth, 'set_auth_state'):
            try:
                self.auth.set_auth_state(kept)
                _check_access(self.auth.auth_ref)
            except Exception:
                # Whatever is wrong with a kept token, a login makes a new one.
                self.auth.auth_ref = kept = None
                self.cache.drop('token', self._key)
        self._kept_token = kept

    def keep_token(self) -> None:
        """Keep the token of this run for the next ones, if it is another than before."""
        if self.cache is None or self._key is None or not hasattr(self.auth, 'get_auth_state'):
            return
        state = self.auth.get_auth_state()
        if not state or state == self._kept_token:
            return
        try:
            expires = self.auth.auth_ref.expires.timestamp()
        except answers.ODD_VALUES:
            # A login that does not say when it ends is not remembered.
            return
        self.cache.write('token', self._key, state, expires - cache.TOKEN_MARGIN)

    def connection(
        self, service: Service, version: APIVersion, warn: Callable[[str], None]
    ) -> sender.Http:
        """What sends the requests to a service at a version."""
        chosen = self.settings
        _check_files(chosen)

        def get(dest: str) -> Any:
            # Variables that are set for another cloud say nothing of the built-in one.
            return (
                chosen.given.get(dest) if chosen.is_sandbox else chosen.get(dest, service=service)
            )

        return sender.Http(
            self.session,
            service,
            version,
            endpoint_override=get('endpoint_override'),
            service_type=get('service_type'),
            service_name=get('service_name'),
            interface=str(get('endpoint_type') or 'public').removesuffix('URL'),
            region_name=get('os_region_name'),
            sleep=chosen.environment.clock.sleep,
            warn=warn,
        )

    # -- version range ---------------------------------------------------------

    def remembered_range(self, connection: sender.Http) -> tuple[VersionRange | None] | None:
        """The range of a service that is remembered, in a tuple; ``None`` where nothing is."""
        if self.cache is None:
            return None
        kept = self.cache.read('range', self._range_key(connection))
        if not isinstance(kept, str):
            return None
        if not kept:
            return (None,)
        try:
            offered = documents.checked_range(*kept.split('..'))
        except (errors.UnsupportedVersion, TypeError, ValueError):
            return None
        return (offered.bound_like(connection.service.range),)

    def keep_range(self, connection: sender.Http, offered: VersionRange | None) -> None:
        """Keep the range of a service for later runs."""
        if self.cache is None:
            return
        text = '' if offered is None else f'{offered.start}..{offered.end}'
        until = self.cache.now() + cache.RANGE_SECONDS
        self.cache.write('range', self._range_key(connection), text, until)

    def _range_key(self, connection: sender.Http) -> str:
        assert self.cache is not None
        endpoint = connection.endpoint().url
        return self.cache.key_of({'endpoint': endpoint, 'service': connection.service.name})


def _check_files(chosen: settings.Settings) -> None:
    """Say which file of a TLS option is not there, before anything is sent.

    :raises CommandError: one is not.
    """
    for dest in ('os_cacert', 'os_cert', 'os_key'):
        found = chosen.setting(dest)
        if found is None or chosen.is_sandbox:
            continue
        path = os.path.expanduser(str(found.value))
        if not os.access(path, os.R_OK):
            raise errors.CommandError(f'{found.origin} names {path}, which cannot be read.')


def _check_access(access: Any) -> None:
    """Look at all that is used of a kept login.

    :raises Exception: something in it is of another type than in a login.
    """
    if access is None:
        return
    access.will_expire_soon()
    texts = [access.auth_token]
    catalog = access.service_catalog.catalog
    # Without endpoints it is of no use, and what is left of a broken one looks like that.
    if not isinstance(catalog, list) or not catalog:
        raise TypeError('a kept login has no catalog')
    for service in catalog:
        texts.append(service['type'])
        if not isinstance(service['endpoints'], list):
            raise TypeError('a kept login has a service without a list of endpoints')
    for endpoints in access.service_catalog.get_endpoints_data().values():
        for endpoint in endpoints:
            texts += [endpoint.url, endpoint.interface, endpoint.service_type]
            texts += [endpoint.region_name] if endpoint.region_name else []
    texts += [each for each in (access.project_id, access.user_id) if each]
    if not all(isinstance(each, str) for each in texts):
        raise TypeError('a kept login holds something else than texts')


def _is_unverified(chosen: settings.Settings) -> bool:
    """Whether the cloud file says not to check certificates."""
    if chosen.cloud is None:
        return False
    verify = chosen.cloud.settings.get('verify')
    insecure = chosen.cloud.settings.get('insecure')
    return str(verify).lower() in ('false', 'no', '0') or str(insecure).lower() in (
        'true',
        'yes',
        '1',
    )

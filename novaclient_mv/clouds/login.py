"""Logs in for a run: auth plugin, session, TLS, cached token, and what sees the requests."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Callable
from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds import cache, plugins, settings, words
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import answers, debugging, documents, sender, timing, translation
from novaclient_mv.wire.access import Access
from novaclient_mv.wire.transport import Transport

_NOT_CACHED = ('token', 'v3token', 'admin_token', 'noauth')
_WITHOUT_TOKEN = ('none', 'http_basic')
_SECRETS_NOT_KEYED = ('passcode',)


class Login:
    """A login on one cloud, what carries requests there, and what is remembered of it.

    ``timings`` tells what each request took, logins too, where that is to be collected.
    """

    def __init__(self, chosen: settings.Settings) -> None:
        self.settings = chosen
        environment = chosen.environment
        self.auth_type = 'password' if chosen.is_sandbox else plugins.auth_type_of(chosen)
        self.timings: list[timing.Timing] = []
        self._values = {} if chosen.is_sandbox else self._checked_values()
        self.cache: cache.Cache | None = None
        self._key: str | None = None
        self._kept_token: Any = None
        if self._may_cache():
            # What is remembered is looked up before any plugin or session is made.
            self.cache = cache.Cache(environment.cache_folder, environment.clock.now)
            if self.auth_type not in _WITHOUT_TOKEN:
                self._key = self.cache.key_of(self._identity(self.auth_type))
                self._kept_token = self.cache.read('token', self._key)

    def _checked_values(self) -> dict[str, Any]:
        try:
            return plugins.checked_values(self.auth_type, self.settings)
        except Exception as error:
            raise translation.translated(error) from error

    @functools.cached_property
    def auth(self) -> Any:
        """The auth plugin, with the token that is remembered."""
        try:
            opened = plugins.plugin(self.auth_type, self._values)
        except Exception as error:
            raise translation.translated(error) from error
        if isinstance(self._kept_token, str) and hasattr(opened, 'set_auth_state'):
            self._take_up_token(opened)
        return opened

    @functools.cached_property
    def session(self) -> Any:
        """The session that carries requests and logins, where there is a network."""
        return self._open_session()

    @functools.cached_property
    def _ways(self) -> tuple[Transport, Access]:
        """What carries requests, and who we are."""
        chosen = self.settings
        if chosen.is_sandbox:
            from novaclient_mv.clouds import builtin

            carrier = builtin.transport(chosen.environment, self._timeout)
            # A login is no request of the command: what wraps those does not see it.
            return carrier, builtin.access(self._timed(carrier), chosen)
        from novaclient_mv.wire import keystone, sessions

        return (
            keystone.KeystoneTransport(self.session, options=lambda: sessions.SEEN_BY_OTHERS),
            keystone.KeystoneAccess(self.session),
        )

    @functools.cached_property
    def transport(self) -> Transport:
        """What sends the requests, with all that sees them around what carries them."""
        wrap = self.settings.environment.wrap
        carrier = self._ways[0]
        seen = self._timed(carrier if wrap is None else wrap(carrier))
        return debugging.DebuggedTransport(seen, self.curl_options)

    def _timed(self, inner: Transport) -> Transport:
        return timing.TimedTransport(inner, self.timings) if self._has_timings else inner

    @property
    def curl_options(self) -> list[str]:
        """What ``curl`` would be told of the certificates of the cloud."""
        verify = True if self.settings.is_sandbox else self._verify()
        if isinstance(verify, str):
            return [f'--cacert "{verify}"']
        return [] if verify else ['--insecure']

    @property
    def _has_timings(self) -> bool:
        return bool(self.settings.get('timings') or self.settings.get('collect_timing'))

    @property
    def _timeout(self) -> float:
        return float(self.settings.get('timeout', settings.DEFAULT_TIMEOUT))

    def _verify(self) -> bool | str:
        """How the certificate of the cloud is checked: the file of an authority, or whether."""
        chosen = self.settings
        if chosen.get('insecure') or _is_unverified(chosen):
            return False
        cacert = chosen.get('os_cacert')
        return os.path.expanduser(cacert) if cacert else True

    def _may_cache(self) -> bool:
        chosen = self.settings
        if chosen.options.get('no_cache') or self.auth_type in _NOT_CACHED or chosen.is_sandbox:
            return False
        if chosen.options.get('os_cache'):
            return True
        word = chosen.environment.variables.get('OS_CACHE', '').strip().lower()
        return word not in words.FALSE_WORDS

    def _open_session(self) -> Any:
        import logging

        from novaclient_mv.wire import sessions

        # Without a handler, Python would write keystoneauth1's warnings beside our one line.
        logger = logging.getLogger('keystoneauth')
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
        chosen = self.settings
        cert, key, verify = chosen.get('os_cert'), chosen.get('os_key'), self._verify()
        if verify is False:
            # The user asked for this; a warning with each request would only hide other lines.
            warnings.filterwarnings('ignore', message='Unverified HTTPS request')
        session = sessions.open_session(
            auth=self.auth,
            verify=verify,
            cert=(cert, key) if cert and key else cert,
            timeout=self._timeout,
            timings=self.timings if self._has_timings else None,
            tls_ciphers=chosen.get('tls_ciphers'),
            tls_min_version=chosen.get('tls_min_version'),
        )
        if chosen.environment.transport:
            chosen.environment.transport(session)
        return session

    def _identity(self, auth_type: str) -> dict[str, Any]:
        """What a token depends on; the secret is part of it, a passcode is not."""
        values = {
            name: value for name, value in self._values.items() if name not in _SECRETS_NOT_KEYED
        }
        return {'auth_type': auth_type, **values}

    def _take_up_token(self, opened: Any) -> None:
        try:
            opened.set_auth_state(self._kept_token)
            _check_access(opened.auth_ref)
        except Exception:
            # Whatever is wrong with a kept token, a login makes a new one.
            opened.auth_ref = self._kept_token = None
            if self.cache is not None and self._key is not None:
                self.cache.drop('token', self._key)

    def keep_token(self) -> None:
        """Keep the token of this run for the next ones, if it is another than before."""
        if self.cache is None or self._key is None or 'auth' not in self.__dict__:
            return
        if not hasattr(self.auth, 'get_auth_state'):
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
    ) -> sender.Sender:
        """What sends the requests to a service at a version."""
        chosen = self.settings
        _check_files(chosen)

        def get(dest: str) -> Any:
            # Variables that are set for another cloud say nothing of the built-in one.
            return (
                chosen.options.get(dest) if chosen.is_sandbox else chosen.get(dest, service=service)
            )

        made = sender.Sender(
            self.transport,
            self._ways[1],
            service,
            version,
            endpoint_override=get('endpoint_override'),
            completes_override=True,
            service_type=get('service_type'),
            service_name=get('service_name'),
            interface=str(get('endpoint_type') or 'public').removesuffix('URL'),
            region_name=get('os_region_name'),
            sleep=chosen.environment.clock.sleep,
            warn=warn,
        )
        made.additional_headers = {'User-Agent': self._user_agent()}
        return made

    def _user_agent(self) -> str:
        from novaclient_mv.wire import sessions

        return sessions.APP_NAME if self.settings.is_sandbox else sessions.user_agent()

    # -- version range ---------------------------------------------------------

    def remembered_range(self, connection: sender.Sender) -> tuple[VersionRange | None] | None:
        """The range of a service that is remembered, in a tuple; ``None`` where nothing is."""
        if self.cache is None:
            return None
        text = self.cache.read('range', self._range_key(connection))
        if not isinstance(text, str):
            return None
        if not text:
            return (None,)
        try:
            offered = documents.checked_range(*text.split('..'))
        except (errors.UnsupportedVersion, TypeError, ValueError):
            return None
        return (offered.bound_like(connection.service.range),)

    def keep_range(self, connection: sender.Sender, offered: VersionRange | None) -> None:
        """Keep the range of a service for later runs."""
        if self.cache is None:
            return
        text = '' if offered is None else f'{offered.start}..{offered.end}'
        until = self.cache.now() + cache.RANGE_SECONDS
        self.cache.write('range', self._range_key(connection), text, until)

    def _range_key(self, connection: sender.Sender) -> str:
        assert self.cache is not None
        endpoint = connection.endpoint().url
        return self.cache.key_of({'endpoint': endpoint, 'service': connection.service.name})


def _check_files(chosen: settings.Settings) -> None:
    """Say which file of a TLS option is not there, before anything is sent.

    :raises CommandError: one is not.
    """
    for dest in ('os_cacert', 'os_cert', 'os_key'):
        setting = chosen.setting(dest)
        if setting is None or chosen.is_sandbox:
            continue
        path = os.path.expanduser(str(setting.value))
        if not os.access(path, os.R_OK):
            raise errors.CommandError(f'{setting.origin} names {path}, which cannot be read.')


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
    texts += [id for id in (access.project_id, access.user_id) if id]
    if not all(isinstance(text, str) for text in texts):
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

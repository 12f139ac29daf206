"""All that mattered when something was learned of a cloud, as one value for keys of the cache."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from novaclient_mv.clouds import tls_settings
from novaclient_mv.clouds.logins import certificate_files
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import SERVICES
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.direct import tls_context

_NOT_PART = ('passcode',)
"""A one-time passcode is another one for each login; one serves until its token ends."""

_SETTINGS_OF_OPENSSL = ('OPENSSL_CONF',)
_AUTHORITIES_OF_OPENSSL = ('SSL_CERT_FILE', 'SSL_CERT_DIR')
"""Variables that OpenSSL reads itself. Its authorities are trusted where ciphers or a lowest
version are said: keystoneauth1 makes the TLS settings of such a session with all that OpenSSL has.
"""


class Identity(NamedTuple):
    """The identity of a login: its user, its cloud, and how the cloud's certificate is checked.

    :param login: the auth type, and what its plugin is made of, secrets included.
    :param interfaces: the one that is asked for, by the names of the services.
    :param check: which authorities are trusted, with the contents of their files; or that nothing
        is checked.
    :param certificate: the files of the client's certificate and key, with their contents.
    :param protocol: what is said of TLS itself: ciphers, lowest version, OpenSSL's own settings.
    """

    login: Mapping[str, Any]
    interfaces: Mapping[str, str]
    check: Any
    certificate: Any
    protocol: Any


def of(settings: Settings, auth_type: str, values: Mapping[str, Any]) -> Identity | None:
    """The identity of a run; ``None`` where a later run cannot be recognized as the same."""
    login = {name: value for name, value in values.items() if name not in _NOT_PART}
    try:
        return Identity(
            {'auth_type': auth_type, **login},
            {
                service.name: interface(settings.get('endpoint_type', service=service))
                for service in SERVICES
            },
            _check(settings),
            _certificate(settings),
            _protocol(settings),
        )
    except certificate_files.Unrepeatable:
        return None


def interface(named: str | None) -> str:
    """The interface that a service's endpoint is looked up by; public by default."""
    return str(named or 'public').removesuffix('URL')


def _variables(settings: Settings) -> list[Mapping[str, str]]:
    """The variables that count: libraries read those of the process, whatever a run has."""
    return [settings.environment.variables, os.environ]


def _check(settings: Settings) -> Any:
    """By which authorities certificates are checked, if they are."""
    verify = tls_settings.verify(settings)
    if verify is False:
        return 'unchecked'
    named = [verify] if isinstance(verify, str) else map(tls_context.bundle, _variables(settings))
    return [
        certificate_files.usual() if path is None else certificate_files.state_of(path)
        for path in dict.fromkeys(named)
    ]


def _certificate(settings: Settings) -> Any:
    cert = tls_settings.certificate(settings)
    paths = cert if isinstance(cert, tuple) else (cert,)
    return [certificate_files.state_of(path) for path in paths if path]


def _protocol(settings: Settings) -> Any:
    own = [settings.get('tls_ciphers'), settings.get('tls_min_version')]
    names = _SETTINGS_OF_OPENSSL + (_AUTHORITIES_OF_OPENSSL if any(own) else ())
    # The same file means something else as configuration, as authorities and as their folder.
    states = [
        [
            (name, certificate_files.state_of(path))
            for name in names
            for path in variables.get(name, '').split(os.pathsep)
            if path
        ]
        for variables in _variables(settings)
    ]
    return [*own, *states]

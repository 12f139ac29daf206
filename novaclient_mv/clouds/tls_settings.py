"""Settings of TLS: authorities and the client's certificate."""

from __future__ import annotations

import os

from novaclient_mv import errors
from novaclient_mv.clouds.settings import Settings


def verify(settings: Settings) -> bool | str:
    """Return the file of authorities, or whether certificates are checked at all."""
    own = {} if settings.cloud is None else settings.cloud.settings
    if settings.get('insecure') or own.get('insecure') is True or own.get('verify') is False:
        return False
    cacert = settings.get('os_cacert')
    return os.path.expanduser(cacert) if cacert else True


def certificate(settings: Settings) -> str | tuple[str, str] | None:
    """The certificate of the client, with its key where that is a file of its own."""
    names = (settings.get('os_cert'), settings.get('os_key'))
    cert, key = (os.path.expanduser(name) if name else name for name in names)
    return (cert, key) if cert and key else cert


def curl_options(settings: Settings) -> list[str]:
    """The options of ``curl`` for the cloud's certificates."""
    check = True if settings.is_sandbox else verify(settings)
    if isinstance(check, str):
        import shlex

        return ['--cacert', shlex.quote(check)]
    return [] if check else ['--insecure']


def check_files(settings: Settings) -> None:
    """Say which file of a TLS option is not there, before anything is sent."""
    for dest in ('os_cacert', 'os_cert', 'os_key'):
        setting = settings.setting(dest)
        if setting is None or settings.is_sandbox:
            continue
        path = os.path.expanduser(str(setting.value))
        if not os.access(path, os.R_OK):
            raise errors.CommandError(f'{setting.origin} names {path}, which cannot be read.')

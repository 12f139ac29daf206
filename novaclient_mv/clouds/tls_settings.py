"""Settings of TLS: authorities and the client's certificate."""

from __future__ import annotations

import os

from novaclient_mv import errors
from novaclient_mv.clouds import settings


def verify(chosen: settings.Settings) -> bool | str:
    """Return the file of authorities, or whether certificates are checked at all."""
    if chosen.get('insecure') or _is_unverified(chosen):
        return False
    cacert = chosen.get('os_cacert')
    return os.path.expanduser(cacert) if cacert else True


def certificate(chosen: settings.Settings) -> str | tuple[str, str] | None:
    """The certificate of the client, with its key where that is a file of its own."""
    cert, key = chosen.get('os_cert'), chosen.get('os_key')
    return (cert, key) if cert and key else cert


def check_files(chosen: settings.Settings) -> None:
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


def _is_unverified(chosen: settings.Settings) -> bool:
    """Whether the cloud file says not to check certificates."""
    if chosen.cloud is None:
        return False
    value = chosen.cloud.settings.get('verify')
    insecure = chosen.cloud.settings.get('insecure')
    return str(value).lower() in ('false', 'no', '0') or str(insecure).lower() in (
        'true',
        'yes',
        '1',
    )

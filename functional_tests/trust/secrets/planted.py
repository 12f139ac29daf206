"""Secrets of every kind, each with a value of its own that stands nowhere by chance."""

from __future__ import annotations

from typing import Any

_DRIVER_INFO = (
    *('ipmi_password', 'ipmi_hex_kg_key', 'redfish_password', 'ilo_password', 'drac_password'),
    *('irmc_password', 'irmc_snmp_auth_password', 'irmc_snmp_priv_password', 'snmp_community'),
    *('snmp_community_read', 'snmp_community_write', 'snmp_auth_key', 'snmp_priv_key'),
    *('irmc_snmp_community', 'xclarity_password', 'ucs_password', 'cimc_password', 'kg_key'),
    *('ibmc_password', 'oneview_password', 'amt_password', 'ssh_password', 'http_basic_password'),
    *('agent_secret_token', 'api_key', 'ssh_private_key', 'vendor/password', 'bmc.password'),
    *('bmc-password', 'bmcPassword', 'intel_ipmi_pwd', 'image_download_password'),
)
_INSTANCE_INFO = (
    *('configdrive', 'rescue_password', 'hashed_rescue_password', 'image_password'),
    *('agent_token', 'admin_password', 'image_access_token', 'swift_temp_url_key'),
)
_IN_ANSWERS = (
    *('adminPass', 'admin_pass', 'private_key', 'user_data', 'password', 'auth_password'),
    *('chap_secret', 'client_secret', 'access_token', 'refresh_token', 'id_token', 'passcode'),
    *('passphrase', 'secret', 'credentials', 'fernetkey', 'aws_access_key', 'encrypted_key'),
    *('x_auth_token', 'console_token', 'cookie_secret', 'pswd', 'contents', 'OS-DCF:adminPass'),
)
_IN_URLS = ('token', 'access_token', 'temp_url_sig', 'signature', 'X-Amz-Signature', 'key')
_IN_VARIABLES = (
    *('OS_PASSWORD', 'OS_TOKEN', 'OS_PASSCODE', 'OS_CLIENT_SECRET', 'OS_ACCESS_TOKEN'),
    *('OS_APPLICATION_CREDENTIAL_SECRET', 'OS_DISCOVERY_SECRET', 'OS_ADMIN_PASSWORD'),
)
_OTHERS = ('token', 'basic', 'cookie', 'user_of_url', 'location', 'option', 'file', 'json', 'proxy')

NAMES = tuple(
    dict.fromkeys(
        f'{group}:{name}'
        for group, names in (
            ('driver_info', _DRIVER_INFO),
            ('instance_info', _INSTANCE_INFO),
            ('answer', _IN_ANSWERS),
            ('url', _IN_URLS),
            ('variable', _IN_VARIABLES),
            ('other', _OTHERS),
        )
        for name in names
    )
)


def value(name: str) -> str:
    """The secret of a name."""
    return f'Zq{NAMES.index(name):03}sEcRz'


VALUES = tuple(map(value, NAMES))


def _of(group: str) -> dict[str, str]:
    """The secrets of a group by their names."""
    return {name.partition(':')[2]: value(name) for name in NAMES if name.startswith(f'{group}:')}


def driver_info() -> dict[str, str]:
    """Settings of a node's driver."""
    return _of('driver_info')


def instance_info() -> dict[str, str]:
    """Settings of the instance of a node."""
    return _of('instance_info')


def variables() -> dict[str, str]:
    """Environment variables."""
    return _of('variable')


def url() -> str:
    """A URL with secrets in each of its parts."""
    query = '&'.join(f'{name}={secret}' for name, secret in _of('url').items())
    inner = f'path=%3Ftoken%3D{value("url:token")}'
    return f'http://me:{value("other:user_of_url")}@images.example/iso?{query}&{inner}'


def in_answers() -> dict[str, Any]:
    """Fields that any answer may hold."""
    return {
        **_of('answer'),
        'driver_info': driver_info(),
        'instance_info': {**instance_info(), 'image_source': url()},
        'configdrive': {'meta_data': {'any': value('instance_info:configdrive')}},
        'url': url(),
        'settings': [{'name': 'AdminPassword', 'value': value('answer:password')}],
    }


def headers() -> dict[str, str]:
    """Headers of an answer."""
    return {
        'Location': f'{url()}&token={value("other:location")}',
        'Set-Cookie': f'session={value("other:cookie")}; Path=/',
        'X-Subject-Token': value('other:token'),
    }

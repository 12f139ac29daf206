"""Tests of the TLS options that not every keystoneauth1 takes."""

from __future__ import annotations

import inspect

import pytest
from keystoneauth1 import session as ks_session

from novaclient_mv.clouds import options, tls_settings
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.settings import Settings
from unit_tests.clouds.logins.test_login import LIST, opened
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

HAS_TLS_OPTIONS = 'tls_ciphers' in inspect.signature(ks_session.Session).parameters


@pytest.mark.skipif(HAS_TLS_OPTIONS, reason='keystoneauth1 from 5.17 takes the options')
@pytest.mark.parametrize(('name', 'value'), [('ciphers', 'HIGH'), ('min-version', '1.3')])
def test_tls_option_that_keystoneauth1_lacks_is_named(
    nova: Nova, cloud: ScriptedCloud, name: str, value: str
) -> None:
    assert nova(*LIST, cloud=cloud).status == 0
    result = nova('server-list', f'--tls-{name}', value, cloud=cloud)
    assert result.status == 2
    assert f'--tls-{name} needs keystoneauth1 5.17 or newer' in result.err


@pytest.mark.skipif(not HAS_TLS_OPTIONS, reason='keystoneauth1 below 5.17 has no TLS options')
@pytest.mark.parametrize('cipher', ['SPAM', '\0'])
def test_unknown_cipher_is_named(nova: Nova, cloud: ScriptedCloud, cipher: str) -> None:
    result = nova('server-list', '--tls-ciphers', cipher, cloud=cloud)
    assert result.status == 2
    assert f'no TLS cipher {cipher!r}' in result.err
    assert not cloud.requests


@pytest.mark.skipif(not HAS_TLS_OPTIONS, reason='keystoneauth1 below 5.17 has no TLS options')
def test_lowest_tls_version_is_that_of_the_sessions_connections(nova: Nova) -> None:
    import ssl

    session = opened(nova, tls_min_version='1.3').session
    adapter = session.session.get_adapter('https://x')
    context = adapter.poolmanager.connection_pool_kw['ssl_context']
    assert context.minimum_version == ssl.TLSVersion.TLSv1_3


def test_home_of_the_user_stands_in_the_name_of_each_file(
    nova: Nova, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv('HOME', str(nova.home))
    files = {}
    for name in ('os_cacert', 'os_cert', 'os_key'):
        (nova.home / name).write_text('')
        files[name] = f'~/{name}'
    chosen = Settings(files, options.OptionTable(), Environment(variables={}))
    assert tls_settings.verify(chosen) == str(nova.home / 'os_cacert')
    expected = (str(nova.home / 'os_cert'), str(nova.home / 'os_key'))
    assert tls_settings.certificate(chosen) == expected

"""Keys of what is remembered: two logins that differ in anything that matters never share one, and
two that do not always do.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from novaclient_mv.clouds import options
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import cache, identity
from novaclient_mv.clouds.settings import Settings

FILES = ('one', 'two')
CONTENTS = st.sampled_from(['first', 'second'])
TEXT = st.sampled_from(['a', 'b', '', 'a,b', '["a"]', 'null', '\udcff', 'ü']) | st.text(max_size=3)
LOGIN = st.dictionaries(
    st.sampled_from(['auth_url', 'username', 'password', 'project_name', 'project_id', 'passcode']),
    TEXT | st.none() | st.booleans() | st.integers(0, 1) | st.lists(TEXT, max_size=2),
    max_size=4,
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(('os_cacert', 'os_cert', 'os_key'), st.sampled_from(FILES)),
        'insecure': st.just(True),
        'endpoint_type': st.sampled_from(['public', 'internal', 'admin']),
        'tls_ciphers': st.sampled_from(['HIGH', 'LOW']),
        'tls_min_version': st.sampled_from(['1.2', '1.3']),
    },
)
BUNDLES = ('REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE')
OF_OPENSSL = ('SSL_CERT_FILE', 'SSL_CERT_DIR')
VARIABLES = st.dictionaries(
    st.sampled_from([*BUNDLES, *OF_OPENSSL, 'OPENSSL_CONF']), st.sampled_from(FILES), max_size=3
)


class World(NamedTuple):
    """Everything that a login may depend on; files are named by their places in ``FILES``."""

    auth_type: str
    login: Mapping[str, Any]
    options: Mapping[str, Any]
    variables: Mapping[str, str]
    contents: Mapping[str, str]


WORLDS = st.builds(
    World,
    st.sampled_from(['password', 'v3totp']),
    LOGIN,
    OPTIONS,
    VARIABLES,
    st.fixed_dictionaries(dict.fromkeys(FILES, CONTENTS)),
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[World, World]:
    """Draw two worlds of which the second has most of the first; of a mapping perhaps the same
    values under other names.
    """
    one, other = draw(WORLDS), draw(WORLDS)
    names = draw(st.sets(st.sampled_from(World._fields), max_size=2))
    changed = {name: getattr(other, name) for name in names}
    moved = draw(st.sampled_from(['login', 'variables', None]))
    if moved:
        values = getattr(one, moved)
        keys = draw(st.permutations([*{**getattr(other, moved), **values}]))
        changed[moved] = dict(zip(keys, values.values(), strict=False))
    return one, one._replace(**changed)


def what_matters(world: World) -> Any:
    """Settings that a login depends on, by the rules that libraries have for it."""

    def file(name: str | None) -> Any:
        return name and (name, world.contents[name])

    chosen, variables = world.options, world.variables
    bundle = next((variables[name] for name in BUNDLES if name in variables), None)
    check: Any = file(chosen.get('os_cacert') or bundle)
    # A key alone is not one of a certificate.
    cert = chosen.get('os_cert')
    own = [chosen.get('tls_ciphers'), chosen.get('tls_min_version')]
    # OpenSSL takes its own authorities where its settings are made for a session.
    authorities = [file(variables.get(name)) for name in OF_OPENSSL] if any(own) else []
    return (
        world.auth_type,
        {name: (type(text), text) for name, text in world.login.items() if name != 'passcode'},
        chosen.get('endpoint_type', 'public'),
        'unchecked' if chosen.get('insecure') else check,
        [file(cert), file(chosen.get('os_key')) if cert else None],
        [*own, file(variables.get('OPENSSL_CONF')), *authorities],
    )


class Home:
    """A folder with the files of a world, and a cache."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.table = options.OptionTable()
        self.cache = cache.Cache(str(folder / 'cache'), lambda: 0)

    def key(self, world: World) -> str:
        """The key under which things are remembered of a world."""
        for name, content in world.contents.items():
            (self.folder / name).write_text(content)
        variables = {name: str(self.folder / file) for name, file in world.variables.items()}
        given = {
            name: str(self.folder / value) if value in FILES else value
            for name, value in world.options.items()
        }
        bare = {name: text for name, text in os.environ.items() if name not in variables}
        with mock.patch.dict(os.environ, {**bare, **variables}, clear=True):
            chosen = Settings(given, self.table, Environment(variables=os.environ))
            known = identity.of(chosen, world.auth_type, world.login)
        assert known is not None
        return self.cache.key_of(known._asdict())


@pytest.fixture(scope='module')
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with pytest.MonkeyPatch.context() as patch:
        for name in (*BUNDLES, *OF_OPENSSL, 'OPENSSL_CONF', 'OS_CLOUD'):
            patch.delenv(name, raising=False)
        yield Home(tmp_path_factory.mktemp('home'))


TLS = {'tls_min_version': '1.3'}
PLAIN = World('password', {}, TLS, {'SSL_CERT_FILE': 'one'}, dict.fromkeys(FILES, 'first'))


@settings(max_examples=100, deadline=None)
@given(pairs())
@example((PLAIN, PLAIN._replace(variables={'SSL_CERT_DIR': 'one'})))
@example((PLAIN, PLAIN._replace(variables={'OPENSSL_CONF': 'one'})))
@example((PLAIN, PLAIN._replace(login={'passcode': 'a'})))
@example((PLAIN, PLAIN._replace(options={**TLS, 'endpoint_type': 'public'})))
def test_logins_share_a_key_exactly_where_nothing_that_matters_differs(
    home: Home, worlds: tuple[World, World]
) -> None:
    one, other = worlds
    is_same = what_matters(one) == what_matters(other)
    assert (home.key(one) == home.key(other)) == is_same
    turned = one._replace(login=dict(reversed(one.login.items())))
    # A file that is written again with the same content is the same.
    assert home.key(turned) == home.key(one)

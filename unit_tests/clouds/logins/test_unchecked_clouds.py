"""Data of a cloud whose certificate is not checked, or otherwise, serves no other run: an https://
login whose catalog names an http:// endpoint.
"""

from __future__ import annotations

import pathlib
import ssl
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from novaclient_mv import client as library
from novaclient_mv import errors
from unit_tests import records
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.scripted_services import Keystone
from unit_tests.wire.direct.test_direct_tls import BUNDLES, Files, certificate

LIST = ('server-list', '-f', 'value', '-c', 'name')


Run = Callable[[str], tuple[int, int, int]]


class Clouds(NamedTuple):
    """A Keystone over TLS, and the Nova that its catalog names, without."""

    identity: ScriptedCloud
    compute: ScriptedCloud
    own: Files
    other: Files

    def seen(self) -> tuple[int, int]:
        """Return the numbers of logins and of requests to Nova since the last call."""
        counts = self.identity.wire().count('POST /v3/auth/tokens'), len(self.compute.requests)
        self.identity.requests.clear()
        self.compute.requests.clear()
        return counts


@pytest.fixture(scope='module')
def own(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The certificate of the cloud, which is its own authority."""
    return certificate(tmp_path_factory.mktemp('own'), 'IP:127.0.0.1')


@pytest.fixture(scope='module')
def other(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """An authority of something else."""
    return certificate(tmp_path_factory.mktemp('other'), 'DNS:other.example')


@pytest.fixture
def clouds(own: Files, other: Files) -> Iterator[Clouds]:
    """A login over TLS that leads to an endpoint without."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*own)
    identity, compute = ScriptedCloud(context=context), ScriptedCloud()
    identity.compute_path = f'{compute.url}/v2.1'
    identity.keystone = compute.keystone = Keystone(identity.url, identity.catalog)
    compute.on('GET', '/servers/detail', {'servers': [records.server()]})
    with identity, compute:
        yield Clouds(identity, compute, own, other)


@pytest.fixture
def run(nova: Nova, clouds: Clouds, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command with one of the ways to check: its status, logins, and requests to Nova."""
    for name in BUNDLES:
        monkeypatch.delenv(name, raising=False)
    nova.cloud_file('clouds: {unchecked: {verify: false}, checked: {}}')

    def run_with(how: str) -> tuple[int, int, int]:
        name, _, which = how.partition('=')
        files = {'A': clouds.own, 'B': clouds.other}.get(which)
        path = files.certificate if files else which
        words = {'--insecure': ('--insecure',), '--os-cacert': ('--os-cacert', path)}.get(name, ())
        cloud = 'unchecked' if how == 'verify: false' else 'checked'
        with monkeypatch.context() as patch:
            env = {'OS_CLOUD': cloud, 'NOVACLIENT_INSECURE': '1' if name == 'variable' else ''}
            if name in BUNDLES:
                # A session reads it from the process.
                patch.setenv(name, path)
                env[name] = path
            status = nova(*LIST, *words, cloud=clouds.identity, env=env).status
        return (status, *clouds.seen())

    return run_with


WITHOUT = ('--insecure', 'variable', 'verify: false')
OWN = ('--os-cacert=A', *(f'{name}=A' for name in BUNDLES))
FAILING = ('--os-cacert=B', 'REQUESTS_CA_BUNDLE=B', 'none')


@pytest.mark.filterwarnings('ignore:Unverified HTTPS request')
@pytest.mark.parametrize('backwards', [False, True])
def test_nothing_that_is_learnt_with_one_check_serves_another(run: Run, backwards: bool) -> None:
    order = ('--insecure', '--os-cacert=A', *FAILING)
    for how in reversed(order) if backwards else order:
        status, logins, sent = run(how)
        if how in FAILING:
            assert (status, logins, sent) == (7, 0, 0), how
        else:
            # The versions, and the list.
            assert (status, logins, sent) == (0, 1, 2), how
    # What is said in another place is the same.
    for how in (*WITHOUT, *OWN):
        assert run(how) == (0, 0, 1), how
    for how in FAILING:
        assert run(how) == (7, 0, 0), how


@pytest.mark.filterwarnings('ignore:Unverified HTTPS request')
def test_file_of_authorities_that_is_replaced_is_another_authority(
    run: Run, clouds: Clouds, tmp_path: pathlib.Path
) -> None:
    path = tmp_path / 'authority.pem'
    for files, expected in (
        (clouds.own, (0, 1, 2)),
        (clouds.own, (0, 0, 1)),
        (clouds.other, (7, 0, 0)),
        (clouds.own, (0, 0, 1)),
    ):
        path.write_text(pathlib.Path(files.certificate).read_text())
        assert run(f'--os-cacert={path}') == expected


@pytest.mark.filterwarnings('ignore:Unverified HTTPS request')
def test_program_takes_nothing_that_was_learnt_unchecked(
    run: Run, nova: Nova, clouds: Clouds
) -> None:
    assert run('verify: false') == (0, 1, 2)
    variables = nova.variables(clouds.identity, {'OS_CLOUD': 'checked'})
    with pytest.raises(errors.CloudError):
        library.from_cloud('checked', variables=variables).servers.list()
    assert clouds.seen() == (0, 0)
    own = {'OS_CACERT': clouds.own.certificate}
    for expected in ((1, 2), (0, 1)):
        client = library.from_cloud('checked', variables={**variables, **own})
        assert [server.name for server in client.servers.list()] == ['web1']
        assert clouds.seen() == expected

"""TLS of the direct transport: whom it trusts, what it says of failures, what it leaves alone."""

from __future__ import annotations

import contextlib
import os
import pathlib
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from urllib3.util import ssl_ as urllib3_tls

from novaclient_mv.wire.direct import NeedsSession, tls_context
from novaclient_mv.wire.direct.direct_transport import DirectTransport
from novaclient_mv.wire.transport import WireRequest
from unit_tests.patience import PATIENCE
from unit_tests.wire import both_transports
from unit_tests.wire.both_transports import KINDS
from unit_tests.wire.raw_server import RawServer, Step, answer, drip_server

CONFIGURATION = """\
[req]
prompt = no
distinguished_name = subject
x509_extensions = extensions
[subject]
CN = {name}
[extensions]
subjectKeyIdentifier = hash
basicConstraints = critical, CA:TRUE
keyUsage = critical, digitalSignature, keyCertSign
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = {name}
"""
BUNDLES = ('REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE')


class Files(NamedTuple):
    """Files of a certificate and of its key."""

    certificate: str
    key: str


def openssl(*words: str) -> str:
    return subprocess.run(['openssl', *words], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope='module')
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Where the certificates are."""
    return tmp_path_factory.mktemp('certificates')


def certificate(folder: pathlib.Path, name: str) -> Files:
    """A certificate that is its own authority."""
    stem = str(folder / name.replace(':', '-'))
    pathlib.Path(stem + '.cnf').write_text(CONFIGURATION.format(name=name))
    files = Files(stem + '.crt', stem + '.key')
    try:
        openssl(
            *('req', '-x509', '-nodes', '-days', '7', '-config', stem + '.cnf', '-newkey', 'ec'),
            *('-pkeyopt', 'ec_paramgen_curve:prime256v1'),
            *('-out', files.certificate, '-keyout', files.key),
        )
    except FileNotFoundError:
        pytest.skip('The program openssl is not installed.')
    return files


@pytest.fixture(scope='module')
def ours(folder: pathlib.Path) -> Files:
    """The certificate of the server."""
    return certificate(folder, 'IP:127.0.0.1')


@pytest.fixture(scope='module')
def others(folder: pathlib.Path) -> Files:
    """A certificate of something else."""
    return certificate(folder, 'DNS:other.example')


@pytest.fixture(autouse=True)
def _no_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables of the process that a session would read."""
    for name in BUNDLES:
        monkeypatch.delenv(name, raising=False)


def settings_of(files: Files) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)
    return context


@contextlib.contextmanager
def serving(files: Files, context: ssl.SSLContext | None = None) -> Iterator[RawServer]:
    with RawServer(Step(answer()), context=context or settings_of(files)) as server:
        yield server


def answering(content: bytes) -> contextlib.AbstractContextManager[str]:
    """The URL of something that is no HTTP server."""

    @contextlib.contextmanager
    def serve() -> Iterator[str]:
        with socket.create_server(('127.0.0.1', 0)) as server:

            def answer() -> None:
                with contextlib.suppress(OSError):
                    while True:
                        connection, _ = server.accept()
                        with connection:
                            connection.recv(65536)
                            connection.sendall(content)

            threading.Thread(target=answer, daemon=True).start()
            yield f'http://127.0.0.1:{server.getsockname()[1]}'
            server.shutdown(socket.SHUT_RDWR)

    return serve()


def over_both(server_url: str, **options: Any) -> list[tuple[Any, ...]]:
    """Return the outcomes of a write over each transport."""
    port = int(server_url.rpartition(':')[2])
    request = WireRequest('POST', f'{server_url}/v2.1/things?secret=x', {}, b'{}')
    found = []
    for kind in KINDS:
        with both_transports.transport(kind, **options) as carrier:
            found.append(both_transports.sent(carrier, request, port))
    return found


def test_authority_in_a_file_is_trusted(ours: Files) -> None:
    with serving(ours) as server:
        session, direct = over_both(server.url, verify=ours.certificate)
    assert direct == session
    assert direct[0] == 200


def test_authority_in_a_folder_is_trusted(ours: Files, tmp_path: pathlib.Path) -> None:
    digest = openssl('x509', '-hash', '-noout', '-in', ours.certificate).strip()
    os.symlink(ours.certificate, tmp_path / f'{digest}.0')
    with serving(ours) as server:
        session, direct = over_both(server.url, verify=str(tmp_path))
    assert direct == session
    assert direct[0] == 200


@pytest.mark.parametrize('name', BUNDLES)
def test_authority_that_a_variable_names_goes_before_the_usual_ones(
    ours: Files, others: Files, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, ours.certificate)
    variables = {**dict.fromkeys(BUNDLES, ''), name: ours.certificate}
    with serving(ours) as server:
        found = over_both(server.url, authorities=others.certificate, variables=variables)
        assert found[0] == found[1]
        assert found[1][0] == 200
        # What an option names goes before all.
        found = over_both(server.url, verify=others.certificate, variables=variables)
        assert found[0] == found[1]
        assert found[1][0] == 'CloudError'


def test_usual_authorities_are_those_that_are_remembered(ours: Files, others: Files) -> None:
    with serving(ours) as server:
        request = WireRequest('GET', server.url, {})
        with both_transports.transport('direct', authorities=ours.certificate) as carrier:
            assert carrier.send(request).status == 200
        session, direct = over_both(server.url, authorities=others.certificate)
    assert direct == session
    assert 'cannot be verified' in direct[1]
    assert direct[2:] == (False, False)


@pytest.mark.filterwarnings('ignore:Unverified HTTPS request')
@pytest.mark.parametrize('name', [*BUNDLES, 'HOME'])
def test_certificate_need_not_be_checked(
    others: Files, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, '/nowhere')
    with serving(others) as server:
        session, direct = over_both(server.url, verify=False, variables={name: '/nowhere'})
    assert direct == session
    assert direct[0] == 200


def test_certificate_for_another_name_is_refused(others: Files) -> None:
    with serving(others) as server:
        session, direct = over_both(server.url, verify=others.certificate)
    assert direct == session
    assert 'is for another name' in direct[1]
    assert direct[2:] == (False, False)
    assert not server.seen


@pytest.mark.parametrize('content', [None, '', 'spam', '-----BEGIN CERTIFICATE-----\nspam\n'])
@pytest.mark.parametrize('where', ['option', 'variable', 'remembered'])
def test_file_without_certificates_is_left_to_a_session(
    ours: Files, where: str, content: str | None, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'bundle.pem'
    if content is not None:
        file.write_text(content)
    path = str(file)
    with serving(ours) as server:
        transport = DirectTransport(
            PATIENCE,
            path if where == 'option' else True,
            None,
            path if where == 'remembered' else ours.certificate,
            {'REQUESTS_CA_BUNDLE': path} if where == 'variable' else {},
        )
        with pytest.raises(NeedsSession):
            transport.send(WireRequest('POST', server.url, {}, b'{}'))
        assert not server.accepted


@pytest.mark.parametrize('variables', [{}, {'SSLKEYLOGFILE': '/nowhere'}])
def test_what_only_a_session_knows_is_left_to_it(ours: Files, variables: Mapping[str, str]) -> None:
    authorities = ours.certificate if variables else None
    with serving(ours) as server:
        transport = DirectTransport(PATIENCE, True, None, authorities, variables)
        with pytest.raises(NeedsSession):
            transport.send(WireRequest('GET', server.url, {}))
        assert not server.accepted


@pytest.mark.parametrize('version', [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_certificate_of_the_client_is_shown(
    ours: Files, version: ssl.TLSVersion, tmp_path: pathlib.Path
) -> None:
    context = settings_of(ours)
    context.maximum_version = version
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(ours.certificate)
    both = tmp_path / 'both.pem'
    both.write_text(''.join(pathlib.Path(file).read_text() for file in ours))
    with serving(ours, context) as server:
        for cert in (tuple(ours), str(both)):
            session, direct = over_both(server.url, verify=ours.certificate, cert=cert)
            assert direct == session
            assert direct[0] == 200
        session, direct = over_both(server.url, verify=ours.certificate)
    assert direct == session
    assert 'refused the client certificate, or the lack of one' in direct[1] or (
        version is ssl.TLSVersion.TLSv1_2
    )
    assert direct[2:] == (False, False)
    assert len(server.seen) == 4


def test_key_that_cannot_be_used_is_left_to_a_session(
    ours: Files, others: Files, tmp_path: pathlib.Path
) -> None:
    locked = str(tmp_path / 'locked.key')
    openssl('ec', '-aes128', '-passout', 'pass:secret', '-in', ours.key, '-out', locked)
    with serving(ours) as server:
        for cert in (
            *((ours.certificate, locked), (ours.certificate, others.key), ours.certificate),
            *(('/nowhere.pem', ours.key), (ours.certificate, '/nowhere.key')),
        ):
            transport = DirectTransport(PATIENCE, ours.certificate, cert, None, {})
            with pytest.raises(NeedsSession):
                transport.send(WireRequest('GET', server.url, {}))
        assert not server.accepted


@pytest.mark.parametrize(
    ('content', 'words'),
    [
        (b'HTTP/1.1 400 Bad Request\r\n\r\n', 'is its URL one of http:// instead?'),
        (b'SSH-2.0-OpenSSH_9.6\r\n', 'is its URL one of http:// instead?'),
        (b'', ''),
    ],
)
def test_what_is_no_tls_is_told_as_by_a_session(content: bytes, words: str, ours: Files) -> None:
    with answering(content) as url:
        url = url.replace('http://', 'https://')
        session, direct = over_both(url, verify=ours.certificate)
    assert direct == session
    assert words in direct[1]
    assert direct[0] == 'CloudError'


def test_handshake_that_takes_too_long_is_told_as_by_a_session(ours: Files) -> None:
    with RawServer(Step(b'')) as server:
        url = server.url.replace('http://', 'https://')
        session, direct = over_both(url, verify=ours.certificate, timeout=0.05)
    assert direct == session
    assert 'timed out' in direct[1]


@pytest.mark.parametrize('operation', ['GET /things', 'POST /things'])
@pytest.mark.parametrize('count', [0, 40, -1])
def test_tls_that_breaks_after_a_request_leaves_a_write_uncertain(
    ours: Files, count: int, operation: str
) -> None:
    outcomes = []
    for kind in KINDS:
        with (
            RawServer(
                Step(answer()[:count], 'garble'), Step(answer()), context=settings_of(ours)
            ) as server,
            both_transports.transport(kind, verify=ours.certificate) as carrier,
        ):
            outcomes.append(both_transports.outcome(carrier, server, operation))
    session, direct = outcomes
    assert direct == session
    expected = ('answer', 2) if operation.startswith('GET') else ('WriteUncertain', 1)
    assert (direct.kind, len(direct.seen)) == expected


def test_settings_are_those_of_urllib3(ours: Files) -> None:
    for verify, required in ((ours.certificate, ssl.CERT_REQUIRED), (False, ssl.CERT_NONE)):
        made = tls_context.new_context(verify, None, None, {})
        theirs = urllib3_tls.create_urllib3_context(cert_reqs=required)
        for name in (
            *('options', 'verify_flags', 'verify_mode', 'check_hostname', 'minimum_version'),
            *('maximum_version', 'post_handshake_auth', 'hostname_checks_common_name'),
        ):
            assert getattr(made, name) == getattr(theirs, name), name
        assert made.get_ciphers() == theirs.get_ciphers()


def test_http_1_1_is_agreed_on(ours: Files) -> None:
    agreed = []
    context = settings_of(ours)
    context.set_alpn_protocols(['h2', 'http/1.1'])
    wrap = RawServer.secured
    with RawServer(Step(answer()), context=context) as server:

        def note(connection: Any) -> Any:
            secure: Any = wrap(server, connection)
            agreed.append(secure.selected_alpn_protocol())
            return secure

        server.secured = note  # type: ignore[method-assign]
        assert [found[0] for found in over_both(server.url, verify=ours.certificate)] == [200, 200]
    assert agreed == ['http/1.1', 'http/1.1']


@pytest.mark.parametrize('kind', KINDS)
def test_handshake_in_drops_is_given_up_in_time(kind: str) -> None:
    # The beginning of a record of a handshake, which is long.
    with (
        drip_server(b'\x16\x03\x03\x40\x00\x02', [b'\0'] * 100) as server,
        both_transports.transport(kind, timeout=0.2, verify=False) as carrier,
    ):
        url = server.url.replace('http:', 'https:')
        request = WireRequest('GET', url, {})
        result = both_transports.sent(carrier, request, server.port)
    assert result[1] == 'The request to https://127.0.0.1:PORT/ timed out.'

"""The certificate of a sandbox that is served over HTTPS."""

from __future__ import annotations

import datetime
import shutil
import socket
import ssl
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import tls
from unit_tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(shutil.which('openssl') is None, reason='there is no openssl')

DAY = 86400


def test_certificate_stays_while_others_are_made(tmp_path: Path) -> None:
    folder = str(tmp_path / 'tls')
    one = sandbox.certificate(folder, 'one.example')
    before = Path(one.file).read_bytes(), Path(one.key).read_bytes()
    other = sandbox.certificate(folder, '::1')
    assert other.file != one.file
    assert sandbox.certificate(folder, 'one.example') == one
    assert (Path(one.file).read_bytes(), Path(one.key).read_bytes()) == before
    assert Path(one.key).stat().st_mode & 0o777 == 0o600
    # Nothing is left of what was made on the way.
    assert len(list((tmp_path / 'tls').iterdir())) == 2


def test_files_stand_in_a_folder_of_their_host_and_year_that_only_their_owner_reads(
    tmp_path: Path,
) -> None:
    folder = tmp_path / 'state' / 'tls'
    files = tls.certificate(str(folder), 'a/b')
    own = folder / f'a%2Fb-{datetime.datetime.now().year}'
    assert files == (str(own / 'sandbox.crt'), str(own / 'sandbox.key'))
    assert sorted(path.name for path in own.iterdir()) == ['sandbox.crt', 'sandbox.key']
    assert [path.stat().st_mode & 0o777 for path in (folder, own)] == [0o700, 0o700]


@pytest.mark.parametrize(
    ('host', 'more'),
    [
        ('one.example', [('DNS', 'one.example')]),
        ('192.0.2.1', [('IP Address', '192.0.2.1')]),
        ('127.0.0.1', []),
        ('localhost', []),
        ('::1', []),
    ],
)
def test_certificate_is_for_its_host_and_this_computer(
    tmp_path: Path, host: str, more: list[tuple[str, str]]
) -> None:
    facts = _shown_to_a_client(tls.certificate(str(tmp_path), host))
    usual = [('DNS', 'localhost'), ('IP Address', '127.0.0.1'), ('IP Address', '0:0:0:0:0:0:0:1')]
    assert list(facts['subjectAltName']) == [*usual, *more]
    assert facts['subject'] == ((('commonName', 'nova-mv sandbox'),),)
    assert facts['issuer'] == facts['subject']
    # It is made anew each year, and outlives the year it was made in.
    end = ssl.cert_time_to_seconds(facts['notAfter'])
    assert 749 * DAY < end - time.time() <= 750 * DAY


def _shown_to_a_client(files: tls.Certificate) -> dict[str, Any]:
    """Return a certificate as a client that trusts it reads it."""
    front = tls.TLSProxy(('127.0.0.1', 0), ('127.0.0.1', 9), files)
    thread = threading.Thread(target=front.handle_request)
    thread.start()
    context = ssl.create_default_context(cafile=files.file)
    try:
        with (
            socket.create_connection(('127.0.0.1', front.port), timeout=PATIENCE) as plain,
            context.wrap_socket(plain, server_hostname='localhost') as secure,
        ):
            facts: Any = secure.getpeercert()
    finally:
        thread.join(PATIENCE)
        front.server_close()
    return dict(facts)


def test_lack_of_openssl_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('PATH', str(tmp_path))
    with pytest.raises(tls.NoCertificate) as caught:
        tls.certificate(str(tmp_path / 'tls'), 'one.example')
    assert str(caught.value) == (
        'Serving over TLS needs the program openssl, which makes the certificate; it is not there.'
    )


@pytest.mark.parametrize(
    ('words', 'reason'), [('one\nlast line', 'last line'), ('', 'no reason given')]
)
def test_failure_of_openssl_is_told_by_its_last_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, reason: str
) -> None:
    program = tmp_path / 'openssl'
    program.write_text(f'#!/bin/sh\necho "{words}" >&2\nexit 1\n', encoding='utf-8')
    program.chmod(0o755)
    monkeypatch.setenv('PATH', str(tmp_path))
    with pytest.raises(tls.NoCertificate) as caught:
        tls.certificate(str(tmp_path / 'tls'), 'one.example')
    assert str(caught.value) == f'openssl could not make a certificate: {reason}'
    assert list((tmp_path / 'tls').iterdir()) == []

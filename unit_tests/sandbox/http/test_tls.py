"""The certificate of a sandbox that is served over HTTPS."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from novaclient_mv import sandbox

pytestmark = pytest.mark.skipif(shutil.which('openssl') is None, reason='there is no openssl')


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

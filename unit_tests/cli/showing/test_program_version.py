"""Tests of ``--version``."""

from __future__ import annotations

import io
import sys

import pytest

import novaclient_mv
from novaclient_mv.cli.showing import program_version


def test_version_is_printed_where_there_is_an_output(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, 'stdout', out)
    assert program_version.show()
    assert out.getvalue() == f'nova-mv {novaclient_mv.__version__}\n'
    out.close()
    assert not program_version.show()
    monkeypatch.setattr(sys, 'stdout', None)
    assert not program_version.show()

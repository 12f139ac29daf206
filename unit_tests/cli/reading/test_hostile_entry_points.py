"""Packages of others that fail, leave or lie take no command of ours with them."""

from __future__ import annotations

import logging
import pathlib

import pytest

from unit_tests.fictional import installed
from unit_tests.nova import Nova

MODULES = {
    'fails': 'raise RuntimeError("\\x1b[2J" + "x" * 9999)',
    'leaves': 'import sys; sys.exit(3)',
    'is_silent': 'class Silent(Exception):\n  def __str__(self): raise ValueError\nraise Silent',
    'lies': """
class Lie:
    def __getattr__(self, name): raise RuntimeError(name)
    def __eq__(self, other): raise RuntimeError
    def __call__(self, *words): raise RuntimeError
lie, number = Lie(), 42
def do_it(client, args): pass
do_it.arguments = do_it.variants = do_it.writes = lie
def do_nothing(client, args): pass
do_nothing.variants = ()
""",
}
PLACES = {
    'fails': 'hostile_fails:x', 'leaves': 'hostile_leaves:x', 'silent': 'hostile_is_silent:x',
    'missing': 'hostile_is_not_there:x', 'absent': 'hostile_lies:absent', 'lie': 'hostile_lies:lie',
    'number': 'hostile_lies:number', 'server-list': 'hostile_lies:lie',
    'compute': 'hostile_lies:lie',
}  # fmt: skip


@pytest.fixture
def _hostile(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = {'do-it': 'hostile_lies:do_it', 'do-nothing': 'hostile_lies:do_nothing'}
    folder = installed.install(tmp_path / 'others', PLACES, {**PLACES, **more})
    for name, code in MODULES.items():
        (folder / f'hostile_{name}.py').write_text(code)
    monkeypatch.syspath_prepend(folder)


@pytest.mark.usefixtures('_hostile')
@pytest.mark.parametrize(
    ('words', 'status'),
    [
        (('--os-cloud', 'sandbox', 'server-list'), 0),
        (('help', 'server-list'), 0),
        (('help',), 0),
        (('command-list',), 0),
        (('complete', '--', 'server-l'), 0),
        (('translate', 'nova list'), 0),
        (('server-lst',), 2),
        (('no-such-command',), 2),
    ],
)
def test_command_of_ours_does_what_it_does(
    nova: Nova, words: tuple[str, ...], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        done = nova(*words)
    assert (done.status, 'unexpected' in done.err) == (status, False), done.err
    messages = [record.getMessage() for record in caplog.records]
    assert all(each.isprintable() and len(each) <= 500 for each in messages)

"""A cell that is very long is cut on a terminal, with its length, and nowhere else."""

from __future__ import annotations

import json

import pytest

from unit_tests import records
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud


@pytest.mark.parametrize('words', [('server-list',), ('server-show', records.server_id(1))])
@pytest.mark.parametrize('letter', ['x', 'é'])
def test_long_cell_is_cut_on_a_terminal_and_whole_in_a_pipe(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], letter: str
) -> None:
    size = len(letter.encode())
    for count, is_whole in ((64_000 // size, True), (64_000 // size + 1, False)):
        name = letter * count
        records.add_server(cloud, records.server(1, name=name, image=''))
        cloud.on('GET', '/servers/detail', {'servers': [records.server(1, name=name, image='')]})
        shown = nova(*words, '--wide', cloud=cloud, is_terminal=True)
        assert shown.status == 0
        assert (name in shown.out) is is_whole
        assert (f'{letter * 1000}... ({count * size} bytes)' in shown.out) is not is_whole
        assert name in nova(*words, cloud=cloud).out
        data = json.loads(nova(*words, '-f', 'json', cloud=cloud, is_terminal=True).out)
        assert name in json.dumps(data, ensure_ascii=False)


def test_long_value_that_holds_others_is_cut_too(nova: Nova, cloud: ScriptedCloud) -> None:
    server = records.server(1, image='', metadata={'key': 'x' * 70_000})
    records.add_server(cloud, server)
    shown = nova('server-show', records.server_id(1), cloud=cloud, is_terminal=True)
    assert '... (700' in shown.out
    assert 'x' * 2000 not in shown.out

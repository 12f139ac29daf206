"""The state of a served sandbox: its own, or a given one."""

from __future__ import annotations

import os
import pathlib
import socket

from functional_tests import serving
from functional_tests.nova import Inside, Nova


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(('127.0.0.1', 0)) as server:
        return int(server.getsockname()[1])


def keypairs(nova: Nova, settings: dict[str, str] | None = None) -> list[str]:
    """The names of the keypairs of a served sandbox, or of the one in process."""
    listed = nova('-f', 'json', 'keypair-list', version='2.2', env=settings or {}).data
    return [each['name'] for each in listed]


def create(nova: Nova, settings: dict[str, str], name: str) -> None:
    """Create a keypair, by which a state is known again."""
    nova('keypair-create', name, version='2.2', env=settings).checked()


def test_sandboxes_with_different_ports_have_a_state_each(own: Inside) -> None:
    with (
        serving.sandbox(own, port=free_port()) as one,
        serving.sandbox(own, port=free_port()) as other,
    ):
        assert one[serving.STATE] != other[serving.STATE]
        create(own, one, 'mine')
        assert (keypairs(own, one), keypairs(own, other), keypairs(own)) == (['mine'], [], [])


def test_sandboxes_on_any_port_have_a_state_each_while_both_are_served(own: Inside) -> None:
    with serving.sandbox(own) as one:
        create(own, one, 'mine')
        with serving.sandbox(own) as other:
            assert one[serving.STATE] != other[serving.STATE]
            assert keypairs(own, other) == []
    with serving.sandbox(own) as again:
        assert again[serving.STATE] == one[serving.STATE]
        assert keypairs(own, again) == ['mine']


def test_sandboxes_of_different_releases_have_a_state_each_and_find_it_again(own: Inside) -> None:
    port = free_port()
    asked = [['--release', 'pike'], ['--max', '2.60'], ['--no-microversions'], []]
    states = []
    for number, words in enumerate(asked):
        with serving.sandbox(own, *words, port=port) as settings:
            states.append(settings[serving.STATE])
            assert os.path.isfile(states[-1])
            line = ('--no-cache', 'keypair-create', f'key-{number}')
            own(*line, version='None', env=settings).checked()
    assert len(set(states)) == len(asked)
    for number, words in enumerate(asked):
        with serving.sandbox(own, *words, port=port) as settings:
            assert settings[serving.STATE] == states[number]
            line = ('--no-cache', '-f', 'json', 'keypair-list')
            listed = own(*line, version='None', env=settings).data
            assert [each['name'] for each in listed] == [f'key-{number}']


def test_named_state_is_shared_and_relative_to_the_folder_of_the_run(own: Inside) -> None:
    state = pathlib.Path(own.cwd) / 'mine.state'
    with (
        serving.sandbox(own, '--state', 'mine.state') as one,
        serving.sandbox(own, '--state', str(state), '--release', 'pike') as other,
    ):
        assert one[serving.STATE] == other[serving.STATE] == str(state)
        create(own, one, 'mine')
        assert keypairs(own, other) == ['mine']
    own('sandbox-reset').checked()
    with serving.sandbox(own, '--state', 'mine.state') as one:
        assert keypairs(own, one) == ['mine']
    reset = own('sandbox-reset', '--state', 'mine.state').checked()
    assert reset.out == f'The sandbox state {state} is as new.\n'
    with serving.sandbox(own, '--state', 'mine.state') as one:
        assert keypairs(own, one) == []


def test_all_states_are_thrown_away_at_once(own: Inside) -> None:
    own('keypair-create', 'here', version='2.2').checked()
    with serving.sandbox(own, '--release', 'pike') as served:
        create(own, served, 'there')
        reset = own('sandbox-reset', '--all').checked()
        assert len(reset.lines) == 2
        assert f'The sandbox state {served[serving.STATE]} is as new.' in reset.lines
    with serving.sandbox(own, '--release', 'pike') as served:
        assert (keypairs(own), keypairs(own, served)) == ([], [])


def test_file_that_is_no_state_is_neither_served_nor_thrown_away(own: Inside) -> None:
    letter = pathlib.Path(own.cwd) / 'letter.txt'
    letter.write_text('Dear all')
    for words in (['sandbox-reset'], ['sandbox-serve', '--port', '0']):
        refused = own(*words, '--state', 'letter.txt')
        assert (refused.out, refused.status, refused.err.count('\n')) == ('', 1, 1)
        assert str(letter) in refused.err
    assert letter.read_text() == 'Dear all'


def test_state_that_is_not_there_cannot_be_thrown_away(own: Inside) -> None:
    refused = own('sandbox-reset', '--state', 'nowhere.state')
    assert (refused.out, refused.status) == ('', 2)
    assert 'Unknown sandbox state' in refused.err
    assert not (pathlib.Path(own.cwd) / 'nowhere.state').exists()
    assert own('sandbox-serve', '--state', '').status == 2
    assert own('sandbox-reset', '--state', 'x', '--all').status == 2

"""Versions of fictional services on the wire: told by refusals, or by a document."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest

from unit_tests.fictional.clouds import ORCHESTRA_HEADER, Depot, Orchestra
from unit_tests.fictional.conftest import CATALOG
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, ScriptedCloud, fault

LIST = 'orchestra-player-list'
CREATE = ('orchestra-player-create', 'Robert')

StartCloud = Callable[..., ScriptedCloud]


def forget(nova: Nova) -> None:
    """Remove what earlier commands remembered."""
    shutil.rmtree(nova.home / '.cache')


# -- told by refusals --


def test_the_default_is_the_newest_of_ours_in_both_headers(
    nova: Nova, cloud: ScriptedCloud, orchestra: Orchestra
) -> None:
    result = nova(LIST, '-f', 'json', cloud=cloud)
    assert json.loads(result.out) == [{'id': 'p1', 'name': 'Clara', 'desk': 'first', 'rank': None}]
    headers = orchestra.requests[0].headers
    assert headers['OpenStack-API-Version'] == 'orchestra 1.24'
    assert headers[ORCHESTRA_HEADER] == '1.24'
    assert headers['X-OpenStack-Nova-API-Version'] is None
    assert orchestra.wire == ['1.24 GET /players']


@pytest.mark.parametrize('form', ['legacy', 'standard'])
def test_a_refusal_is_followed_by_the_newest_that_both_speak_and_remembered(
    nova: Nova, cloud: ScriptedCloud, form: str
) -> None:
    orchestra = Orchestra(cloud, maximum='1.15', form=form)
    result = nova(LIST, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert orchestra.wire == ['1.24 GET /players', '1.15 GET /players']
    orchestra.forget()
    assert nova(LIST, '--desk', '1', cloud=cloud).status == 0
    assert orchestra.wire == ['1.15 GET /players']
    orchestra.forget()
    nova.clock.advance(3601)
    assert nova(LIST, cloud=cloud).status == 0
    assert orchestra.wire == ['1.24 GET /players', '1.15 GET /players']


def test_each_endpoint_is_remembered_on_its_own(nova: Nova, start_cloud: StartCloud) -> None:
    both = start_cloud(catalog=CATALOG)
    Orchestra(both, maximum='1.15')
    other = Orchestra(both, path='/other/v1')
    assert nova(LIST, cloud=both).status == 0
    override = ('--os-endpoint-override', f'{both.url}/other/v1')
    assert nova(*override, LIST, cloud=both).status == 0
    assert other.wire == ['1.24 GET /players']


def test_a_range_that_successes_tell_is_remembered(nova: Nova, cloud: ScriptedCloud) -> None:
    orchestra = Orchestra(cloud, maximum='1.30', tells=True)
    assert nova(LIST, cloud=cloud).status == 0
    assert nova(*CREATE, cloud=cloud).status == 0
    assert orchestra.wire == ['1.24 GET /players', '1.24 POST /players']


def test_a_remembered_range_that_has_shrunk_is_learnt_again(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud)
    assert nova(LIST, cloud=cloud).status == 0
    orchestra.maximum = '1.12'
    orchestra.forget()
    for _ in range(2):
        assert nova(LIST, cloud=cloud).status == 0
    assert orchestra.wire == ['1.24 GET /players', '1.12 GET /players', '1.12 GET /players']


def test_options_choose_inside_the_window_and_the_user_is_told(
    nova: Nova, cloud: ScriptedCloud, orchestra: Orchestra
) -> None:
    result = nova(LIST, '--rank', 'leader', '-f', 'json', cloud=cloud)
    reason = '--rank needs 1.20 or earlier'
    assert result.err == f'nova-mv: using API version 1.20 instead of 1.24: {reason}\n'
    assert json.loads(result.out)[0]['rank'] == 'leader'
    assert orchestra.wire == ['1.20 GET /players']


def test_the_command_gets_the_client_and_the_variant_of_its_service(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud, maximum='1.9')
    assert nova(*CREATE, '--part', '3', cloud=cloud).status == 0
    assert nova('orchestra-player-tune', 'p1', cloud=cloud).out == 'p1 tunes.\n'
    writes = [each.body for each in orchestra.requests if each.method == 'POST']
    assert writes == [{'player': {'name': 'Robert', 'part_number': 3}}, {'tune': None}]


# -- a named version --


@pytest.mark.parametrize('words', [(LIST,), CREATE])
def test_a_named_version_out_of_range_is_reported_with_both_ranges_before_anything_else(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    orchestra = Orchestra(cloud, maximum='1.15')
    result = nova('--os-orchestra-api-version', '1.20', *words, cloud=cloud)
    assert (result.status, result.out, result.err) == (
        3,
        '',
        'nova-mv: API version 1.20 (--os-orchestra-api-version) is not available: this cloud '
        'offers 1.1 to 1.15; this client speaks 1.1 to 1.24. '
        f'(As reported by {cloud.url}/orchestra/v1/.)\n',
    )
    # The one request is what tells the range; a write is not even tried.
    assert len(orchestra.wire) == 1
    assert 'POST' not in orchestra.wire[0]


def test_an_option_that_no_version_of_the_cloud_has_is_refused(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    Orchestra(cloud, maximum='1.5')
    for _ in range(2):
        result = nova(LIST, '--desk', '1', cloud=cloud)
        assert (result.status, result.err) == (
            3,
            'nova-mv: --desk needs API version 1.7 or later; this cloud offers 1.1 to 1.5. '
            f'(As reported by {cloud.url}/orchestra/v1/.)\n',
        )
    told = json.loads(nova('-f', 'json', LIST, '--desk', '1', cloud=cloud).err)
    assert (told['needs_version'], told['cloud_range']) == ('1.7 and later', '1.1 to 1.5')


def test_a_refusal_never_rests_on_a_remembered_range(nova: Nova, cloud: ScriptedCloud) -> None:
    orchestra = Orchestra(cloud, maximum='1.5')
    assert nova(LIST, cloud=cloud).status == 0
    orchestra.maximum = '1.24'
    assert nova(LIST, '--desk', '1', cloud=cloud).status == 0
    assert nova('--os-orchestra-api-version', '1.20', LIST, cloud=cloud).status == 0


def test_nothing_in_common_is_said_with_both_ranges(nova: Nova, cloud: ScriptedCloud) -> None:
    Orchestra(cloud, minimum='1.30', maximum='1.40')
    for _ in range(2):
        result = nova(LIST, cloud=cloud)
        assert (result.status, result.err) == (
            3,
            'nova-mv: This client and this cloud have no API version in common: this cloud offers '
            '1.30 to 1.40; this client speaks 1.1 to 1.24. '
            f'(As reported by {cloud.url}/orchestra/v1/.)\n',
        )


# -- 406 about something else --


@pytest.mark.parametrize(
    'headers',
    [
        {},
        {'Minimum': '1.1'},
        {'Minimum': '1.1', 'Maximum': '1.24'},
        {'Minimum': '1.9', 'Maximum': '1.2'},
        {'Minimum': 'one', 'Maximum': 'two'},
    ],
    ids=str,
)
def test_a_406_without_a_range_that_excludes_the_version_is_a_plain_error(
    nova: Nova, cloud: ScriptedCloud, headers: dict[str, str]
) -> None:
    wire: list[str | None] = []

    def refuse(request: object) -> Answer:
        wire.append(request.headers[ORCHESTRA_HEADER])  # type: ignore[attr-defined]
        refused = fault(406, 'A field is too new.')
        for which, number in headers.items():
            refused.headers.append((f'X-OpenStack-Orchestra-API-{which}-Version', number))
        return refused

    cloud.on('GET', '/orchestra/v1/players', refuse)
    result = nova(LIST, '-f', 'json', cloud=cloud)
    told = json.loads(result.err)
    assert (result.status, told['code'], told['http_status']) == (1, 'not_acceptable', 406)
    assert 'A field is too new.' in told['message']
    assert wire == ['1.24']


# -- no microversions --


def test_a_success_without_a_version_means_none_and_is_said_once(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud, minimum=None)
    result = nova(LIST, cloud=cloud)
    assert (result.status, result.err) == (
        0,
        'nova-mv: orchestra: this cloud has no microversions and speaks 1.0 only; using API '
        'version 1.0 instead of 1.24\n',
    )
    assert orchestra.wire == ['1.24 GET /players', '- GET /players']
    orchestra.forget()
    result = nova(LIST, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert orchestra.wire == ['- GET /players']


# -- the read before the first write --


def test_a_write_to_an_unknown_endpoint_is_preceded_by_one_read(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud, maximum='1.15')
    line = ('orchestra-player-tune', 'p1', 'p2')
    assert nova(*line, cloud=cloud).status == 0
    posts = ['1.15 POST /players/p1/action', '1.15 POST /players/p2/action']
    assert orchestra.wire == ['1.24 GET /', *posts]
    orchestra.forget()
    assert nova(*line, cloud=cloud).status == 0
    assert orchestra.wire == posts


def test_a_write_goes_without_a_version_where_there_are_no_microversions(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud, minimum=None)
    result = nova(*CREATE, cloud=cloud)
    assert (result.status, result.err.count('\n')) == (0, 1)
    assert orchestra.wire == ['1.24 GET /', '- POST /players']
    forget(nova)
    orchestra.forget()
    result = nova('orchestra-player-tune', 'p1', cloud=cloud)
    assert (result.status, orchestra.wire) == (3, ['1.24 GET /'])
    assert 'orchestra-player-tune needs API version 1.3 or later' in result.err


def test_a_read_that_tells_nothing_does_not_keep_from_writing(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud)
    cloud.on('GET', '/orchestra/v1/', lambda request: fault(404, 'Not here.'))
    result = nova(*CREATE, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert orchestra.wire == ['1.24 POST /players']


def test_a_write_without_an_answer_names_the_command_that_shows_it(
    nova: Nova, cloud: ScriptedCloud, orchestra: Orchestra
) -> None:
    assert nova(LIST, cloud=cloud).status == 0
    cloud.answer_next('POST', '/orchestra/v1/players', 'close')
    result = nova(*CREATE, cloud=cloud)
    assert result.status == 7
    assert "'nova-mv orchestra-player-list' shows it." in result.err


# -- told by a document --


def test_a_document_tells_the_range_and_is_remembered(nova: Nova, cloud: ScriptedCloud) -> None:
    depot = Depot(cloud, maximum='2.40')
    for _ in range(2):
        result = nova('depot-crate-list', '-f', 'json', cloud=cloud)
        assert json.loads(result.out) == [{'id': 'c1', 'label': 'Tea', 'weight': 12}]
    assert depot.wire == ['- GET /', 'depot 2.40 GET /crates', 'depot 2.40 GET /crates']
    assert depot.requests[1].headers['X-OpenStack-Nova-API-Version'] is None

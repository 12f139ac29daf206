"""Ironic's specification of microversions, use case by use case, from shell and library."""

from __future__ import annotations

import json
import logging

import pytest

from novaclient_mv import errors
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.services import BAREMETAL
from unit_tests.baremetal.ironic import LEGACY, Ironic
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, ScriptedCloud, StartCloud

LIST = 'baremetal-node-list'
CREATE = ('baremetal-node-create', '--driver', 'fake-hardware')
OPTION = '--os-baremetal-api-version'
NEWEST = str(BAREMETAL.range.end)
SPOKEN = f'{BAREMETAL.range.start} to {NEWEST}'
ABOVE = f'1.{BAREMETAL.range.end.ver_minor + 5}'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud whose catalog has a Bare Metal service."""
    return start_cloud(catalog={'baremetal': '/baremetal'})


def client_of(cloud: ScriptedCloud, version: str | None = None) -> Client:
    """A client of the library, where nobody logs in."""
    return Client(version, endpoint_override=f'{cloud.url}/baremetal')


# -- 1 and 2: no header --


@pytest.mark.parametrize('spelling', ['1.0', 'None'])
@pytest.mark.parametrize('minimum', [None, '1.1'])
def test_1_and_2_without_a_header_any_service_answers(
    nova: Nova, cloud: ScriptedCloud, spelling: str, minimum: str | None
) -> None:
    ironic = Ironic(cloud, minimum=minimum)
    result = nova(OPTION, spelling, LIST, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert ironic.wire[0].startswith('- GET /nodes')
    assert all('version' not in name.lower() for name in dict(ironic.requests[0].headers))


def test_1_and_2_the_library_sends_no_header_at_1_0(cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud)
    assert len(client_of(cloud, '1.0').nodes.list()) == 1
    assert ironic.requests[0].headers[LEGACY] is None


# -- 3A: a service without microversions, no version named --


def test_3a_goes_on_as_1_0_and_says_so_once(nova: Nova, cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud, minimum=None)
    result = nova(LIST, cloud=cloud)
    assert (result.status, result.err) == (
        0,
        'nova-mv: baremetal: this cloud has no microversions and speaks 1.0 only; using API '
        f'version 1.0 instead of {NEWEST}\n',
    )
    assert [each.split(' ')[0] for each in ironic.wire] == [NEWEST, '-']
    ironic.requests.clear()
    result = nova(LIST, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert [each.split(' ')[0] for each in ironic.wire] == ['-']


def test_3a_one_read_learns_it_before_a_write(nova: Nova, cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud, minimum=None)
    result = nova(*CREATE, cloud=cloud)
    assert result.status == 0
    assert ironic.wire == [f'{NEWEST} GET /', '- POST /nodes']


def test_3a_the_library_goes_on_as_1_0(
    cloud: ScriptedCloud, caplog: pytest.LogCaptureFixture
) -> None:
    Ironic(cloud, minimum=None)
    client = client_of(cloud)
    with caplog.at_level(logging.WARNING):
        assert len(client.nodes.list()) == 1
        assert len(client.nodes.list()) == 1
    assert str(client.api_version) == '1.0'
    assert len(caplog.messages) == 1


# -- 3B: a service without microversions, a version named --


@pytest.mark.parametrize('words', [(LIST,), CREATE])
def test_3b_tells_the_user_and_exits(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    ironic = Ironic(cloud, minimum=None)
    result = nova(OPTION, '1.11', *words, cloud=cloud)
    assert (result.status, result.out, result.err) == (
        3,
        '',
        f'nova-mv: API version 1.11 ({OPTION}) is not available: this cloud has no microversions '
        f'and speaks 1.0 only; this client speaks {SPOKEN}. '
        f'(As reported by {cloud.url}/baremetal/v1/.)\n',
    )
    assert all(each.split(' ')[1] == 'GET' for each in ironic.wire)


def test_3b_the_library_raises(cloud: ScriptedCloud) -> None:
    Ironic(cloud, minimum=None)
    with pytest.raises(errors.VersionNotOffered):
        client_of(cloud, '1.11').nodes.list()


# -- 4: identifiers that are none --


@pytest.mark.parametrize('text', ['spam', 'l33t', '1.2.3.4.5', '1.', '.1', '1.01', '2.1', '-1.1'])
def test_4_an_invalid_identifier_is_refused_before_anything_is_sent(
    nova: Nova, cloud: ScriptedCloud, text: str
) -> None:
    ironic = Ironic(cloud)
    for result in (
        nova(f'{OPTION}={text}', LIST, cloud=cloud),
        nova(LIST, cloud=cloud, env={'OS_BAREMETAL_API_VERSION': text}),
    ):
        assert result.status == 2
        assert text in result.err
    with pytest.raises(errors.UnsupportedVersion):
        client_of(cloud, text)
    assert ironic.wire == []
    assert cloud.wire() == []


# -- 5 and 6: ranges that do not meet --


@pytest.mark.parametrize('words', [(LIST,), CREATE])
@pytest.mark.parametrize(
    ('minimum', 'maximum', 'named'),
    [('1.8', '1.15', '1.6'), ('1.1', '1.5', '1.10')],
)
def test_5_and_6_a_406_is_reported_with_the_range(
    nova: Nova, cloud: ScriptedCloud, minimum: str, maximum: str, named: str, words: tuple[str, ...]
) -> None:
    ironic = Ironic(cloud, minimum, maximum)
    result = nova(OPTION, named, '-f', 'json', *words, cloud=cloud)
    told = json.loads(result.err)
    assert (result.status, told['needs_version'], told['cloud_range']) == (
        3,
        named,
        f'{minimum} to {maximum}',
    )
    assert [each.split(' ')[:2] for each in ironic.wire] == [[named, 'GET']]
    with pytest.raises(errors.NotAcceptable) as caught:
        client_of(cloud, named).nodes.list()
    assert str(caught.value.server_range) == f'{minimum} to {maximum}'


def test_5_and_6_nothing_in_common_is_said(nova: Nova, cloud: ScriptedCloud) -> None:
    above = f'1.{BAREMETAL.range.end.ver_minor + 1}'
    Ironic(cloud, above, ABOVE)
    result = nova(LIST, cloud=cloud)
    assert result.status == 3
    assert f'this cloud offers {above} to {ABOVE}; this client speaks {SPOKEN}' in result.err
    with pytest.raises(errors.VersionNotOffered):
        client_of(cloud).nodes.list()


# -- 7A: negotiated --


def test_7a_goes_on_with_what_both_speak_and_remembers_it(nova: Nova, cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud, maximum='1.10')
    first = nova(LIST, cloud=cloud)
    assert (first.status, first.err) == (0, '')
    assert [each.split(' ')[0] for each in ironic.wire] == [NEWEST, '1.10']
    ironic.requests.clear()
    assert nova(LIST, cloud=cloud).out == first.out
    assert [each.split(' ')[0] for each in ironic.wire] == ['1.10']


@pytest.mark.parametrize(
    ('later', 'versions'), [('1.8', ['1.10', '1.8', '1.8']), ('1.20', ['1.10', '1.20'])]
)
def test_7a_a_server_that_was_moved_is_learnt_by_one_request(
    nova: Nova, cloud: ScriptedCloud, later: str, versions: list[str]
) -> None:
    ironic = Ironic(cloud, maximum='1.10')
    assert nova(LIST, cloud=cloud).status == 0
    ironic.maximum = later
    ironic.requests.clear()
    for _ in range(2):
        assert nova(LIST, cloud=cloud).status == 0
    assert [each.split(' ')[0] for each in ironic.wire] == versions


def test_7a_a_field_that_is_too_new_is_not_negotiated(nova: Nova, cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud, maximum='1.96')
    too_new = Answer(406, {'error_message': '{"faultstring": "A field is too new."}'})
    ironic._content = lambda request: too_new  # type: ignore[method-assign]
    assert nova(LIST, cloud=cloud).status == 1
    ironic.requests.clear()
    result = nova(LIST, cloud=cloud)
    assert (result.status, len(ironic.wire)) == (1, 1)
    assert 'A field is too new.' in result.err


def test_7a_the_library_negotiates_once(cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud, maximum='1.10')
    client = client_of(cloud)
    client.nodes.list()
    client.nodes.list()
    assert [each.split(' ')[0] for each in ironic.wire] == [NEWEST, '1.10', '1.10']


# -- 7B: negotiation is not for a named version --


@pytest.mark.parametrize('words', [(LIST,), CREATE])
@pytest.mark.parametrize('is_known', [False, True])
def test_7b_is_reported_and_ends(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], is_known: bool
) -> None:
    ironic = Ironic(cloud, maximum='1.10')
    if is_known:
        # A refusal never rests on what is remembered: it is asked at the version that is named.
        assert nova(LIST, cloud=cloud).status == 0
        ironic.requests.clear()
    result = nova(OPTION, '1.15', *words, cloud=cloud)
    assert (result.status, result.err) == (
        3,
        f'nova-mv: API version 1.15 ({OPTION}) is not available: this cloud offers 1.1 to 1.10; '
        f'this client speaks {SPOKEN}. '
        f'(As reported by {cloud.url}/baremetal/v1/.)\n',
    )
    assert [each.split(' ')[:2] for each in ironic.wire] == [['1.15', 'GET']]


def test_7b_the_library_asks_at_the_version_before_a_write(cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud, maximum='1.10')
    with pytest.raises(errors.VersionNotOffered):
        client_of(cloud, '1.15').nodes.create('fake-hardware')
    assert ironic.wire == ['1.15 GET /']


# -- 8: in range --


def test_8_a_version_in_range_is_sent_and_answered(nova: Nova, cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud, maximum='1.12')
    result = nova(OPTION, '1.10', LIST, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert [each.split(' ')[0] for each in ironic.wire] == ['1.10']
    assert ironic.requests[0].headers['OpenStack-API-Version'] == 'baremetal 1.10'
    client_of(cloud, '1.10').nodes.list()
    assert ironic.wire[-1].startswith('1.10 GET /nodes')


# -- 9: latest --


@pytest.mark.parametrize('maximum', ['1.96', '1.115', ABOVE])
def test_9_latest_is_left_to_the_service(nova: Nova, cloud: ScriptedCloud, maximum: str) -> None:
    ironic = Ironic(cloud, maximum=maximum)
    ironic.node['mood'] = {'is_good': True}
    result = nova(OPTION, 'latest', '-f', 'json', LIST, cloud=cloud)
    assert result.status == 0
    # What this client speaks is what was asked for; of what is newer, it does not know all.
    note = f'nova-mv: this cloud used API version {maximum}; this client speaks {SPOKEN}\n'
    assert result.err == (note if maximum == ABOVE else '')
    assert [each.split(' ')[0] for each in ironic.wire] == ['latest']
    assert json.loads(result.out)[0]['unknown'] == {'mood': {'is_good': True}}
    client = client_of(cloud, 'latest')
    client.nodes.list()
    assert ironic.wire[-1].startswith('latest GET /nodes')
    assert client.client.known_versions.used == maximum

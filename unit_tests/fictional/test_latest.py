"""``latest`` on the wire: the service chooses the version, which the user then sees."""

from __future__ import annotations

import json

import pytest

from unit_tests.fictional.clouds import Depot, Orchestra
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, fault

LIST = 'orchestra-player-list'
LATEST = ('--os-orchestra-api-version', 'latest')
SPOKEN = 'this client speaks 1.1 to 1.24'


@pytest.mark.parametrize('spelling', ['latest', '1.latest'])
def test_latest_is_sent_as_it_is_and_the_version_that_was_used_is_told(
    nova: Nova, cloud: ScriptedCloud, spelling: str
) -> None:
    orchestra = Orchestra(cloud, maximum='1.30')
    result = nova('--os-orchestra-api-version', spelling, LIST, cloud=cloud)
    assert result.status == 0
    assert result.err == f'nova-mv: this cloud used API version 1.30; {SPOKEN}\n'
    assert orchestra.wire == ['latest GET /players']
    assert orchestra.requests[0].headers['OpenStack-API-Version'] == 'orchestra latest'


def test_unknown_fields_of_a_newer_version_are_kept_in_json(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud, maximum='1.40')
    original = orchestra._content

    def newer(request: Request) -> Answer:
        answer = original(request)
        if request.method == 'GET':
            return Answer(200, {'players': [{'id': 'p1', 'name': 'Clara', 'tempo': {'bpm': 60}}]})
        return answer

    orchestra._content = newer  # type: ignore[method-assign]
    result = nova(*LATEST, LIST, '-f', 'json', cloud=cloud)
    assert json.loads(result.out)[0]['extra'] == {'tempo': {'bpm': 60}}
    assert nova(*LATEST, LIST, cloud=cloud).status == 0


def test_a_refusal_of_what_is_too_new_begins_anew_as_of_the_service(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud, maximum='1.5', tells=True)
    refusal = (
        'nova-mv: --desk needs API version 1.7 or later; this cloud offers 1.1 to 1.5. '
        f'(As reported by {cloud.url}/orchestra/v1/.)\n'
    )
    # This one passes over what it does not know.
    result = nova('--no-cache', *LATEST, LIST, '--desk', '1', cloud=cloud)
    assert (result.status, result.out, result.err) == (3, '', refusal)
    original = orchestra._content

    def strict(request: Request) -> Answer:
        if 'desk' in request.query:
            return fault(400, 'Unexpected argument: desk')
        return original(request)

    orchestra._content = strict  # type: ignore[method-assign]
    result = nova('--no-cache', *LATEST, LIST, '--desk', '1', cloud=cloud)
    assert (result.status, result.err) == (3, refusal)


def test_a_write_is_preceded_by_the_read_that_tells_the_versions(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    orchestra = Orchestra(cloud, maximum='1.30')
    line = ('orchestra-player-create', 'Robert')
    assert nova(*LATEST, *line, cloud=cloud).status == 0
    assert orchestra.wire == ['1.24 GET /', 'latest POST /players']
    assert orchestra.requests[-1].body == {'player': {'name': 'Robert'}}


def test_a_service_that_does_not_send_latest_gets_a_number(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    depot = Depot(cloud, maximum='2.40')
    result = nova('--os-depot-api-version', 'latest', 'depot-crate-list', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert depot.wire[-1] == 'depot 2.40 GET /crates'

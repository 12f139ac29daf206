"""Why a cloud refused a request: what its version lacks, told behind what the cloud said."""

from __future__ import annotations

import json
import pathlib

from unit_tests.newest import NEWEST
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import StartCloud, fault

ID = '799426b0-9577-407d-afdc-8ea6419233ba'


def unexpected(*names: str) -> str:
    verb = 'was' if len(names) == 1 else 'were'
    quoted = ', '.join(map(repr, names))
    return (
        'Invalid input for field/attribute server. Value: {}. '
        f'Additional properties are not allowed ({quoted} {verb} unexpected)'
    )


# -- as a user sees it -----------------------------------------------------------------


def test_raw_request_is_explained(nova: Nova) -> None:
    result = nova('api', 'GET', f'/servers/{ID}/tags', version='2.25', cloud=SANDBOX)
    assert result.status == 5
    assert json.loads(result.out)['itemNotFound']['code'] == 404
    assert (
        'GET /servers/{server_id}/tags needs API version 2.26 (Newton) or later; this run used '
        f'2.25; this cloud offers 2.1 to {NEWEST}'
    ) in result.err
    assert result.err.endswith('(As reported by http://sandbox.invalid/v2.1/.)\n')


def test_refused_field_is_told_to_programs(nova: Nova, tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'body.json'
    file.write_text('{"server": {"hostname": "x"}}', encoding='utf-8')
    result = nova(
        *('--error-format', 'json', 'api', 'PUT', f'/servers/{ID}', '--body', str(file)),
        version='2.60',
        cloud=SANDBOX,
    )
    told = json.loads(result.err)
    assert (told['code'], told['http_status']) == ('bad_request', 400)
    assert 'server.hostname needs API version 2.90 (Xena) or later' in told['message']
    assert told['needs_version'] == '2.90 and later'
    assert told['cloud_range'] == f'2.1 to {NEWEST}'
    assert told['release'] == 'Xena'
    assert told['learned_from'].endswith('/v2.1/')


def test_wrong_refusal_of_a_cloud_is_explained(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum='2.53')
    cloud.on('GET', '/os-keypairs', fault(400, unexpected('limit')))
    result = nova('api', 'GET', '/os-keypairs?limit=3', version='2.34', cloud=cloud)
    assert result.status == 1
    assert '?limit needs API version 2.35 (Newton) or later; this run used 2.34' in result.err
    assert f'offers 2.1 to 2.53 (Pike). (As reported by {cloud.url}/v2.1/.)' in result.err


def test_our_refusal_says_where_the_range_was_learned(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum='2.53')
    line = ('server-list', '--error-format', 'json', '--locked', 'true')
    told = json.loads(nova(*line, cloud=cloud).err)
    assert (told['needs_version'], told['cloud_range']) == ('2.73 and later', '2.1 to 2.53')
    assert (told['release'], told['learned_from']) == ('Train', f'{cloud.url}/v2.1/')

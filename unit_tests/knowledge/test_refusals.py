"""Why a cloud refused a request: what its version lacks, told behind what the cloud said."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge import refusals
from novaclient_mv.services import BAREMETAL, COMPUTE
from novaclient_mv.versions import VersionRange
from novaclient_mv.wire.request import Answer, Request
from unit_tests.newest import NEWEST
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import ScriptedCloud, fault

ID = '799426b0-9577-407d-afdc-8ea6419233ba'


def refused(
    status: int,
    message: str,
    operation: str,
    body: Any = None,
    version: str = '2.60',
    service: str | None = None,
) -> dict[str, list[str]]:
    """Return what a refused request lacks, and the versions that have it."""
    path = operation.split(' ')[1]
    request = Request(operation, path, body=body, service=service)
    error = errors.from_response(_Response(status), message, path)
    error.message = message
    error.answer = Answer(status, {}, None, None, path, request)
    missing = refusals.missing_parts(error, COMPUTE.version(version))
    return {each.part: [str(span) for span in each.ranges] for each in missing}


class _Response:
    """An answer as errors are made of one."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.headers: dict[str, str] = {}


def unexpected(*names: str) -> str:
    verb = 'was' if len(names) == 1 else 'were'
    quoted = ', '.join(map(repr, names))
    return (
        'Invalid input for field/attribute server. Value: {}. '
        f'Additional properties are not allowed ({quoted} {verb} unexpected)'
    )


def test_field_that_is_too_new_is_named_with_its_place() -> None:
    body = {'server': {'name': 'x', 'hostname': 'y', 'networks': [{'tag': 'a'}]}}
    assert refused(400, unexpected('hostname'), 'POST /servers', body) == {
        'server.hostname': ['2.90 and later']
    }


def test_several_fields_are_each_named() -> None:
    body = {'server': {'hostname': 'y', 'tags': ['a']}}
    found = refused(400, unexpected('hostname', 'tags'), 'POST /servers', body, '2.51')
    assert found == {'server.hostname': ['2.90 and later'], 'server.tags': ['2.52 and later']}


def test_field_that_ended_is_named_as_well() -> None:
    body = {'server': {'personality': []}}
    assert refused(400, unexpected('personality'), 'POST /servers', body) == {
        'server.personality': ['2.0 to 2.56']
    }


def test_field_inside_a_value_of_several_forms_is_found() -> None:
    message = 'Invalid input for field/attribute networks. Value: []. [] is not valid under any'
    body = {'server': {'networks': [{'uuid': 'a', 'tag': 'b'}], 'hostname': 'x'}}
    assert refused(400, message, 'POST /servers', body, '2.40') == {
        'server.networks[].tag': ['2.32 to 2.36', '2.42 and later']
    }


@pytest.mark.parametrize(
    ('message', 'body'),
    [
        (unexpected('hostnam'), {'server': {'hostnam': 'x'}}),
        (unexpected('name'), {'server': {'name': 'x', 'hostname': 'y'}}),
        ('The image is gone.', {'server': {'hostname': 'y'}}),
        (unexpected('hostname'), {'server': {}}),
    ],
)
def test_other_mistakes_are_not_blamed_on_the_version(message: str, body: Any) -> None:
    assert refused(400, message, 'POST /servers', body) == {}


def test_field_is_not_blamed_where_the_version_has_it() -> None:
    body = {'server': {'hostname': 'y'}}
    assert refused(400, unexpected('hostname'), 'POST /servers', body, '2.89') != {}
    assert refused(400, unexpected('hostname'), 'POST /servers', body, '2.90') == {}


@pytest.mark.parametrize(
    ('message', 'path'),
    [
        (unexpected('changes-before'), '?changes-before=2026-01-01'),
        ("'changes-before' does not match any of the regexes: '^_'", '?limit=1&changes-before='),
    ],
)
def test_query_parameter_that_is_too_new_is_named(message: str, path: str) -> None:
    operation = f'GET /servers/{ID}/os-instance-actions{path}'
    assert refused(400, message, operation, version='2.60') == {
        '?changes-before': ['2.66 and later']
    }


@pytest.mark.parametrize('status', [404, 405])
def test_operation_that_its_version_lacks_is_named(status: int) -> None:
    tags = 'GET /servers/{server_id}/tags'
    need = {tags: ['2.26 and later']}
    assert refused(status, 'No.', tags, version='2.25') == need
    assert refused(status, 'No.', f'GET /servers/{ID}/tags', version='2.25') == need
    assert refused(status, 'No.', f'GET /servers/{ID}/tags', version='2.26') == {}


def test_action_is_known_by_the_body() -> None:
    operation = f'POST /servers/{ID}/action'
    body = {'addFloatingIp': {'address': '10.0.0.1'}}
    assert refused(404, 'No.', operation, body, '2.44') == {
        'POST /servers/{id}/action addFloatingIp': ['2.0 to 2.43']
    }
    assert refused(404, 'No.', operation, {'os-stop': None}, '2.44') == {}


def test_body_that_names_two_actions_is_explained_by_the_first() -> None:
    operation = f'POST /servers/{ID}/action'
    both = {'addFixedIp': {}, 'addFloatingIp': {'address': '10.0.0.1'}}
    assert refused(404, 'No.', operation, both, '2.44') == {
        'POST /servers/{id}/action addFixedIp': ['2.0 to 2.43']
    }
    # One of the two is there, so that the version is not why.
    assert refused(404, 'No.', operation, {**both, 'os-stop': None}, '2.44') == {}
    fields = {'rebuild': {'hostname': 'x'}, 'unshelve': {'host': 'x'}}
    message = unexpected('host', 'hostname')
    assert refused(400, message, operation, fields, '2.60') == {
        'rebuild.hostname': ['2.90 and later']
    }


def test_requests_to_neighbours_are_left_alone() -> None:
    assert refused(404, 'No.', 'GET /images', version='2.60', service='image') == {}
    assert refused(404, 'No.', 'GET /images', version='2.60') != {}


def test_release_is_that_of_the_bound_that_matters() -> None:
    def release(text: str) -> str | None:
        return refusals.release_of([VersionRange.parse(text)], COMPUTE)

    assert [release(text) for text in ('2.90..', '..2.56', '2.1..2.56', '2.19..2.36')] == [
        *('Xena', 'Queens', 'Queens', 'Mitaka'),
    ]
    both = [VersionRange.parse(text) for text in ('2.26..', '2.90..', '2.32..2.36')]
    assert refusals.release_of(both, COMPUTE) == 'Xena'
    assert refusals.release_of([None], COMPUTE) is None
    assert refusals.release_of([BAREMETAL.span('1.38', '1.40')], COMPUTE) == 'Queens'


def test_reason_of_several_parts_has_the_release_that_has_them_all() -> None:
    parts = [
        refusals.Missing('server.tags', (VersionRange('2.52'),)),
        refusals.Missing('server.hostname', (VersionRange('2.90'),)),
    ]
    told = refusals.reason(parts, COMPUTE.version('2.51'), COMPUTE, None, None)
    assert (told.needs_version, told.release) == ('2.52 and later, 2.90 and later', 'Xena')
    assert told.message.startswith(
        'server.tags needs API version 2.52 (Pike) or later; '
        'server.hostname needs API version 2.90 (Xena) or later; this run used 2.51; this cloud '
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
    assert result.err.endswith('That was learned from http://sandbox.invalid/v2.1/.\n')


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


def test_cloud_that_refuses_what_it_should_take_is_explained(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud]
) -> None:
    cloud = start_cloud(maximum='2.53')
    cloud.on('GET', '/os-keypairs', fault(400, unexpected('limit')))
    result = nova('api', 'GET', '/os-keypairs?limit=3', version='2.34', cloud=cloud)
    assert result.status == 1
    assert '?limit needs API version 2.35 (Newton) or later; this run used 2.34' in result.err
    assert f'offers 2.1 to 2.53 (Pike). That was learned from {cloud.url}/v2.1/.' in result.err


def test_refusal_of_ours_says_where_the_range_was_learned(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud]
) -> None:
    cloud = start_cloud(maximum='2.53')
    line = ('server-list', '--error-format', 'json', '--locked', 'true')
    told = json.loads(nova(*line, cloud=cloud).err)
    assert (told['needs_version'], told['cloud_range']) == ('2.73 and later', '2.1 to 2.53')
    assert (told['release'], told['learned_from']) == ('Train', f'{cloud.url}/v2.1/')


def test_refusal_before_a_cloud_is_asked_has_the_release(nova: Nova) -> None:
    line = ('--error-format', 'json', 'server-list', '--locked', 'true')
    told = json.loads(nova(*line, version='2.72').err)
    assert (told['release'], told['cloud_range']) == ('Train', None)
    assert 'learned_from' not in told

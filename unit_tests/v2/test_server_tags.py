"""Tests of the tags of a server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, fault

ONE = records.server_id(1)


def test_tags(nova: Nova, new_cloud: ScriptedCloud) -> None:
    path = f'/servers/{ONE}/tags'
    new_cloud.on('GET', path, {'tags': ['b', 'a']})
    for method in ('PUT', 'DELETE'):
        new_cloud.on(method, f'{path}/*', None, 204)
        new_cloud.on(method, path, {'tags': ['c']} if method == 'PUT' else None)
    assert nova('server-tag-list', ONE, '-f', 'value', cloud=new_cloud).lines == ['b', 'a']
    added = nova('server-tag-add', ONE, 'a b', 'ü', cloud=new_cloud)
    assert added.lines == [f'web ({ONE}): tag a b added', f'web ({ONE}): tag ü added']
    assert f'PUT /v2.1{path}/a b' in new_cloud.wire()
    assert nova('server-tag-set', ONE, 'c', 'd', cloud=new_cloud).status == 0
    assert new_cloud.requests[-1].body == {'tags': ['c', 'd']}
    assert nova('server-tag-delete', ONE, 'c', cloud=new_cloud).status == 0
    assert new_cloud.wire()[-1] == f'DELETE /v2.1{path}/c'
    assert nova('server-tag-delete-all', ONE, cloud=new_cloud).status == 0
    assert new_cloud.wire()[-1] == f'DELETE /v2.1{path}'
    assert nova('server-tag-list', ONE, version='2.25', cloud=new_cloud).status == 2


def test_tag_that_fails_does_not_hide_the_others(nova: Nova, new_cloud: ScriptedCloud) -> None:
    def answer(request: Request) -> Any:
        return fault(400, 'Too long.') if request.path.endswith('/bad') else None

    new_cloud.on('PUT', f'/servers/{ONE}/tags/*', answer, 201)
    result = nova('server-tag-add', ONE, 'a', 'bad', 'c', cloud=new_cloud)
    assert result.status == 8
    assert result.lines == [f'web ({ONE}): tag a added', f'web ({ONE}): tag c added']
    assert 'nova-mv: bad: Too long.' in result.err


@pytest.mark.parametrize('version', ['2.26', NEWEST])
def test_tag_is_shown_if_the_server_has_it(
    nova: Nova, new_cloud: ScriptedCloud, version: str
) -> None:
    path = f'/servers/{ONE}/tags'
    new_cloud.on('GET', f'{path}/a b', None, 204)
    shown = nova('server-tag-show', 'web', 'a b', '-f', 'value', version=version, cloud=new_cloud)
    assert (shown.lines, shown.status) == (['a b'], 0)
    assert nova('server-tag-show', ONE, 'other', version=version, cloud=new_cloud).status == 5
    assert nova('server-tag-show', ONE, 'a b', version='2.25', cloud=new_cloud).status == 2


@pytest.mark.parametrize('tag', ['schön', '漢字', '\U0001f600', 'a%2Fb', 'a+b', 'a?b#c', 'é'])
def test_tag_in_a_path_is_utf_8_whatever_its_letters(
    nova: Nova, new_cloud: ScriptedCloud, tag: str
) -> None:
    new_cloud.on('PUT', f'/servers/{ONE}/tags/*', None, 201)
    assert nova('server-tag-add', ONE, tag, cloud=new_cloud).status == 0
    # The scripted cloud reads its paths as UTF-8.
    assert new_cloud.wire()[-1] == f'PUT /v2.1/servers/{ONE}/tags/{tag}'


@pytest.mark.parametrize('tag', ['schön', '漢字', '\U0001f600', 'a%2Fb', 'a+b', 'a?b#c'])
def test_sandbox_reads_octets_of_paths_as_nova_does(nova: Nova, tag: str) -> None:
    assert nova('server-tag-add', 'web-1', tag, cloud='sandbox').status == 0
    listed = nova('server-tag-list', 'web-1', '-f', 'json', cloud='sandbox')
    # Nova takes each octet of a path for a letter.
    assert json.loads(listed.out) == [{'tag': tag.encode().decode('latin-1')}]
    assert nova('server-tag-delete', 'web-1', tag, cloud='sandbox').status == 0
    assert nova('server-tag-list', 'web-1', '-f', 'value', cloud='sandbox').lines == []

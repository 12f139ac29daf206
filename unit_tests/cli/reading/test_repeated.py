"""An option that is typed twice does not lose its first value in silence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from unit_tests import cases
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

STATUS = '--status is given twice: the last one counts; several are given as --status A,B'


@cases.one_test_of(
    'words, expected',
    [
        ('server-list --status ACTIVE --status ERROR', [STATUS]),
        ('--quiet server-list --status ACTIVE --status ERROR', []),
        ('server-list --status ACTIVE --statu=ERROR', [STATUS]),
        ('server-list --status ACTIVE --status ACTIVE', []),
        ('server-list --status ACTIVE,ERROR', []),
        ('list --name a --minimal --name b', ['--name is given twice: the last one counts']),
        ('server-list --h a --host b --hos=c', ['--host is given 3 times: the last one counts']),
        ('server-list --limit 1 --limit=2', ['--limit is given twice: the last one counts']),
        ('server-list --all-tenants --all-tenants', []),
        ('server-list -f json --format csv', []),
        ('-c id server-list -c name', []),
        ('--os-region-name a server-list --os_region_name b --debug --debug',
         ['--os-region-name is given twice: the last one counts; several are given as '
          '--os-region-name A,B']),
        ('--os-compute-api-version 2.1 server-list --os-compute-api-version 2.2',
         ['--os-compute-api-version is given twice: the last one counts']),
        ('server-show web --wrap 3 --wrap 3', []),
        ('baremetal-node-list --shards a b --shards c',
         ['--shards is given twice: the last one counts']),
        ('baremetal-node-list --shards a b --shards a b', []),
        ('placement-resource-provider-list --name a --name b',
         ['--name is given twice: the last one counts']),
        ('server-create w --meta a=b --meta c=d --flavor 1 --flavor 1 --image a --nic auto', []),
        ('server-password-set w --admin-pass one --admin-pass two',
         ['--admin-pass is given twice: the last one counts']),
        ('server list --status ACTIVE --status ERROR', [STATUS]),
        ('openstack server list --status ACTIVE --status=ERROR --all-projects', [STATUS]),
        ('can-i -- server-list --status ACTIVE --status ERROR', []),
    ],
)  # fmt: skip
def test_an_option_that_keeps_its_last_value_says_so(
    nova: Nova, words: str, expected: list[str]
) -> None:
    result = nova(*words.split(), cloud='sandbox')
    repeated = [
        line.removeprefix('nova-mv: ') for line in result.err.splitlines() if 'given' in line
    ]
    assert repeated == expected, result.err


def test_an_alias_may_be_overridden_in_silence(nova: Nova) -> None:
    nova('alias-set', 'mine', 'server-list', '--status', 'ACTIVE', cloud='sandbox')
    assert nova('mine', '--status', 'SHUTOFF', cloud='sandbox').err == ''
    repeated = nova('mine', '--status', 'SHUTOFF', '--status', 'ERROR', cloud='sandbox')
    assert repeated.message == f'nova-mv: {STATUS}'


@pytest.mark.parametrize('version', ['2.1', '2.90'])
def test_statuses_between_commas_are_sent_one_by_one(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud], version: str
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/servers/detail', {'servers': []})
    nova('server-list', '--status', 'ACTIVE, ERROR', version=version, cloud=cloud)
    assert cloud.requests[-1].query == [('status', 'ACTIVE'), ('status', 'ERROR')]
    nova('server-list', '--status', 'ACTIVE,', version=version, cloud=cloud)
    assert cloud.requests[-1].query == [('status', 'ACTIVE')]
    nova('server-list', '--name', 'a,b', '--status', 'ACTIVE', version=version, cloud=cloud)
    assert sorted(cloud.requests[-1].query) == [('name', 'a,b'), ('status', 'ACTIVE')]


def test_servers_of_any_of_several_statuses_are_listed(nova: Nova) -> None:
    words = ('server-list', '-f', 'value', '-c', 'name', '--status')
    both = nova(*words, 'ACTIVE,SHUTOFF', cloud='sandbox')
    assert sorted(both.lines) == ['db-1', 'web-1', 'web-2']
    assert sorted(nova(*words, 'SHUTOFF', cloud='sandbox').lines) == ['db-1']

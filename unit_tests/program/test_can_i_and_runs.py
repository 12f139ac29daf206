"""Answers of ``can-i`` beside the runs of the same command lines on clouds of several releases."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from novaclient_mv.sandbox.pytest_plugin import SandboxCloud
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova

LINES = (
    'hypervisor-list',
    'quota-show --tenant 0123456789abcdef',
    'quota-show --tenant demo',
    'aggregate-delete 1',
    'host-meta host1 set a=b',
    'host-servers-migrate host1',
    'quota-update {project} --instances 0',
    'server-list --all-tenants',
    'migration-list',
    'server-migrate app-1',
    'server-create --flavor 1 --image cirros --availability-zone nova:host1 web',
    '--os-compute-api-version 2.35 secgroup-create web',
)


@pytest.mark.parametrize(
    ('release', 'version', 'user'),
    [
        ('pike', '2.53', 'reader'),
        ('wallaby', '2.88', 'demo'),
        ('2023.2', '2.95', 'reader'),
        ('hibiscus', NEWEST, 'manager'),
    ],
)
def test_run_is_refused_where_the_answer_is_no(
    nova: Nova,
    make_sandbox_cloud: Callable[..., SandboxCloud],
    release: str,
    version: str,
    user: str,
) -> None:
    cloud = make_sandbox_cloud(maximum=version, release=release)
    login = {**cloud.environ, 'OS_USERNAME': user, 'OS_PROJECT_NAME': 'demo'}
    project = cloud.session('demo').get_project_id()
    for line in LINES:
        words = line.format(project=project).split()
        asked, run = nova('can-i', '-f', 'json', '--', *words, env=login), nova(*words, env=login)
        assert (asked.status == 4) == (run.status == 4), (line, asked.out, run.err)
        if run.status == 4:
            needs = json.loads(asked.out)['needs']
            refusing = next(need['rule'] for need in needs if need['answer'] == 'no')
            assert f'(rule {refusing})' in run.err, line

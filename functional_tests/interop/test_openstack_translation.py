"""Lines of python-openstackclient and what they are here make the same writes."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests import nova as programs
from functional_tests import serving
from functional_tests.interop.conftest import Client
from functional_tests.nova import SANDBOX, Nova
from novaclient_mv.knowledge.openstack import translation

SETUP = (
    'aggregate create agg1',
    'server group create sg1',
    'volume create --size 1 vol1',
    'port create --network private port1',
    'resource class create CUSTOM_C1',
    'trait create CUSTOM_T1',
    'baremetal port group create --node metal-1 --name pg1',
)
CREATE = 'server create --flavor m1.tiny --image cirros'
COMPUTE = (
    'aggregate create --zone az1 --property a=b new',
    'aggregate set --name agg2 --property k=v agg1',
    'aggregate unset --property k agg2',
    'aggregate add host agg2 host1',
    'aggregate remove host agg2 host1',
    'compute service set --disable --disable-reason why host1 nova-compute',
    'compute service set --down host1 nova-compute',
    'compute service set --up host1 nova-compute',
    'compute service set --enable host1 nova-compute',
    'console log show --lines 5 web-1',
    'console url show --serial web-1',
    'flavor create --id 77 --ram 64 --disk 1 --vcpus 2 --ephemeral 1 --swap 8 --private new',
    'flavor create --property a=b --description words other',
    'flavor set --property c=d --description words other',
    'flavor unset --property c other',
    'flavor delete other',
    f'{CREATE} --network private --property a=b --min 1 --max 2 --description words x1',
    f'{CREATE} --nic auto --tag t1 --tag t2 --hint different_host=7 --hostname h1 x2',
    f'{CREATE} --no-network --availability-zone nova --use-config-drive x3',
    f'{CREATE} --no-network --trusted-image-cert c1 --trusted-image-cert c2 x4',
    'server add network --tag t1 web-1 private',
    'server add port web-1 port1',
    'server set --name web-9 --property a=b --property c=d --tag t1 --description words web-1',
    'server unset --property a --description --tag t1 web-9',
    'server set --auto-approve --state error web-9',
    'server set --auto-approve --state active web-9',
    'server lock --reason why web-9',
    'server unlock web-9',
    'server rescue --image cirros --password secret web-9',
    'server unrescue web-9',
    'server reboot --hard web-2',
    'server image create --property a=b --name image1 web-2',
    'server backup create --name b1 --type daily --rotate 2 web-2',
    'server group create --policy anti-affinity --rule max_server_per_host=2 sg2',
)
BAREMETAL = (
    'baremetal node create --driver fake-hardware --name n1 --property a=b --extra c=d --owner o',
    'baremetal node set --name n2 --property e=f --driver-info g=h --description words n1',
    'baremetal node unset --property e --description n2',
    'baremetal node maintenance set --reason why n2',
    'baremetal node power on metal-1',
    'baremetal port create --node n2 --extra a=b --pxe-enabled true 52:54:00:00:00:99',
    'baremetal port group set --name pg2 --extra a=b pg1',
    'baremetal allocation create --resource-class baremetal --name a1 --trait CUSTOM_X',
    'baremetal node delete n2',
)
PLACEMENT = (
    'resource class create CUSTOM_C2',
    'trait create CUSTOM_T2',
    'resource provider create p1',
    'resource class delete CUSTOM_C1',
    'trait delete CUSTOM_T1',
)
REASONS = {
    BAREMETAL[5]: 'Ours sends the id of the node, theirs its name.',
}
"""Lines whose writes differ, with the reason; at most one of twenty."""

_ID = re.compile(r'[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}')
_REQUEST = re.compile(r'REQ: curl -g -i -X (\w+) (\S+)(.*)$', re.MULTILINE)
_BODY = re.compile(r" -d '(.*)'$")


@pytest.fixture(scope='module')
def environments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[dict[str, str]]]:
    """The environments of two users of two new sandboxes, which are alike."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('OS_CLOUD', SANDBOX)
        users = [Nova(tmp_path_factory.mktemp('home')) for _ in range(2)]
        with serving.sandbox(users[0]) as theirs, serving.sandbox(users[1]) as ours:
            yield [
                {'PATH': os.environ['PATH'], 'PYTHONWARNINGS': 'ignore', **user.variables, **found}
                for user, found in zip(users, (theirs, ours), strict=True)
            ]


@pytest.fixture(scope='module')
def theirs(environments: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Client:
    """python-openstackclient on the first sandbox; both have what the lines are about."""
    clients = [
        Client('openstack', {**environment, 'OS_CLOUD': ''}, tmp_path_factory.mktemp('cwd'))
        for environment in environments
    ]
    for client in clients:
        for line in SETUP:
            client(line)
    clients[1].close()
    return clients[0]


@pytest.mark.parametrize(
    ('service', 'version', 'lines'),
    [
        ('compute', '2.96', COMPUTE),
        ('baremetal', '1.90', BAREMETAL),
        ('placement', '1.39', PLACEMENT),
    ],
)
def test_lines_and_their_translations_make_the_same_writes(
    theirs: Client,
    environments: list[dict[str, str]],
    tmp_path: pathlib.Path,
    service: str,
    version: str,
    lines: tuple[str, ...],
) -> None:
    (tmp_path / 'words').write_text('words')
    pin = f'--os-{service}-api-version'
    different = {}
    for line in lines:
        words = ['--debug', pin, version, *line.split()]
        expected = writes(_messages_of_theirs(theirs, words))
        found = []
        for ours in translation.translate(words).lines:
            found += writes(_messages_of_ours(['--no-cache', *ours], environments[1]))
        # A name is changed last here, since the lines after it name the old one.
        if not expected or sorted(map(str, found)) != sorted(map(str, expected)):
            different[line] = expected, found
    unexpected = {line: pair for line, pair in different.items() if line not in REASONS}
    assert not unexpected, '\n'.join(f'{line}: {pair}' for line, pair in unexpected.items())
    assert len(different) * 20 <= len((*COMPUTE, *BAREMETAL, *PLACEMENT))


def _messages_of_theirs(client: Client, words: list[str]) -> str:
    assert client.process.stdin is not None
    assert client.process.stdout is not None
    client.process.stdin.write(json.dumps(words) + '\n')
    client.process.stdin.flush()
    return str(json.loads(client.process.stdout.readline())[2])


def _messages_of_ours(words: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        [*programs.program(), *words], env=environment, capture_output=True, text=True, timeout=60
    )
    return done.stderr


def writes(messages: str) -> list[tuple[str, str, Any]]:
    """The writes that the messages of a run with ``--debug`` tell: method, path, body."""
    found = []
    for request in _REQUEST.finditer(messages):
        method, url, rest = request.groups()
        path = _ID.sub('<id>', re.sub('https?://[^/]+', '', url))
        body = _BODY.search(rest)
        if method != 'GET' and '/identity/' not in path:
            decoded = json.loads(_ID.sub('<id>', body[1])) if body else None
            found.append((method, path, _effective(decoded)))
    return found


def _effective(body: Any) -> Any:
    """A body without what is the same as nothing: fields that are null or as the cloud has them,
    and the image as the root disk, which is named a second time.
    """
    if isinstance(body, list):
        return sorted(map(_effective, body), key=str)
    if not isinstance(body, dict):
        # Numbers and booleans are sent as texts by the one or the other.
        return str(body).lower()
    return {
        key.replace('OS-SCH-HNT:', 'os:'): _effective(value)
        for key, value in sorted(body.items())
        if value is not None
        and (key, value) != ('rxtx_factor', 1.0)
        and key != 'adminPass'
        and not _is_root_image(key, value)
    }


def _is_root_image(key: str, value: Any) -> bool:
    return key == 'block_device_mapping_v2' and [
        (device.get('source_type'), device.get('destination_type')) for device in value
    ] == [('image', 'local')]

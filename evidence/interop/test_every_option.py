"""Every option of the commands of python-openstackclient: the same words here, and what they are
translated to, make the same writes, or a reason says why not.
"""

from __future__ import annotations

import json
import pathlib
from types import ModuleType

import pytest

from evidence.interop import (
    baremetal_lines,
    common_lines,
    compute_lines,
    every_option,
    placement_lines,
)
from functional_tests.nova import SANDBOX
from novaclient_mv import services
from novaclient_mv.knowledge.openstack import lines, table, translation
from novaclient_mv.versions import APIVersion


@pytest.mark.parametrize(
    ('group', 'service', 'facts'),
    [
        ('compute', services.COMPUTE, compute_lines),
        ('common', services.COMPUTE, common_lines),
        ('baremetal', services.BAREMETAL, baremetal_lines),
        ('placement', services.PLACEMENT, placement_lines),
    ],
    ids=('compute', 'common', 'baremetal', 'placement'),
)
def test_lines_with_every_option_make_the_same_writes(
    group: str,
    service: services.Service,
    facts: ModuleType,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv('OS_CLOUD', SANDBOX)
    for name, text in getattr(facts, 'FILES', {}).items():
        (tmp_path / name).write_text(text, encoding='utf-8')
    options = getattr(facts, 'SANDBOX', {})
    bench = every_option.Bench(tmp_path, service.name, facts.SETUP, **options)
    writing, unequal = 0, {}
    for name in table.groups():
        if table.groups()[name] != group or name.split()[-1] in {'list', 'show', 'ssh'}:
            continue
        if facts.VALUES.words.get(name, '') is None:
            continue
        for line in every_option.lines_of(table.command(name), facts.VALUES):
            key = f'{name} {line.option}'.strip()
            before = facts.VALUES.lines_before(line)
            last = getattr(facts, 'LAST', {}).get(key, service.range.end)
            found = bench.compare(line, line.version(APIVersion(last)), before)
            runs = (found.expected, found.translated, found.typed)
            if any(run.writes for run in runs):
                writing += 1
                if not found.is_equal:
                    unequal[key] = found
    bench.close()
    unexpected = {key: found for key, found in unequal.items() if key not in facts.REASONS}
    assert not unexpected, '\n'.join(map(str, unexpected.values()))
    assert unequal.keys() == facts.REASONS.keys()
    assert len(unequal) * 20 <= writing


MAPPED = (
    'image list',
    'image show cirros',
    'image delete cirros',
    'network list',
    'network show private',
    'floating ip create public',
    'floating ip list',
    'floating ip show {ip}',
    'floating ip delete {ip}',
    'security group list',
    'security group show sec1',
    'security group create new1',
    'security group set --description words sec1',
    'security group delete sec1',
    'volume list',
    'volume show vol1',
    'volume create --size 1 new1',
    'volume snapshot list',
    'volume snapshot show snap1',
    'volume snapshot create --volume vol1 snap2',
    'volume snapshot delete snap1',
    'volume delete vol2',
)
"""Lines of commands of other services that Compute has counterparts of, up to 2.35."""


def test_commands_of_other_services_run_where_compute_has_counterparts(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv('OS_CLOUD', SANDBOX)
    setup = (
        'openstack volume create --size 1 vol1',
        'openstack volume create --size 1 vol2',
        'openstack volume snapshot create --volume vol1 snap1',
        'openstack security group create sec1',
        'openstack floating ip create public',
    )
    bench = every_option.Bench(tmp_path, services.COMPUTE.name, setup)
    _, out, _ = bench.theirs.run(['floating', 'ip', 'list', '-f', 'json'])
    ip = json.loads(out)[0]['ID']
    failed, names = {}, set()
    for text in MAPPED:
        words = [bench.pin, '2.35', *text.format(ip=ip).split()]
        ours = translation.translate(words)
        names.add(lines.read(words).command.name)
        results = [bench.here(line) for line in ours.lines]
        if not results or any(result.status for result in results):
            failed[text] = [result.err for result in results]
    bench.close()
    assert not failed
    groups = {name: table.groups()[name] for name in table.rules()}
    assert names == {
        name
        for name, group in groups.items()
        if group in {'image', 'network', 'volume'} and 'none' not in table.rules()[name]
    }

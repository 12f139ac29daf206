"""Lint finds what python-openstackclient fails at on clouds of six releases, with a version that is
named and without one.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from evidence.interop import compute_lines
from evidence.interop.every_option import Bench, lines_of
from functional_tests.nova import SANDBOX
from novaclient_mv import errors
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.knowledge import lint
from novaclient_mv.knowledge.lint import targets
from novaclient_mv.knowledge.openstack import lines, table, version_rules
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, Service
from novaclient_mv.versions import APIVersion, VersionRange

RELEASES = ('pike', 'stein', 'ussuri', 'xena', 'zed', None)
"""The newest is the last."""

SEED, SAMPLE = 2017, 200
MOST_OTHERS = SAMPLE // 10
"""So many lines may fail at every version: these say nothing of the rule."""

LEFT_OUT = {
    'hypervisor list --marker': 'It is an id, which is a number below 2.53.',
    'server event list --max-items': 'Without pages it fails where there are fewer actions only.',
    'server set --root-password': 'It asks for a password.',
    'server ssh': 'It runs another program.',
}
"""Lines without a verdict, with the reason."""

GROUPS = ('compute',)
_NODE = '11111111-1111-4111-8111-111111111111'
_PROVIDER = '22222222-2222-4222-8222-222222222222'
SETUP = (
    *compute_lines.SETUP,
    f'baremetal-node-create --driver fake-hardware --name n1 --uuid {_NODE}',
    f'placement-resource-provider-create --uuid {_PROVIDER} p1',
)
_STEPS = '[{"interface":"bios","step":"reset","args":{},"priority":10}]'
OTHERS = (
    'baremetal allocation create --resource-class baremetal --name a1',
    'baremetal allocation list --owner o',
    'baremetal chassis list',
    'baremetal conductor list',
    f"baremetal deploy template create --steps '{_STEPS}' CUSTOM_A",
    'baremetal driver list --type dynamic',
    'baremetal driver show fake-hardware',
    'baremetal inspection rule list --long',
    'baremetal node bios setting list n1',
    'baremetal node children list n1',
    'baremetal node create --driver fake-hardware --disable-power-off',
    'baremetal node create --driver fake-hardware --name n2 --owner o',
    'baremetal node create --driver fake-hardware --resource-class r --network-interface noop',
    'baremetal node create --driver fake-hardware --shard s',
    'baremetal node firmware list n1',
    'baremetal node history list n1',
    'baremetal node list --conductor c',
    'baremetal node list --description-contains x',
    'baremetal node list --include-children',
    'baremetal node list --lessee l',
    'baremetal node list --provision-state available',
    'baremetal node list --retired',
    'baremetal node maintenance set --reason why n1',
    'baremetal node power on metal-1',
    'baremetal node set --automated-clean n1',
    'baremetal node set --description words n1',
    'baremetal node set --instance-name i n1',
    'baremetal node set --parent-node metal-1 n1',
    'baremetal node set --property a=b --owner o n1',
    'baremetal node trait add n1 CUSTOM_A',
    'baremetal node unset --shard n1',
    'baremetal node vif list n1',
    f'baremetal port create --node {_NODE} --name p --description d 52:54:00:00:00:99',
    f'baremetal port create --node {_NODE} --physical-network n 52:54:00:00:00:99',
    f'baremetal port group create --node {_NODE} --name g',
    'baremetal port group list --shards s',
    'baremetal port list --long',
    'baremetal runbook list',
    'baremetal shard list',
    'baremetal volume connector list',
    f'baremetal volume target create --node {_NODE} --type iscsi --boot-index 0 --volume-id v',
    'allocation candidate list --resource VCPU=1',
    'allocation candidate list --resource VCPU=1 --limit 3',
    'allocation candidate list --resource VCPU=1 --required HW_CPU_X86_VMX',
    'resource class create CUSTOM_A',
    'resource class list',
    f'resource provider aggregate list {_PROVIDER}',
    'resource provider create p2',
    f'resource provider create --parent-provider {_PROVIDER} p2',
    f'resource provider inventory set --resource VCPU=1 {_PROVIDER}',
    f'resource provider list --in-tree {_PROVIDER}',
    'resource provider list --required HW_CPU_X86_VMX',
    'resource provider list --resource VCPU=1',
    f'resource provider show --allocations {_PROVIDER}',
    f'resource provider trait list {_PROVIDER}',
    'trait create CUSTOM_A',
    'trait list --associated',
)


class Case(NamedTuple):
    """A line on the cloud of a release.

    :param before: lines of a setup that run before.
    """

    words: list[str]
    release: str | None
    pin: APIVersion | None
    before: tuple[str, ...] = ()

    @property
    def service(self) -> Service:
        """The service whose versions it is about."""
        return lines.read(self.words).command.service

    @property
    def offered(self) -> VersionRange:
        """The versions of its service that the cloud has."""
        return offered(self.service, self.release)

    @property
    def typed(self) -> list[str]:
        """The words as they are typed."""
        pin = [] if self.pin is None else [self.service.version_option, str(self.pin)]
        return [*pin, *self.words]

    @property
    def is_found(self) -> bool:
        """Whether lint has a finding."""
        target = targets.of_cloud(self.service, self.offered)
        script = shlex.join([OPENSTACK, *self.typed])
        found = lint.lint(script, lambda service: target)
        assert not any(finding.code == lint.findings.NOT_JUDGED for finding in found), script
        return bool(found)


def offered(service: Service, release: str | None) -> VersionRange:
    """The versions that a sandbox of a release has; that of Placement has all in each."""
    newest = None if release is None else service.releases.newest_of(release)
    if newest is None or service is PLACEMENT:
        return service.range
    return VersionRange(service.range.start, service.version(newest))


def cases() -> Iterator[Case]:
    """Lines with random versions, and more often with those beside their bounds."""
    chance = random.Random(SEED)
    every = [
        (line.tokens, compute_lines.VALUES.before.get(line.text.split(' --')[0], ()))
        for name, group in table.groups().items()
        if group in GROUPS and name not in LEFT_OUT
        for line in lines_of(table.command(name), compute_lines.VALUES)
        if f'{name} {line.option}' not in LEFT_OUT and is_whole(line.tokens)
    ]
    bounded = [one for one in every if any(True for _ in version_rules.bounds(lines.read(one[0])))]
    others = [(shlex.split(text), ()) for text in OTHERS]
    for _ in range(SAMPLE):
        words, before = chance.choice(chance.choice((every, bounded, bounded, others)))
        release = chance.choice(RELEASES)
        line = lines.read(words)
        served = offered(line.command.service, release)
        first, last = int(served.start.ver_minor), int(served.end.ver_minor)
        ends = [
            end.ver_minor + beside
            for bound in version_rules.bounds(line)
            for end in (bound.first, bound.last)
            for beside in (-1, 0, 1)
            if end is not None
        ]
        minors = [None, None, chance.randint(first, last), last + 1, *ends]
        minor = chance.choice([minor for minor in minors if minor is None or minor >= first])
        pin = None if minor is None else served.start.at(served.start.ver_major, minor)
        yield Case(words, release, pin, before)


def is_whole(words: list[str]) -> bool:
    """Whether a line has all that its program insists on."""
    try:
        return bool(lines.read(words))
    except errors.CommandError:
        return False


@pytest.fixture(scope='module')
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A cloud, and the program."""
    folder = tmp_path_factory.mktemp('bench')
    for name, text in compute_lines.FILES.items():
        (folder / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('OS_CLOUD', SANDBOX)
        bench = Bench(folder, COMPUTE.name, SETUP, **compute_lines.SANDBOX)
    yield bench
    bench.close()


def fails(bench: Bench, case: Case) -> str:
    """The messages of a line that fails on the cloud of its release; empty if it does not."""
    newest = {
        'maximum': str(offered(COMPUTE, case.release).end),
        'baremetal_maximum': str(offered(BAREMETAL, case.release).end),
    }
    bench.cloud.offer(**newest)
    bench.cloud.restore(bench.state(case.before))
    status, _, messages = bench.theirs.run(case.typed)
    return messages or 'no message' if status else ''


def test_lint_finds_what_the_program_fails_at(bench: Bench) -> None:
    different, others = [], []
    for case in cases():
        messages = fails(bench, case)
        if bool(messages) == case.is_found:
            continue
        if messages and all(fails(bench, case._replace(pin=pin)) for pin in pins(case)):
            others.append(case.words)
        else:
            different.append(f'{shlex.join(case.typed)} on {case.release}: {messages[-300:]}')
    assert not different, '\n'.join(different)
    assert len(others) <= MOST_OTHERS, others


def pins(case: Case) -> list[APIVersion | None]:
    """Versions of which one takes a line, if any does."""
    bounds = list(version_rules.bounds(lines.read(case.words)))
    ends = [end for bound in bounds for end in (bound.first, bound.last) if end is not None]
    return [None, case.offered.start, case.offered.end, *ends]

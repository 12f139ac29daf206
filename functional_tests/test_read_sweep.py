"""Every command that reads, before and at each version that changes what it shows, and on a cloud
that is named at every version: it answers, with the declared keys, and versions that follow agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from functional_tests.nova import Inside
from functional_tests.things import Things
from novaclient_mv import api_versions
from novaclient_mv.base import Field
from novaclient_mv.v2 import availability_zones, flavors, keypairs, servers


class Read(NamedTuple):
    """A command that reads, and what it shows."""

    words: tuple[str, ...]
    fields: tuple[Field, ...]
    start: str = '2.0'
    own_extra: frozenset[str] = frozenset()


# Nova's database row of a keypair; what a client could use of it has fields.
_KEYPAIR_ROW = frozenset({'id', 'deleted', 'deleted_at', 'updated_at'})

READS = {
    'server-list': Read(('server-list', '--name', '{name}'), servers.Server.fields),
    'server-list --minimal': Read(
        ('server-list', '--minimal', '--name', '{name}'), servers.Server.fields
    ),
    'server-show': Read(('server-show', '{server}'), servers.Server.fields),
    'flavor-list': Read(('flavor-list',), flavors.Flavor.fields),
    'flavor-show': Read(('flavor-show', '{flavor}'), flavors.Flavor.fields),
    'keypair-list': Read(('keypair-list',), keypairs.Keypair.fields),
    'keypair-show': Read(
        ('keypair-show', '{key}'), keypairs.Keypair.fields, own_extra=_KEYPAIR_ROW
    ),
    'server-tag-list': Read(('server-tag-list', '{server}'), (Field('tag'),), '2.26'),
    'availability-zone-list': Read(
        ('availability-zone-list',), availability_zones.AvailabilityZone.fields
    ),
}

CHANGES = {
    ('server-list', 'flavor', '2.47'),
    ('server-show', 'flavor', '2.47'),
    ('server-list', 'image', '2.98'),
    ('server-show', 'image', '2.98'),
    # Members see it from 2.90 on, administrators from 2.3 on.
    ('server-list', 'hostname', '2.90'),
    ('server-show', 'hostname', '2.90'),
    # Extra specs are part of a flavor from 2.61; a list does not ask for them before.
    ('flavor-list', 'extra_specs', '2.61'),
}
"""Where the cloud itself tells more of a key: command, key, first version."""


def versions(inside: Inside, command: str) -> Iterator[api_versions.APIVersion]:
    """No microversion, and of those that client and cloud share both ends of each range in which a
    command shows the same; of a cloud that is not the built-in one, all.
    """
    shared = inside.shared_versions()
    starts = {int(version[2:]) for name, _, version in CHANGES if name == command}
    for field in READS[command].fields:
        starts.add(int(field.range.start.ver_minor))
        if field.range.end < shared.end:
            starts.add(int(field.range.end.ver_minor) + 1)
    first, last = max(1, int(shared.start.ver_minor)), int(shared.end.ver_minor)
    yield api_versions.NO_MICROVERSION
    edges = {first, last} | starts | {start - 1 for start in starts}
    for minor in range(first, last + 1):
        if minor in edges or not inside.is_sandbox:
            yield api_versions.APIVersion(f'2.{minor}')


@pytest.fixture(scope='module')
def names(module_things: Things, server: dict[str, Any]) -> dict[str, str]:
    """Return the names in the command lines."""
    return {
        'server': server['id'],
        'name': server['name'],
        'flavor': module_things.flavor,
        'key': module_things.import_keypair(),
    }


def comparable(command: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row without what goes on by itself while the versions are gone through."""
    found = dict(row)
    if command == 'availability-zone-list' and found['hosts']:
        found['hosts'] = {host: sorted(services) for host, services in found['hosts'].items()}
    return found


@pytest.mark.parametrize('command', READS)
def test_command_answers_alike_around_every_change(
    inside: Inside, names: dict[str, str], command: str
) -> None:
    read = READS[command]
    start = api_versions.APIVersion(read.start)
    before: list[dict[str, Any]] = []
    last: api_versions.APIVersion | None = None
    for version in versions(inside, command):
        if version < start:
            continue
        words = (word.format(**names) for word in read.words)
        shown = inside.json(*words, version=str(version))
        rows = [
            comparable(command, each) for each in (shown if isinstance(shown, list) else [shown])
        ]
        for row in rows:
            check_keys(read, row, version)
        if last is not None:
            check_agreement(command, read, before, rows, last, version)
        before, last = rows, version


def check_keys(read: Read, row: dict[str, Any], version: api_versions.APIVersion) -> None:
    """Exactly the declared keys, and null for those that the version lacks."""
    assert set(row) - {'extra'} == {field.key for field in read.fields}, version
    assert set(row.get('extra', ())) <= read.own_extra, version
    foreign = {field.key for field in read.fields if version not in field.range}
    assert {key for key in foreign if row[key] is not None} == set(), version


def check_agreement(
    command: str,
    read: Read,
    before: list[dict[str, Any]],
    rows: list[dict[str, Any]],
    last: api_versions.APIVersion,
    version: api_versions.APIVersion,
) -> None:
    """Check that keys of both versions have equal values."""
    keys = [
        field.key
        for field in read.fields
        if last in field.range
        and version in field.range
        and (command, field.key, str(version)) not in CHANGES
    ]
    assert [{key: row[key] for key in keys} for row in rows] == [
        {key: row[key] for key in keys} for row in before
    ], f'{last} and {version}'

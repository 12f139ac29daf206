"""Results of managers' methods, as observed of python-novaclient 18.13.1 on the sandbox."""

from __future__ import annotations

import datetime
import operator
from typing import Any

from unit_tests.compat.observed import Case, Scene

PUBLIC_KEY = (
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3 someone'
)
# What calls take of the scene.
MADE = operator.attrgetter('made')
MADE_ID = operator.attrgetter('made.id')
SERVER = operator.attrgetter('server')
IMAGE = operator.attrgetter('image')
PROJECT = operator.attrgetter('project')
YEARS = datetime.datetime(2020, 1, 1), datetime.datetime(2030, 1, 1)


def _keypair(it: Scene) -> Any:
    return it.client.keypairs.create('k', PUBLIC_KEY)


def _aggregate(it: Scene) -> Any:
    return it.client.aggregates.create('a', 'zone')


def _flavor(it: Scene) -> Any:
    flavor = it.client.flavors.create('f', 64, 1, 1, is_public=False)
    flavor.set_keys({'a:b': '1'})
    it.client.flavor_access.add_tenant_access(flavor, it.project)
    return flavor


def _group(it: Scene) -> Any:
    return it.client.server_groups.create('g', 'affinity')


def _service(it: Scene) -> tuple[str, ...]:
    if it.is_below('2.53'):
        return 'host1', 'nova-compute'
    return (it.client.services.list(host='host1', binary='nova-compute')[0].id,)


def _hypervisor(it: Scene) -> Any:
    return it.client.hypervisors.list()[0]


def _live_migration(it: Scene) -> Any:
    if it.is_below('2.25'):
        it.client.servers.live_migrate(it.server, None, False, False)
    else:
        it.client.servers.live_migrate(it.server, None, 'auto')
    return None


def _action(it: Scene) -> Any:
    return it.client.instance_action.list(it.server)[0].request_id


CASES = (
    Case('aggregates.create', 'a Aggregate to load', call=_aggregate),
    Case('aggregates.list', 'an empty list'),
    Case('aggregates.set_metadata', 'a Aggregate to load', MADE_ID, {'a': 'b'}, before=_aggregate),
    Case('aggregates.delete', 'nothing', MADE_ID, before=_aggregate),
    Case('flavors.create', 'a Flavor to load', 'f', 64, 1, 1),
    Case('flavors.list', 'a list of Flavor'),
    Case('flavors.get', 'a Flavor', '1'),
    Case('flavors.update', 'a Flavor to load', MADE, 'text', before=_flavor, start='2.55'),
    Case('flavor.get_keys', 'a mapping of a:b', before=_flavor),
    Case('flavor.set_keys', 'a mapping of c', {'c': '1'}, before=_flavor),
    Case('flavor.unset_keys', 'nothing', ['a:b'], before=_flavor),
    Case(
        'flavor_access.list',
        'a list of FlavorAccess',
        before=_flavor,
        call=lambda it: it.client.flavor_access.list(flavor=it.made),
    ),
    Case('flavor_access.remove_tenant_access', 'an empty list', MADE, PROJECT, before=_flavor),
    Case('keypairs.create', 'a Keypair to load', call=_keypair),
    Case('keypairs.get', 'a Keypair', 'k', before=_keypair),
    Case('keypairs.delete', 'nothing', 'k', before=_keypair),
    Case('server_groups.create', 'a ServerGroup to load', call=_group),
    Case('server_group.delete', 'nothing', before=_group),
    Case('quotas.get', 'a QuotaSet', PROJECT),
    Case(
        'quotas.update',
        'a QuotaSet to load',
        call=lambda it: it.client.quotas.update(it.project, cores=5),
    ),
    Case('quotas.delete', 'nothing', PROJECT),
    Case(
        'services.disable',
        'a Service to load',
        call=lambda it: it.client.services.disable(*_service(it)),
    ),
    Case(
        'services.force_down',
        'a Service to load',
        start='2.11',
        call=lambda it: it.client.services.force_down(*_service(it), False),
    ),
    Case('hypervisors.uptime', 'a Hypervisor', _hypervisor),
    Case('instance_action.get', 'a InstanceAction', SERVER, _action),
    Case('usage.list', 'a list of Usage', *YEARS),
    Case('limits.get', 'a Limits'),
    Case(
        'server_external_events.create',
        'a list of dict',
        lambda it: [{'name': 'network-changed', 'server_uuid': it.server, 'tag': 'x'}],
    ),
    Case('versions.get_current', 'a Version'),
    Case('neutron.find_network', 'a Network', 'private'),
    Case('glance.find_image', 'a Image', IMAGE),
)

"""Resources, results and managers as Python objects: compared, copied, pickled, sorted, read."""

from __future__ import annotations

import copy
import datetime
import functools
import importlib
import pickle
from collections.abc import Callable
from typing import Any

from evidence.dependents import names as called
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls
from evidence.dependents.records import AT_LEAST

EVER = (datetime.datetime(2020, 1, 1), datetime.datetime(2099, 1, 1))


def names(thing: Any) -> dict[str, str]:
    """The public names of an object."""
    return {AT_LEAST: ' '.join(name for name in dir(thing) if not name.startswith('_'))}


def counts(*things: Any) -> list[int]:
    """Return the numbers of results' request ids."""
    return [len(thing.request_ids) for thing in things]


def resources(nova: Any, server: Any) -> dict[str, Callable[[], Any]]:
    """Return a function for one resource of each kind."""
    return {
        'server': lambda: nova.servers.get(server.id),
        'server of list': lambda: nova.servers.list()[0],
        'short server': lambda: nova.servers.list(detailed=False)[0],
        'flavor': lambda: nova.flavors.get('1'),
        'flavor of list': lambda: nova.flavors.list()[0],
        'keypair': lambda: nova.keypairs.get('object'),
        'keypair of list': lambda: nova.keypairs.list()[0],
        'hypervisor': lambda: nova.hypervisors.list()[0],
        'hypervisor got': lambda: nova.hypervisors.get(nova.hypervisors.list()[0].id),
        'hypervisor short': lambda: nova.hypervisors.list(detailed=False)[0],
        'hypervisor searched': lambda: nova.hypervisors.search(called.HOST)[0],
        'hypervisor with servers': lambda: nova.hypervisors.search(called.HOST, servers=True)[0],
        'statistics': lambda: nova.hypervisor_stats.statistics(),
        'service': lambda: nova.services.list()[0],
        'zone': lambda: nova.availability_zones.list()[0],
        'aggregate': lambda: nova.aggregates.list()[0],
        'aggregate got': lambda: nova.aggregates.get(nova.aggregates.list()[0]),
        'group': lambda: nova.server_groups.list()[0],
        'group got': lambda: nova.server_groups.get(nova.server_groups.list()[0].id),
        'quotas': lambda: nova.quotas.get('x'),
        'quota class': lambda: nova.quota_classes.get('default'),
        'limits': lambda: nova.limits.get(),
        'limit': lambda: sorted(nova.limits.get().absolute, key=lambda limit: limit.name)[0],
        'usage': lambda: nova.usage.list(*EVER)[0],
        'action': lambda: nova.instance_action.list(server)[0],
        'action got': lambda: nova.instance_action.get(
            server, nova.instance_action.list(server)[0].request_id
        ),
        'interface': lambda: server.interface_list()[0],
        'security group': lambda: server.list_security_group()[0],
        'volume': lambda: nova.volumes.get_server_volumes(server.id)[0],
        'image': lambda: nova.glance.list()[0],
        'network': lambda: nova.neutron.find_network(called.NETWORK),
        'version': lambda: nova.versions.get_current(),
        'version of list': lambda: nova.versions.list()[0],
        'console': lambda: server.get_console_url('novnc'),
        'migration': lambda: nova.migrations.list()[0],
        'audit log': lambda: nova.instance_usage_audit_log.get(),
        'event': lambda: nova.server_external_events.create(
            [{'name': 'network-changed', 'server_uuid': server.id}]
        )[0],
    }


USES: dict[str, Callable[[Any], Any]] = {
    'itself': lambda thing: thing,
    'names': names,
    'human_id': lambda thing: [thing.human_id, thing.HUMAN_ID, thing.NAME_ATTR],
    'id': lambda thing: type(thing.id).__name__,
    'name': lambda thing: thing.name,
    'is_loaded': lambda thing: [thing.is_loaded(), thing._loaded, thing.loaded],
    'text': lambda thing: [str(thing), f'{thing}', '%s' % thing],  # noqa: UP031 - as programs do
    'lacks': lambda thing: [hasattr(thing, 'nothere'), thing.is_loaded()],
    'private': lambda thing: thing._nothere,
    'missing': lambda thing: thing.nothere,
    'default': lambda thing: getattr(thing, 'nothere', 'default'),
    'equal': lambda thing: [thing == thing, thing != thing, thing in [thing], thing is None],
    'copy': lambda thing: [copy.copy(thing), copy.copy(thing) == thing],
    'copied': lambda thing: copy.copy(thing).to_dict() == thing.to_dict(),
    'deeply': lambda thing: copy.deepcopy(thing),
    'pickled': lambda thing: pickle.loads(pickle.dumps(thing)),
    'ids': lambda thing: counts(thing),
    'set': lambda thing: [setattr(thing, 'foo', 1), thing.foo, 'foo' in thing.to_dict()],
    'over': lambda thing: [setattr(thing, 'name', 'y'), thing.name, thing.to_dict().get('name')],
    'set_info': lambda thing: [thing.set_info('foo', 2), thing.to_dict().get('foo')],
    'read set_info': lambda thing: [thing.set_info('foo', 2), thing.foo],
    'details': lambda thing: [thing._add_details({'bar': 3}), thing.bar, vars(thing)['bar']],
    'dict': lambda thing: [thing.to_dict() is thing._info, thing.to_dict() == thing._info],
    'info': lambda thing: sorted(thing._info),
    'own dict': lambda thing: thing.to_dict().clear() or len(thing._info) > 0,
    'sorted': lambda thing: sorted([thing, thing]),
    'hash': lambda thing: hash(thing),
    'iterated': lambda thing: list(thing),
    'item': lambda thing: thing['id'],
    'item set': lambda thing: thing.__setitem__('id', 1),
    'length': lambda thing: len(thing),
    'called': lambda thing: thing(),
    'manager': lambda thing: type(thing.manager).__name__,
    'got': lambda thing: [thing.get(), thing, thing.is_loaded(), counts(thing)],
    'loaded': lambda thing: [thing.set_loaded(False), thing.is_loaded()],
    'then got': lambda thing: [thing.set_loaded(False), hasattr(thing, 'nothere'), thing._loaded],
    'deleted': lambda thing: [delattr(thing, 'id'), hasattr(thing, 'id')],
    'deleted odd': lambda thing: delattr(thing, 'nothere'),
    'version': lambda thing: thing.api_version,
    'ids set up': lambda thing: [thing.request_ids_setup(), counts(thing)],
    'added': lambda thing: [thing.append_request_ids('req-x'), thing.request_ids[-1]],
    'same': lambda thing: thing.is_same_obj(thing),
}
"""Programs' uses of a resource; each gets one of its own."""


def of_results(base: Any) -> dict[str, Callable[[], Any]]:
    """Results that know their request ids, as what they are."""
    pages = base.ListWithMeta([1, 2, 3], None)
    mapping = base.DictWithMeta({'a': 1}, None)
    pair = base.TupleWithMeta((1, 2), None)
    text = base.StrWithMeta('text', None)
    octets = base.BytesWithMeta(b'octets', None)
    return {
        'slice': lambda: pages[:2],
        'sum': lambda: [pages + [4], [0] + pages],  # noqa: RUF005 - the sum is the question
        'equal': lambda: [pages == [1, 2, 3], mapping == {'a': 1}, pair == (1, 2), text == 'text'],
        'copies': lambda: [copy.copy(pages), copy.copy(mapping), copy.copy(pair)],
        'copied': lambda: [pages.copy(), mapping.copy()],
        'deeply': lambda: [copy.deepcopy(pages), copy.deepcopy(mapping)],
        'pickled': lambda: pickle.loads(pickle.dumps(pages)),
        'pickled mapping': lambda: pickle.loads(pickle.dumps(mapping)),
        'pickled pair': lambda: pickle.loads(pickle.dumps(pair)),
        'sorted': lambda: sorted(pages, reverse=True),
        'text': lambda: [repr(pages), repr(mapping), repr(pair), repr(text), repr(octets)],
        'parts': lambda: [text.upper(), octets + b'x', text[1:], pair[0], [*pair]],
        'hash': lambda: [hash(text) == hash('text'), hash(pair) == hash((1, 2))],
        'ids': lambda: [thing.request_ids for thing in (pages, mapping, pair, text, octets)],
        'is': lambda: [
            *(isinstance(pages, list), isinstance(mapping, dict), isinstance(pair, tuple)),
            *(isinstance(text, str), isinstance(octets, bytes)),
            all(isinstance(thing, base.RequestIdMixin) for thing in (pages, mapping, pair, text)),
        ],
        'append': lambda: [pages.append_request_ids(['req-1', 'req-2']), pages.request_ids],
        'append text': lambda: [mapping.append_request_ids('req-1'), mapping.request_ids],
        'names': lambda: [names(pages), names(mapping)],
    }


MANAGERS = (
    *('servers', 'flavors', 'keypairs', 'hypervisors', 'services', 'aggregates', 'server_groups'),
    *('quotas', 'quota_classes', 'limits', 'usage', 'volumes', 'glance', 'neutron', 'versions'),
    *('migrations', 'server_migrations', 'instance_action', 'availability_zones', 'agents'),
    *('flavor_access', 'server_external_events', 'assisted_volume_snapshots', 'hypervisor_stats'),
    *('instance_usage_audit_log',),
)

OF_MANAGERS: dict[str, Callable[[Any], Any]] = {
    'names': names,
    'class': lambda manager: type(manager).__name__,
    'resource': lambda manager: getattr(manager.resource_class, '__name__', None),
    'alphanumeric': lambda manager: getattr(manager, 'is_alphanum_id_allowed', 'none'),
    'api': lambda manager: type(manager.api).__name__,
    'client': lambda manager: type(manager.client).__name__,
    'version': lambda manager: manager.api_version,
    'equal': lambda manager: [manager == manager, manager != manager],
    'find none': lambda manager: manager.find(nothere='x'),
    'find by name': lambda manager: manager.find(name='no such name'),
    'findall': lambda manager: manager.findall(nothere='x'),
    'findall ids': lambda manager: len(manager.findall(nothere='x').request_ids) > 0,
    'findall all': lambda manager: len(manager.findall()) == len(manager.list()),
    'find positional': lambda manager: manager.find('x'),
    'list ids': lambda manager: counts(manager.list()),
    'list of class': lambda manager: {type(one).__name__ for one in manager.list()},
    'missing': lambda manager: manager.nothere,
}


def prepare(cloud: Cloud) -> None:
    """Make one of each kind."""
    nova = cloud.nova
    nova.keypairs.create('object')
    nova.server_groups.create('object', ['affinity'])
    nova.aggregates.create('object', None)


def calls(cloud: Cloud, call: Calls) -> None:
    """All of them."""
    prepare(cloud)
    base = importlib.import_module('novaclient.base')
    nova = cloud.client('2.90')
    server = cloud.server()
    for kind, get in resources(nova, server).items():
        for use, do in USES.items():
            call(f'{kind} {use}', lambda get=get, do=do: do(get()))  # type: ignore[misc]
    call.each('result', **of_results(base))
    for name in MANAGERS:
        manager = getattr(nova, name)
        for use, do in OF_MANAGERS.items():
            call(f'{name} {use}', functools.partial(do, manager))
    call.each(
        'client',
        names=lambda: names(nova),
        class_name=lambda: type(nova).__name__,
        connection=lambda: names(nova.client),
        managers=lambda: [type(getattr(nova, name)).__name__ for name in MANAGERS],
    )

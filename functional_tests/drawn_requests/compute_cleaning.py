"""Removes from a cloud of Compute what sessions have made in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from functional_tests.comparison import Answer
from functional_tests.drawn_requests.compute_values import PROJECT
from novaclient_mv.sandbox import newest

_QUOTAS = {
    'cores': 20, 'instances': 10, 'key_pairs': 100, 'metadata_items': 128, 'ram': 51200,
    'server_group_members': 10, 'server_groups': 10,
}  # fmt: skip
_SPECS = {'6': {'hw:numa_nodes': '1'}}
_SEEDED = ('1', '2', '3', '4', '5', '6')

Ask = Callable[..., Answer]


def listed(body: Any) -> list[dict[str, Any]]:
    """The one list of an answer."""
    return list(next(value for value in body.values() if isinstance(value, list)))


def servers(clouds: Any, index: int) -> list[dict[str, Any]]:
    """All servers of a cloud."""
    path = '/v2.1/servers/detail?all_tenants=1'
    return listed(clouds.ask(index, 'GET', path, newest.COMPUTE).body)


def delete_servers(clouds: Any, index: int) -> None:
    """Start to delete the servers of one cloud."""
    ask = _asker(clouds, index)
    for server in servers(clouds, index):
        _delete(ask, f'/servers/{server["id"]}')


def clean(clouds: Any, index: int, users: Iterable[str]) -> None:
    """Remove from one cloud what is left when the servers are gone.

    :param users: who have keypairs.
    """
    ask = _asker(clouds, index)
    for aggregate in listed(ask('GET', '/os-aggregates').body):
        for host in aggregate['hosts']:
            body = {'remove_host': {'host': host}}
            ask('POST', f'/os-aggregates/{aggregate["id"]}/action', body)
        ask('DELETE', f'/os-aggregates/{aggregate["id"]}')
    for group in listed(ask('GET', '/os-server-groups').body):
        ask('DELETE', f'/os-server-groups/{group["id"]}')
    for user in users:
        for each in listed(ask('GET', f'/os-keypairs?user_id={user}').body):
            ask('DELETE', f'/os-keypairs/{each["keypair"]["name"]}?user_id={user}')
    for flavor in listed(ask('GET', '/flavors?is_public=None').body):
        if flavor['id'] in _SEEDED:
            _clean_extra_specs(ask, flavor['id'])
        else:
            ask('DELETE', f'/flavors/{flavor["id"]}')
    ask('DELETE', f'/os-quota-sets/{PROJECT}')
    ask('PUT', '/os-quota-class-sets/default', {'quota_class_set': _QUOTAS})
    for service in listed(ask('GET', '/os-services').body):
        if service['binary'] == 'nova-compute':
            status = {'status': 'enabled', 'forced_down': False}
            ask('PUT', f'/os-services/{service["id"]}', status)


def _clean_extra_specs(ask: Ask, id: str) -> None:
    path = f'/flavors/{id}/os-extra_specs'
    seeded = _SPECS.get(id, {})
    specs = ask('GET', path).body['extra_specs']
    for key in specs.keys() - seeded.keys():
        ask('DELETE', f'{path}/{key}')
    if specs != seeded and seeded:
        ask('POST', path, {'extra_specs': seeded})


def _asker(clouds: Any, index: int) -> Ask:
    def ask(method: str, path: str, body: Any = None) -> Answer:
        answer: Answer = clouds.ask(index, method, f'/v2.1{path}', newest.COMPUTE, body)
        return answer

    return ask


def _delete(ask: Ask, path: str) -> None:
    """Delete a server, whatever its state."""
    ask('POST', f'{path}/action', {'unlock': None})
    if ask('DELETE', path).status >= 400:
        ask('POST', f'{path}/action', {'os-resetState': {'state': 'error'}})
        ask('DELETE', path)

"""Results as programs for python-novaclient take them apart."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from novaclient_mv import base
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud


def test_human_id_is_of_the_name_that_a_program_set(sandbox_cloud: SandboxCloud) -> None:
    """As of python-novaclient, whose resources have their fields as attributes only."""
    server = sandbox_cloud.client('2.60').servers.find(name='web-1')
    server.name = 'New Name'
    assert server.human_id == 'new-name'


def test_human_id_of_what_was_created_is_asked_for(sandbox_cloud: SandboxCloud) -> None:
    """An answer to a create has no name (shade 1.9 reads ``human_id`` of it)."""
    nova = sandbox_cloud.client('2.60')
    image = nova.glance.list()[0].id
    assert nova.servers.create('My Server', image, '1', nics='none').human_id == 'my-server'


def test_uptime_has_no_other_fields_than_before(sandbox_cloud: SandboxCloud) -> None:
    def fields(version: str) -> set[str]:
        hypervisors = sandbox_cloud.client(version).hypervisors
        uptime = hypervisors.uptime(hypervisors.list()[0])
        assert len(uptime.request_ids) == 1
        return set(uptime.to_dict())

    assert fields('2.87') == fields('2.88') >= {'id', 'uptime'}


@pytest.mark.parametrize(
    'made',
    [
        base.ListWithMeta([], ['req-1', 'req-2']),
        base.DictWithMeta({}, ['req-1', 'req-2']),
        base.TupleWithMeta((), ['req-1', 'req-2']),
        base.StrWithMeta('', ['req-1', 'req-2']),
    ],
)
def test_results_take_over_request_ids(made: Any) -> None:
    """Managers of programs hand on ``request_ids`` of one result to another."""
    assert made.request_ids == ['req-1', 'req-2']
    made.append_request_ids('req-3')
    made.append_request_ids(['req-4'])
    assert made.request_ids == ['req-1', 'req-2', 'req-3', 'req-4']
    other = base.ListWithMeta([], None)
    other.append_request_ids(made)
    assert other.request_ids == made.request_ids


def test_limits_come_one_after_the_other(sandbox_cloud: SandboxCloud) -> None:
    """A generator, as of python-novaclient: ``next`` takes the first."""
    limits = sandbox_cloud.client('2.60').limits.get()
    first, *_ = limits.absolute
    assert next(limits.absolute) == first
    assert list(limits.rate) == []


def test_access_that_was_granted_is_not_loaded(sandbox_cloud: SandboxCloud) -> None:
    """horizon 24 hands on what it gets for it."""
    library = sandbox_cloud.client('2.60')
    library.flavors.create('private', 64, 1, 1, 'p1', is_public=False)
    project = sandbox_cloud.session('demo').get_project_id()
    (access,) = library.flavor_access.add_tenant_access('p1', project)
    assert (access.is_loaded(), access.tenant_id) == (False, project)
    (listed,) = library.flavor_access.list(flavor='p1')
    assert listed.is_loaded()


class Scripted:
    """A connection that tests of programs substitute."""

    def __init__(self) -> None:
        self.urls: list[str] = []

    def get(self, url: str, **kwargs: Any) -> tuple[Any, Any]:
        """Note the URL."""
        self.urls.append(url)
        return None, {'tenant_usages': [], 'tenant_usage': {}}

    post = put = delete = get


def test_colons_of_moments_are_sent_as_they_are(sandbox_cloud: SandboxCloud) -> None:
    """Tests of python-novaclient script the URL; RFC 3986 lets a query have colons."""
    library: Any = sandbox_cloud.client('2.60')
    library.client = scripted = Scripted()
    start, end = datetime.datetime(2012, 1, 22, 19, 48), datetime.datetime(2012, 1, 23)
    library.usage.list(start, end)
    library.usage.get('a:b', start, end)
    query = 'start=2012-01-22T19:48:00&end=2012-01-23T00:00:00'
    assert scripted.urls == [
        f'/os-simple-tenant-usage?{query}&detailed=0',
        f'/os-simple-tenant-usage/a%3Ab?{query}',
    ]

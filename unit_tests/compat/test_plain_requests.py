"""Managers of other packages: requests by URL and body, as python-novaclient's base has them."""

from __future__ import annotations

import types
from typing import Any

import pytest

from novaclient_mv import base, client, errors, exceptions, extension
from novaclient_mv.v2 import servers
from unit_tests.scripted import ScriptedCloud
from unit_tests.test_client import session_of


class Thing(base.Resource):
    """Something that another package adds."""


class OtherThing(base.Resource):
    """Something else that it adds."""


class ThingManager(base.ManagerWithFind[Thing]):
    """A manager as extensions have it, with methods of its own for everything."""

    resource_class = Thing
    is_alphanum_id_allowed = True

    def get(self, thing: Any) -> Any:
        return self._get(f'/os-things/{base.getid(thing)}', 'thing')

    def list(self) -> Any:
        return self._list('/os-things', 'things')

    def create(self, name: str, **kwargs: Any) -> Any:
        return self._create('/os-things', {'thing': {'name': name}}, 'thing', **kwargs)

    def update(self, thing: Any, body: Any) -> Any:
        return self._update(f'/os-things/{base.getid(thing)}', body, 'thing')

    def delete(self, thing: Any) -> Any:
        return self._delete(f'/os-things/{base.getid(thing)}')


THING = {'id': '1', 'name': 'one'}


@pytest.fixture
def library(cloud: ScriptedCloud) -> Any:
    """A client with an extension, on a cloud that has one thing."""
    cloud.on('GET', '/os-things/1', {'thing': {**THING, 'size': 3}})
    cloud.on('GET', '/os-things', {'things': [THING]})
    cloud.on('POST', '/os-things', {'thing': THING}, status=202)
    cloud.on('PUT', '/os-things/1', {'thing': {**THING, 'name': 'uno'}})
    cloud.on('DELETE', '/os-things/1', None, status=204)
    module = types.ModuleType(__name__)
    vars(module).update(ThingManager=ThingManager)
    return client.Client(
        '2.9', session=session_of(cloud), extensions=[extension.Extension('things', module)]
    )


def last(cloud: ScriptedCloud) -> tuple[str, Any]:
    request = cloud.requests[-1]
    return cloud.wire(query=True)[-1].replace('/v2.1', ''), request.body


def test_manager_of_an_extension_works_with_its_resources(
    library: Any, cloud: ScriptedCloud
) -> None:
    thing = library.things.get('1')
    assert (type(thing), thing.size, thing.is_loaded()) == (Thing, 3, True)
    assert library.things.list() == [Thing(None, THING)]
    assert library.things.find(name='one').id == '1'
    created = library.things.create('one')
    assert last(cloud) == ('POST /os-things', {'thing': {'name': 'one'}})
    # What an answer to POST lacks is asked for when it is needed.
    assert (created.is_loaded(), created.size) == (False, 3)
    assert library.things.update(thing, {'thing': {'name': 'uno'}}).name == 'uno'
    assert last(cloud) == ('PUT /os-things/1', {'thing': {'name': 'uno'}})
    assert library.things.delete(thing) == ()
    assert last(cloud) == ('DELETE /os-things/1', None)
    assert set(cloud.versions_sent()) == {('compute 2.9', '2.9')}


def test_results_know_their_requests(library: Any) -> None:
    manager = library.things
    results = [manager.get('1'), manager.list(), manager.create('one'), manager.delete('1')]
    results.append(manager.create('one', return_raw=True))
    assert all(len(result.request_ids) == 1 for result in results)


def test_list_takes_filters_a_class_and_a_body(library: Any, cloud: ScriptedCloud) -> None:
    """rally-openstack 4.1.0 passes filters by their name."""
    manager = library.things
    rows = manager._list('/os-things', response_key='things', filters={'b': 2, 'a': 'x y'})
    assert last(cloud)[0] == 'GET /os-things?a=x+y&b=2'
    assert rows == [Thing(None, THING)]
    assert type(manager._list('/os-things', 'things', OtherThing)[0]) is OtherThing
    cloud.on('POST', '/os-things/find', {'things': {'values': [THING]}})
    assert manager._list('/os-things/find', 'things', body={'name': 'one'}) == rows
    assert last(cloud) == ('POST /os-things/find', {'name': 'one'})


def test_body_may_be_the_resource(library: Any, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/bare', THING)
    assert library.things._get('/bare', None).name == 'one'
    assert library.things._get('bare', None, filters={'a': 1}).name == 'one'
    assert last(cloud)[0] == 'GET /bare?a=1'


def test_raw_value_and_class_of_what_was_created(library: Any, cloud: ScriptedCloud) -> None:
    manager = library.things
    assert manager._create('/os-things', {}, 'thing', return_raw=True) == THING
    made = manager._create('/os-things', {}, 'thing', obj_class=OtherThing)
    assert type(made) is OtherThing
    cloud.on('PUT', '/os-things/2', None, status=204)
    assert not manager._update('/os-things/2', {})


def test_answer_of_another_shape_is_an_error(library: Any) -> None:
    manager = library.things
    for call in (
        lambda: manager._list('/os-things', 'others'),
        lambda: manager._list('/os-things/1', 'thing'),
        lambda: manager._get('/os-things/1', 'other'),
    ):
        with pytest.raises(errors.CloudError, match='answered 200 without'):
            call()
    with pytest.raises(errors.WriteUncertain):
        manager._create('/os-things', {}, 'other')
    with pytest.raises(exceptions.NotFound):
        manager._get('/os-things/404', 'thing')


def test_hooks_change_bodies(library: Any, cloud: ScriptedCloud) -> None:
    class Hooked(ThingManager):
        """Its hooks are its own."""

    def mark(body: Any, **kwargs: Any) -> None:
        body['marked'] = kwargs

    Hooked.add_hook('modify_body_for_create', mark)
    Hooked.add_hook('modify_body_for_update', mark)
    manager = Hooked(library)
    manager._create('/os-things', {}, 'thing', size=3)
    assert last(cloud)[1] == {'marked': {'size': 3}}
    manager._update('/os-things/1', {}, 'thing', size=4)
    assert last(cloud)[1] == {'marked': {'size': 4}}
    library.things.create('one')
    assert last(cloud)[1] == {'thing': {'name': 'one'}}
    assert base.Manager._hooks_map == {}


def test_hooks_of_a_base_run_for_its_subclasses() -> None:
    class Base(base.HookableMixin):
        """Something that hooks are attached to."""

    class Sub(Base):
        """Something below it."""

    calls: list[str] = []
    Base.add_hook('named', calls.append)
    Sub.add_hook('named', lambda word: calls.append(word.upper()))
    Sub.run_hooks('named', 'word')
    assert calls == ['WORD', 'word']


@pytest.mark.parametrize('argument', [{'info': {'host': 'a'}}, {'info': None}])
def test_action_takes_its_values_as_info(
    library: Any, cloud: ScriptedCloud, argument: dict[str, Any]
) -> None:
    """tobiko 0.8.33, tobiko/openstack/nova/_client.py."""
    cloud.on('POST', '/servers/1/action', None, status=202)
    library.servers._action('migrate', '1', **argument)
    assert last(cloud) == ('POST /servers/1/action', {'migrate': argument['info']})


def test_create_goes_through_boot(library: Any, cloud: ScriptedCloud) -> None:
    cloud.on('POST', '/servers', {'server': {'id': '1', 'name': 'web'}}, status=202)
    seen: list[Any] = []

    class Watching(servers.ServerManager):
        """Sees what is created."""

        def _boot(self, *args: Any, **kwargs: Any) -> Any:
            seen.append((args, kwargs['key_name']))
            return super()._boot(*args, **kwargs)

    server = Watching(library).create('web', 'image', '1', key_name='mine')
    assert seen == [(('server', 'web', 'image', '1'), 'mine')]
    assert type(server) is servers.Server
    raw = library.servers._boot('server', 'web', 'image', '1', return_raw=True)
    assert raw == {'id': '1', 'name': 'web'}
    Watching.add_hook('modify_body_for_create', lambda body: body.update(more=1))
    Watching(library).create('web', 'image', '1')
    assert last(cloud)[1]['more'] == 1


def test_networks_are_a_list_below_2_37() -> None:
    for version, good, bad in (
        ('2.36', (None, [], [{'net-id': '1'}]), ('auto', 'none')),
        ('2.37', ('auto', 'none', [{'net-id': '1'}]), (None,)),
    ):
        manager = client.Client(version, session=object()).servers  # type: ignore[arg-type]
        for nics in good:
            manager._validate_create_nics(nics)
        for nics in bad:
            with pytest.raises(ValueError, match='nics are'):
                manager._validate_create_nics(nics)


def test_block_devices_are_read_from_texts() -> None:
    manager = client.Client('2.1', session=object()).servers  # type: ignore[arg-type]
    assert manager._parse_block_device_mapping({'vda': 'id:snap:1:0', 'vdb': 'id'}) == [
        {
            'device_name': 'vda',
            'snapshot_id': 'id',
            'volume_size': '1',
            'delete_on_termination': '0',
        },
        {'device_name': 'vdb', 'volume_id': 'id'},
    ]

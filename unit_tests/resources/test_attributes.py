"""Fields of resources as attributes: kloudbuster 8.1 and manila 17 read them by ``vars()``."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from novaclient_mv import base
from novaclient_mv.v2 import volumes

INFO = {'id': '1', 'name': 'web', 'OS-EXT:x': 2, 'nest': {'a': [1]}}


class Field(base.Resource):
    """Has a property of the name of a field."""

    @property
    def size(self) -> int:
        """Twice what the API says."""
        return 2 * int(self._info['size'])


class Shelf:
    """A manager that counts how often a resource is asked for."""

    resource_class = base.Resource

    def __init__(self, **info: Any) -> None:
        self.info = info
        self.count = 0

    def get(self, id: str) -> base.Resource:
        """The whole resource."""
        self.count += 1
        return base.Resource(self, {'id': id, **self.info}, loaded=True)


def loaded(**info: Any) -> Any:
    """A resource that is whole."""
    return base.Resource(None, {**INFO, **info}, loaded=True)


def test_vars_has_every_field_and_what_a_resource_is_made_of() -> None:
    one = loaded()
    assert vars(one) == {
        **INFO,
        'manager': None,
        '_info': INFO,
        '_loaded': True,
        'x_openstack_request_ids': [],
    }
    assert one.__dict__ is vars(one)


def test_fields_become_attributes_only_when_they_are_looked_at() -> None:
    one = loaded()
    assert one.name == 'web'
    assert not one._has_attributes
    assert 'OS-EXT:x' in vars(one)
    assert one._has_attributes


def test_attribute_that_was_set_goes_before_the_field() -> None:
    one = loaded()
    one.name = 'other'
    one.spam = 1
    assert (one.name, vars(one)['name'], vars(one)['spam']) == ('other', 'other', 1)
    assert one.to_dict() == INFO


@pytest.mark.parametrize('is_looked_at', [False, True])
def test_attribute_can_be_deleted(is_looked_at: bool) -> None:
    one = loaded()
    if is_looked_at:
        vars(one)
    del one.name
    assert not hasattr(one, 'name')
    assert 'name' not in vars(one)
    assert one.to_dict() == INFO
    with pytest.raises(AttributeError):
        del one.name


def test_property_goes_before_a_field_of_its_name() -> None:
    one = Field(None, {'id': '1', 'size': 4}, loaded=True)
    assert one.size == 8
    assert 'size' not in vars(one)
    one._add_details({'size': 5})
    assert one.size == 10


@pytest.mark.parametrize('is_looked_at', [False, True])
@pytest.mark.parametrize(
    ('info', 'has_id'), [({'id': '1', 'volumeId': '1'}, True), ({'volumeId': '1'}, False)]
)
def test_id_is_read_of_whichever_field_has_it(
    info: dict[str, Any], has_id: bool, is_looked_at: bool
) -> None:
    # cinder and heat read both; an attachment has no ``id`` from 2.89.
    one = volumes.Volume(None, info, loaded=True)
    if is_looked_at:
        vars(one)
    assert one.id == one.volumeId == '1'
    assert ('id' in vars(one)) is has_id


@pytest.mark.parametrize('is_looked_at', [False, True])
def test_details_are_fields_and_attributes(is_looked_at: bool) -> None:
    one = loaded()
    if is_looked_at:
        vars(one)
    one._add_details({'name': 'new', 'spam': 1})
    one.set_info('eggs', 2)
    assert (one.name, one.spam, one.eggs) == ('new', 1, 2)
    assert vars(one)['name'] == one.to_dict()['name'] == 'new'
    assert vars(one)['eggs'] == 2


@pytest.mark.parametrize('is_looked_at', [False, True])
def test_get_replaces_what_was_set(is_looked_at: bool) -> None:
    one: Any = base.Resource(Shelf(name='fresh'), dict(INFO), loaded=True)
    one.name = 'stale'
    if is_looked_at:
        vars(one)
    one.get()
    assert one.name == vars(one)['name'] == 'fresh'


@pytest.mark.parametrize('is_looked_at', [False, True])
@pytest.mark.parametrize(
    'copied', [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_copies_are_like_it(copied: Any, is_looked_at: bool) -> None:
    one = loaded()
    one.spam = 3
    if is_looked_at:
        del one.name
    twin = copied(one)
    assert twin == one
    assert type(twin) is type(one)
    assert (twin.spam, hasattr(twin, 'name'), twin.is_loaded()) == (3, not is_looked_at, True)
    assert vars(twin) == vars(one)


@pytest.mark.parametrize('is_looked_at', [False, True])
def test_getattr_may_be_called_by_programs(is_looked_at: bool) -> None:
    # caso 5.2.2 reads fields so whose names are no words of Python.
    one = loaded()
    if is_looked_at:
        vars(one)
    assert one.__getattr__('OS-EXT:x') == 2
    with pytest.raises(AttributeError):
        one.__getattr__('OS-EXT:y')


def test_dir_has_fields() -> None:
    assert {'name', 'OS-EXT:x', 'to_dict', 'manager'} <= set(dir(loaded()))


def test_dictionary_can_be_replaced() -> None:
    one, other = loaded(), loaded(id='2', name='other')
    one.__dict__ = dict(vars(other))
    assert (one.id, one.name) == ('2', 'other')


def test_looking_at_attributes_asks_for_nothing() -> None:
    shelf = Shelf(hosts=['a'])
    one: Any = base.Resource(shelf, {'id': '1'})
    assert 'hosts' not in vars(one)
    assert repr(one) == '<Resource id=1>'
    assert shelf.count == 0
    assert one.hosts == vars(one)['hosts'] == ['a']


def test_one_without_an_id_cannot_be_asked_for() -> None:
    shelf = Shelf()
    one: Any = base.Resource(shelf, {'a': 'b'})
    assert not hasattr(one, 'spam')
    assert shelf.count == 0


def test_one_of_another_class_than_its_manager_gets_is_not_asked_for() -> None:
    class Part(base.Resource):
        pass

    class Whole(base.Resource):
        pass

    shelf = Shelf()
    shelf.resource_class = Whole
    assert not hasattr(Part(shelf, {'id': '1'}), 'spam')
    assert shelf.count == 0
    assert not hasattr(Whole(shelf, {'id': '1'}), 'spam')
    assert shelf.count == 1


def test_request_ids_are_an_attribute() -> None:
    one = loaded()
    assert one.x_openstack_request_ids == one.request_ids == []
    one._append_request_id(base.ListWithMeta([], None))
    other = base.DictWithMeta({}, None)
    other.x_openstack_request_ids = ['req-1']
    one._append_request_id(other)
    assert one.x_openstack_request_ids == one.request_ids == ['req-1']
    assert vars(base.TupleWithMeta((), None)) == {'x_openstack_request_ids': []}


def test_dir_names_fields_but_no_settings_of_classes() -> None:
    """shade 1.9 makes dictionaries of what ``dir`` names and is no method."""
    named = dir(base.Resource(None, {'name': 'a', 'OS-EXT-AZ:availability_zone': 'b'}))
    values = {'name', 'OS-EXT-AZ:availability_zone', 'x_openstack_request_ids', 'request_ids'}
    assert values | {'NAME_ATTR', 'HUMAN_ID', 'human_id', 'manager', 'get', 'to_dict'} <= {*named}
    assert not {'fields', 'state_field', 'failed_states', 'is_recorded_late'} & {*named}
    assert 'state_field' in dir(base.Resource)


def test_field_that_is_named_as_a_setting_is_in_dir() -> None:
    one = base.Resource(None, {})
    one.state_field = 'x'  # type: ignore[misc]
    assert {'state_field', '_info'} <= {*dir(one)}
    assert {name for name in vars(base.Resource) if name.startswith('_')} <= {*dir(one)}

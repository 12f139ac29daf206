"""Resources by id or name, as manila and others look for them."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import base, client, exceptions, utils
from unit_tests.scripted import ScriptedCloud
from unit_tests.test_client import session_of

UUID = '8e8ec658-c7b0-4243-bdf8-6f7f2952c0d0'


class Thing(base.Resource):
    """Something with a name."""


class ThingManager(base.ManagerWithFind[Thing]):
    """Things that need no cloud."""

    resource_class = Thing
    is_alphanum_id_allowed = False

    def __init__(self, *rows: dict[str, Any]) -> None:
        self.rows = rows
        self.asked: list[Any] = []

    def get(self, reference: Any) -> Thing:
        self.asked.append(reference)
        for row in self.list():
            if row.id == str(reference):
                return row
        raise exceptions.NotFound(404)

    def list(self) -> Any:
        return base.ListWithMeta([Thing(self, row, loaded=True) for row in self.rows], None)


THINGS = ({'id': '1234', 'name': 'one'}, {'id': UUID, 'name': 'two'}, {'id': '5', 'name': '1235'})


@pytest.mark.parametrize(
    ('reference', 'found', 'asked'),
    [
        ('one', '1234', []),
        (1234, '1234', [1234]),
        ('1234', '1234', [1234]),
        ('1235', '5', []),
        (UUID, UUID, [UUID]),
    ],
)
def test_resource_by_id_or_name(reference: Any, found: str, asked: list[Any]) -> None:
    manager = ThingManager(*THINGS)
    assert utils.find_resource(manager, reference).id == found
    assert manager.asked == asked


def test_any_text_may_be_an_id_where_the_manager_says_so() -> None:
    manager = ThingManager({'id': 'abc', 'name': 'other'})
    with pytest.raises(exceptions.CommandError):
        utils.find_resource(manager, 'abc')
    manager.is_alphanum_id_allowed = True  # type: ignore[misc]
    assert utils.find_resource(manager, 'abc').name == 'other'
    assert utils.find_resource(manager, 'other').id == 'abc'


@pytest.mark.parametrize('reference', ['none', UUID, 17, None, {}])
def test_what_is_missing_is_told(reference: Any) -> None:
    text = f"No thing with a name or ID of '{reference}' exists."
    with pytest.raises(exceptions.CommandError) as caught:
        utils.find_resource(ThingManager(), reference)
    assert str(caught.value) == text
    with pytest.raises(exceptions.NotFound, match='No thing with') as missing:
        utils.find_resource(ThingManager(), reference, wrap_exception=False)
    assert missing.value.code == 404


def test_what_several_have_is_told() -> None:
    manager = ThingManager({'id': '1', 'name': 'a'}, {'id': '2', 'name': 'a'})
    with pytest.raises(exceptions.NoUniqueMatch):
        utils.find_resource(manager, 'a', wrap_exception=False)
    with pytest.raises(exceptions.CommandError) as caught:
        utils.find_resource(manager, 'a')
    assert type(caught.value) is exceptions.CommandError
    assert '1, 2' in str(caught.value)


def test_server_by_name_or_id(cloud: ScriptedCloud) -> None:
    """manila 17.0.0, manila/compute/nova.py."""
    cloud.on('GET', '/servers/detail', {'servers': [{'id': '7', 'name': 'web'}]})
    cloud.on('GET', '/servers', {'servers': [{'id': '7', 'name': 'web'}]})
    cloud.on('GET', '/servers/7', {'server': {'id': '7', 'name': 'web', 'status': 'ACTIVE'}})
    cloud.on('GET', f'/servers/{UUID}', {'server': {'id': UUID, 'name': 'db'}})
    library = client.Client('2.53', session=session_of(cloud))
    assert utils.find_resource(library.servers, UUID).name == 'db'
    assert utils.find_resource(library.servers, 'web').id == '7'
    with pytest.raises(exceptions.CommandError, match=r"No server with .* 'nothing'"):
        utils.find_resource(library.servers, 'nothing')

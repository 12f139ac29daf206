"""Allocations: what is asked for, and how a program waits for the node."""

from __future__ import annotations

import pytest

from novaclient_mv import exceptions
from unit_tests.baremetal.v1.rack import UUIDS, Rack

GET = f'GET /allocations/{UUIDS[1]}'
ASKED = {'uuid': UUIDS[1], 'name': 'db', 'state': 'allocating', 'last_error': None}


def test_wait_ends_with_the_reason_where_no_node_fits(rack: Rack) -> None:
    rack.answers_to(GET, {**ASKED, 'state': 'error', 'last_error': 'no node matches'})
    with pytest.raises(
        exceptions.ResourceInErrorState, match='db went into error: no node'
    ) as told:
        rack.client().allocations.wait(UUIDS[1])
    assert told.value.fault == 'no node matches'


def test_wait_gives_up_when_the_time_is_over(rack: Rack) -> None:
    rack.answers_to(GET, ASKED)
    with pytest.raises(
        exceptions.WaitTimeout, match='db is allocating after 5 seconds; it was to be active'
    ):
        rack.client().allocations.wait(UUIDS[1], timeout=5)
    assert rack.clock.sleeps == [2, 2, 1]


@pytest.mark.parametrize(
    ('name', 'version', 'before'), [('node', '1.58', '1.57'), ('owner', '1.60', '1.59')]
)
def test_field_of_a_new_one_has_its_version(
    rack: Rack, name: str, version: str, before: str
) -> None:
    rack.answers_to('POST /allocations', ASKED)
    rack.client(version).allocations.create(resource_class='bm', **{name: 'x'})
    assert rack.sent == [('POST /allocations', {'resource_class': 'bm', name: 'x'})]
    with pytest.raises(exceptions.UnsupportedAttribute, match=name):
        rack.client(before).allocations.create(resource_class='bm', **{name: 'x'})

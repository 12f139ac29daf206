"""Differences of two versions: exactly what one has and the other lacks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv.knowledge import changelog, pin_moves
from novaclient_mv.knowledge.changelog import ADDED, CHANGED, OPERATION, REMOVED, Change
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, SERVICES, Service


def net(start: str, end: str, service: Service = COMPUTE) -> list[Change]:
    return pin_moves.net_changes(service, service.version(start), service.version(end))


def about(start: str, end: str, operation: str, field: str) -> list[tuple[str, str]]:
    """Version and kind of what differs in a field."""
    return [
        (str(row.version), row.kind)
        for row in net(start, end)
        if row.operation == operation and row.field is not None and row.field.name == field
    ]


TAG = 'server.block_device_mapping_v2[].tag'
REASON = 'service.disabled_reason'
EVENTS = 'POST /os-server-external-events'


@pytest.mark.parametrize(
    ('start', 'end', 'operation', 'field', 'expected'),
    [
        ('2.28', '2.40', 'POST /servers/{id}/action evacuate', 'evacuate.force', [('2.29', ADDED)]),
        # It came and went.
        ('2.28', '2.70', 'POST /servers/{id}/action evacuate', 'evacuate.force', []),
        ('2.31', '2.32', 'POST /servers', TAG, [('2.32', ADDED)]),
        ('2.31', '2.60', 'POST /servers', TAG, [('2.42', ADDED)]),
        # It went and came back.
        ('2.32', '2.60', 'POST /servers', TAG, []),
        # It is again what it was.
        ('2.52', '2.60', 'PUT /os-services/{id}', REASON, [('2.53', CHANGED)]),
        ('2.52', '2.69', 'PUT /os-services/{id}', REASON, []),
        # What it was made before it went is nothing any more.
        ('2.27', '2.88', 'GET /os-hypervisors/{id}', 'hypervisor.cpu_info', [('2.88', REMOVED)]),
        # In the request and in the response.
        ('2.50', '2.93', EVENTS, 'events[].name', [('2.93', CHANGED)] * 2),
    ],
)
def test_what_came_and_went_is_left_out(
    start: str, end: str, operation: str, field: str, expected: list[tuple[str, str]]
) -> None:
    assert about(start, end, operation, field) == expected
    opposite = {ADDED: REMOVED, REMOVED: ADDED, CHANGED: CHANGED}
    back = [(version, opposite[kind]) for version, kind in expected]
    assert about(end, start, operation, field) == back


def presence(service: Service) -> dict[tuple[object, ...], list[tuple[Change, bool]]]:
    """Return the parts of a service that come and go, with their changes, and whether they came."""
    events: dict[tuple[object, ...], list[tuple[Change, bool]]] = {}
    for row in changelog.changes(service, service.first):
        if row.kind != CHANGED and (row.field is not None or row.where == OPERATION):
            events.setdefault(thing_of(row), []).append((row, row.kind == ADDED))
    return events


def thing_of(row: Change) -> tuple[object, ...]:
    return row.operation, row.where, row.field and (row.field.name, row.field.place)


PRESENCE = {service.name: presence(service) for service in (COMPUTE, BAREMETAL, PLACEMENT)}


@given(st.sampled_from(SERVICES), st.data())
@settings(max_examples=25, deadline=None)
def test_added_is_what_only_the_second_version_has(service: Service, data: st.DataObject) -> None:
    rows = service.releases.facts['microversions']
    texts = st.sampled_from([row['version'] for row in rows])
    start, end = sorted((service.version(data.draw(texts)), service.version(data.draw(texts))))
    told = {
        thing_of(row): row.kind
        for row in pin_moves.net_changes(service, start, end)
        if row.kind != CHANGED and (row.field is not None or row.where == OPERATION)
    }
    operations = {thing[0]: kind for thing, kind in told.items() if thing[1] == OPERATION}
    for thing, events in PRESENCE[service.name].items():
        before = [came for row, came in events if row.version <= start]
        after = [came for row, came in events if row.version <= end]
        was_there = before[-1] if before else not events[0][1]
        is_there = after[-1] if after else not events[0][1]
        if thing[1] != OPERATION and thing[0] in operations:
            assert thing not in told
        elif was_there != is_there:
            assert told.get(thing) == (ADDED if is_there else REMOVED), thing
        else:
            assert thing not in told

"""Operations for agents, drivers and other services, as they are sent."""

from __future__ import annotations

import pytest

from novaclient_mv import exceptions
from unit_tests.baremetal.v1.rack import UUIDS, Rack
from unit_tests.scripted import Answer


def test_lookup_by_addresses(rack: Rack) -> None:
    rack.answers_to('GET /lookup', {'node': {'uuid': UUIDS[1]}, 'config': {}})
    told = rack.client().agents.lookup(addresses=['52:54:00:00:00:01', '52:54:00:00:00:02'])
    assert told['node'] == {'uuid': UUIDS[1]}
    assert rack.read == [
        '/lookup?addresses=52%3A54%3A00%3A00%3A00%3A01%2C52%3A54%3A00%3A00%3A00%3A02'
    ]


@pytest.mark.parametrize(
    ('name', 'version', 'before'),
    [
        ('agent_version', '1.36', '1.35'),
        ('agent_token', '1.62', '1.61'),
        ('agent_verify_ca', '1.68', '1.67'),
        ('agent_status', '1.72', '1.71'),
        ('agent_status_message', '1.72', '1.71'),
    ],
)
def test_heartbeat_has_what_its_version_has(
    rack: Rack, name: str, version: str, before: str
) -> None:
    operation = f'POST /heartbeat/{UUIDS[1]}'
    rack.answers_to(operation)
    rack.client(version).agents.heartbeat(UUIDS[1], 'http://agent', **{name: 'x'})
    assert rack.sent == [(operation, {'callback_url': 'http://agent', name: 'x'})]
    with pytest.raises(exceptions.UnsupportedAttribute, match=name):
        rack.client(before).agents.heartbeat(UUIDS[1], 'http://agent', **{name: 'x'})


def test_inspection_goes_on_with_what_was_found(rack: Rack) -> None:
    rack.answers_to('POST /continue_inspection', {'uuid': UUIDS[1]})
    told = rack.client().agents.continue_inspection({'inventory': {}}, node_uuid=UUIDS[1])
    assert told == {'uuid': UUIDS[1]}
    assert rack.sent == [(f'POST /continue_inspection?node_uuid={UUIDS[1]}', {'inventory': {}})]


def test_events_are_told_together(rack: Rack) -> None:
    rack.answers_to('POST /events', Answer(204))
    rack.client().events.create([{'event': 'network.bind_port'}])
    assert rack.sent == [('POST /events', {'events': [{'event': 'network.bind_port'}]})]


@pytest.mark.parametrize('verb', ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'])
def test_method_of_a_driver_is_called_with_the_verb_that_it_takes(rack: Rack, verb: str) -> None:
    rack.answers_to(f'{verb} /drivers/ipmi/vendor_passthru/reset', {'done': True})
    answer = rack.client().drivers.vendor_passthru('ipmi', 'reset', http_method=verb.lower())
    assert answer[1] == {'done': True}
    assert rack.requests[-1].method == verb


def test_rule_is_created_with_an_empty_list_of_conditions(rack: Rack) -> None:
    rack.answers_to('POST /inspection_rules', {'uuid': UUIDS[1]})
    rack.client().inspection_rules.create([{'op': 'fail', 'args': {}}])
    assert rack.sent == [
        ('POST /inspection_rules', {'actions': [{'op': 'fail', 'args': {}}], 'conditions': []})
    ]


def test_traits_of_a_runbook_are_sent_one_by_one_or_together(rack: Rack) -> None:
    runbooks = rack.client().runbooks
    rack.answers_to('GET /runbooks/tidy/traits', {'traits': ['CUSTOM_A']})
    rack.answers_to('PUT /runbooks/tidy/traits', Answer(204))
    rack.answers_to('PUT /runbooks/tidy/traits/CUSTOM_A', Answer(204))
    rack.answers_to('DELETE /runbooks/tidy/traits/CUSTOM_A', Answer(204))
    rack.answers_to('DELETE /runbooks/tidy/traits', Answer(204))
    assert runbooks.list_traits('tidy') == ['CUSTOM_A']
    runbooks.set_traits('tidy', ['CUSTOM_A', 'CUSTOM_B'])
    runbooks.add_trait('tidy', 'CUSTOM_A')
    runbooks.remove_trait('tidy', 'CUSTOM_A')
    runbooks.remove_all_traits('tidy')
    assert rack.sent == [
        ('PUT /runbooks/tidy/traits', {'traits': ['CUSTOM_A', 'CUSTOM_B']}),
        ('PUT /runbooks/tidy/traits/CUSTOM_A', None),
        ('DELETE /runbooks/tidy/traits/CUSTOM_A', None),
        ('DELETE /runbooks/tidy/traits', None),
    ]

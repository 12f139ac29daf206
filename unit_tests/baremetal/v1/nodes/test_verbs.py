"""Verbs of the provision state: each from its version on, with what it takes there."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import errors, versions
from novaclient_mv.baremetal.v1.nodes import verbs
from novaclient_mv.versions import value
from unit_tests.baremetal.v1.rack import Rack

PATH = 'PUT /nodes/rack-1/states/provision'
NEEDED = {'rescue': {'rescue_password': 'secret'}}
STEPS = [{'interface': 'bios', 'step': 'reset'}]

LATE_VERBS = [
    (name, variants[0].start_version)
    for name in verbs.NAMES
    if hasattr(func := vars(verbs)[name], 'variants') and (variants := versions.variants_of(func))
]
LATE_ARGUMENTS = [
    ('active', {'deploy_steps': STEPS}, '1.69'),
    ('active', {'configdrive': {'meta_data': {}}}, '1.56'),
    ('active', {'configdrive': {'vendor_data': {}}}, '1.59'),
    ('rebuild', {'configdrive': 'eA=='}, '1.35'),
    ('rebuild', {'deploy_steps': STEPS}, '1.69'),
    ('clean', {'clean_steps': STEPS, 'disable_ramdisk': True}, '1.70'),
    ('clean', {'runbook': 'tidy'}, '1.92'),
    ('service', {'runbook': 'tidy'}, '1.92'),
    ('service', {'service_steps': STEPS, 'disable_ramdisk': True}, '1.108'),
]


@pytest.fixture
def rack(rack: Rack) -> Rack:
    """A service that takes every verb."""
    rack.answers_to(PATH)
    return rack


@pytest.mark.parametrize('verb', verbs.NAMES)
def test_verb_is_the_target(rack: Rack, verb: str) -> None:
    rack.client().nodes.set_provision_state('rack-1', verb, **NEEDED.get(verb, {}))  # type: ignore[arg-type]
    assert rack.sent == [(PATH, {'target': verb, **NEEDED.get(verb, {})})]


@pytest.mark.parametrize(('verb', 'start'), LATE_VERBS)
def test_verb_is_refused_below_its_version(
    rack: Rack, verb: str, start: versions.APIVersion
) -> None:
    arguments: Any = NEEDED.get(verb, {})
    client = rack.client(str(value.previous_version(start)))
    with pytest.raises(errors.VersionNotFoundForAPIMethod, match=str(start)):
        client.nodes.set_provision_state('rack-1', verb, **arguments)
    assert rack.sent == []
    rack.client(str(start)).nodes.set_provision_state('rack-1', verb, **arguments)
    assert len(rack.sent) == 1


@pytest.mark.parametrize(('verb', 'arguments', 'start'), LATE_ARGUMENTS)
def test_argument_is_refused_below_its_version(
    rack: Rack, verb: str, arguments: dict[str, Any], start: str
) -> None:
    before = str(value.previous_version(versions.APIVersion(start)))
    with pytest.raises(errors.UnsupportedAttribute):
        rack.client(before).nodes.set_provision_state('rack-1', verb, **arguments)
    assert rack.sent == []
    rack.client(start).nodes.set_provision_state('rack-1', verb, **arguments)
    assert rack.sent == [(PATH, {'target': verb, **arguments})]


def test_unknown_verb_names_the_known_ones(rack: Rack) -> None:
    with pytest.raises(ValueError, match='rebuild'):
        rack.client().nodes.set_provision_state('rack-1', 'explode')


@pytest.mark.parametrize(('verb', 'arguments'), [('manage', {'configdrive': 'x'}), ('rescue', {})])
def test_what_a_verb_never_takes_or_lacks_is_refused(
    rack: Rack, verb: str, arguments: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        rack.client().nodes.set_provision_state('rack-1', verb, **arguments)
    assert rack.sent == []

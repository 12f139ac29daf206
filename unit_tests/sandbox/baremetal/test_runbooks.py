"""Owners and traits of runbooks."""

from __future__ import annotations

from unit_tests.sandbox.baremetal.operator import Operator

STEP = {'interface': 'bios', 'step': 'x', 'args': {}, 'order': 1}
RUNBOOK = {'name': 'CUSTOM_R', 'steps': [STEP]}


def test_owner_of_a_new_runbook_is_the_own_project(metal: Operator) -> None:
    assert metal.ask('POST', '/runbooks', {**RUNBOOK, 'owner': 'other'}).status == 400
    created = metal.ask('POST', '/runbooks', {**RUNBOOK, 'owner': metal.project})
    assert (created.status, created.body['owner']) == (201, metal.project)
    # The service lets one be given away later.
    patch = [{'op': 'replace', 'path': '/owner', 'value': 'other'}]
    assert metal.ask('PATCH', '/runbooks/CUSTOM_R', patch).body['owner'] == 'other'


def test_traits_are_no_change_of_a_runbook(metal: Operator) -> None:
    assert metal.ask('POST', '/runbooks', RUNBOOK).status == 201
    assert metal.ask('PUT', '/runbooks/CUSTOM_R/traits/CUSTOM_X').status == 204
    shown = metal.ask('GET', '/runbooks/CUSTOM_R').body
    assert (shown['traits'], shown['updated_at']) == (['CUSTOM_X'], None)

"""Words that refuse runbooks, by version and owner."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

STEP = {'interface': 'bios', 'step': 'x', 'args': {}, 'order': 1}
RUNBOOK = {'name': 'CUSTOM_R', 'steps': [STEP]}


@pytest.mark.parametrize(('version', 'status'), [('1.111', 400), ('1.112', 201)])
def test_description_of_a_runbook_is_unknown_below_its_version(
    metal: Operator, version: str, status: int
) -> None:
    body = {**RUNBOOK, 'description': 'x'}
    assert metal.ask('POST', '/runbooks', body, version).status == status


def test_owner_of_a_new_runbook_is_the_own_project(metal: Operator) -> None:
    refused = metal.ask('POST', '/runbooks', {**RUNBOOK, 'owner': 'other'})
    assert refused.status == 400
    assert words(refused).startswith('Cannot create a runbook as a project scoped admin with an')
    twice = {**RUNBOOK, 'steps': [STEP, STEP]}
    assert 'Duplicate steps' in words(metal.ask('POST', '/runbooks', twice))
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

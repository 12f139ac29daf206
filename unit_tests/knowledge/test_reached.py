"""The table of what commands reach says what the source does."""

from __future__ import annotations

import pytest

from novaclient_mv.knowledge import reached_operations
from novaclient_mv.services import COMPUTE, SERVICES, Service
from unit_tests.knowledge import reached


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_table_is_what_the_source_reaches(service: Service) -> None:
    recorded = reached.file_of(service).read_text(encoding='utf-8').splitlines()
    # Branches that were merged may have lines in another order.
    assert sorted(recorded) == sorted(reached.lines(service)), 'Run: python -m unit_tests.record'


def test_table_tells_work_from_lookups() -> None:
    uses = reached_operations.uses_of(COMPUTE)
    assert uses['server-stop']['GET /servers/{id}'].is_lookup
    assert not uses['server-stop']['POST /servers/{id}/action os-stop'].is_lookup
    assert not uses['server-tag-list']['GET /servers/{server_id}/tags'].is_lookup
    assert uses['server-tag-list']['GET /servers'].is_lookup
    assert not uses['hypervisor-servers']['GET /os-hypervisors'].is_lookup

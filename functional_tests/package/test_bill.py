"""The bill of materials that is built beside the wheel."""

from __future__ import annotations

import json
import pathlib

import pytest

NEEDED = (
    'PyYAML', 'jmespath', 'keystoneauth1', 'oslo.utils', 'prettytable', 'stevedore',
    'jsonschema', 'waitress', 'orjson', 'oslo.policy',
)  # fmt: skip


@pytest.fixture
def bill(wheel: pathlib.Path) -> str:
    """The text of the bill of materials."""
    return (wheel.parent / 'nova-mv.cdx.json').read_text(encoding='utf-8')


def test_bill_is_one_of_cyclonedx(bill: str) -> None:
    schema = pytest.importorskip('cyclonedx.schema')
    validation = pytest.importorskip('cyclonedx.validation.json')
    validator = validation.JsonStrictValidator(schema.SchemaVersion.V1_6)
    assert validator.validate_str(bill) is None


def test_bill_names_what_an_installation_brings_with_versions_and_licences(bill: str) -> None:
    components = {each['name']: each for each in json.loads(bill)['components']}
    assert set(NEEDED) <= set(components)
    assert components['nova-mv']['licenses'][0]['license']['id'] == 'Apache-2.0'
    assert [name for name, each in components.items() if not each.get('version')] == []
    assert [name for name, each in components.items() if not each.get('licenses')] == []
    assert 'file:' not in bill

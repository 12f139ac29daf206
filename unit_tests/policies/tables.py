"""Makes the package's tables of policies of recorded facts: ``python -m unit_tests.record``."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from functional_tests.contract import facts as recorded
from novaclient_mv.policies import facts
from unit_tests.policies import asked_of_ironic

SOURCES = {'compute': 'nova', 'baremetal': 'ironic', 'placement': 'placement'}


def table(service: str, folder: pathlib.Path) -> str:
    """The table of a service, with a line for each rule and operation, so that changes merge."""
    source = json.loads((folder / f'{SOURCES[service]}.json').read_text(encoding='utf-8'))
    releases = [
        [
            row['release'],
            row['number'] or '',
            bool(row['enforce_scope']),
            bool(row['enforce_new_defaults']),
            row['package'].split()[-1],
        ]
        for row in source['releases']
    ]
    parts = {
        'releases': _list(releases),
        'rules': _mapping({name: _changes(rows) for name, rows in source['rules'].items()}),
        'asked': '{}',
    }
    if service == 'compute':
        asked = json.loads((folder / 'operation_rules.json').read_text(encoding='utf-8'))
        filters = json.loads((folder / 'server_filters.json').read_text(encoding='utf-8'))
        parts['asked'] = _mapping({name: [_asked(row) for row in asked[name]] for name in asked})
        parts['filters'] = _mapping(filters['open_from'])
    if service == 'baremetal':
        parts['asked'] = _mapping(asked_of_ironic.rows())
    return '{' + ',\n'.join(f'"{name}": {text}' for name, text in parts.items()) + '}\n'


def _changes(ranges: list[list[Any]]) -> list[list[Any]]:
    """Ranges of a rule, each with what differs from the one before; ``null`` is what is gone."""
    changes = []
    before: dict[str, Any] = {}
    for first, last, after in ranges:
        gone = dict.fromkeys(key for key in before if key not in after)
        new = {key: value for key, value in after.items() if before.get(key) != value}
        changes.append([first, last, {**new, **gone}])
        before = after
    return changes


def _asked(row: dict[str, str]) -> list[str]:
    effect = row.get('effect', 'hidden fields' if row['when'] == 'hidden fields' else 'refused')
    return [row['rule'], row['when'], effect]


def _text(value: Any) -> str:
    return json.dumps(value, separators=(',', ':'))


def _list(rows: list[Any]) -> str:
    return '[\n' + ',\n'.join(map(_text, rows)) + '\n]'


def _mapping(rows: dict[str, Any]) -> str:
    return '{\n' + ',\n'.join(f'{_text(name)}: {_text(row)}' for name, row in rows.items()) + '\n}'


def record() -> None:
    """Write the tables of all services, where the recorded facts are."""
    folder = recorded.folder()
    if folder is None:
        return
    for service in SOURCES:
        text = table(service, folder / 'policies')
        facts.FOLDER.mkdir(exist_ok=True)
        (facts.FOLDER / f'{service}.json').write_text(text, encoding='utf-8')

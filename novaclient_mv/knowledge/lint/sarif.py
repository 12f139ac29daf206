"""Findings as SARIF 2.1.0, which code scanners exchange."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from typing import Any
from urllib import parse

from novaclient_mv.knowledge.lint import findings
from novaclient_mv.knowledge.lint.findings import Finding

SCHEMA = (
    'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
)

_RULES = {
    f'{kind}-{code}': f'The {subject} {verb} the API version that counts.'
    for kind, subject in (
        *(('option', 'option'), ('value', 'value of an option'), ('command', 'command')),
    )
    for code, verb in (('too-new', 'comes after'), ('removed', 'ended before'))
} | {
    findings.UNKNOWN_COMMAND: 'No API version has the command.',
    findings.UNKNOWN_OPTION: 'No API version has the option.',
    findings.CONFLICT: 'No API version takes the command line.',
    findings.PIN_OUTSIDE: 'The target does not offer the API version that is named.',
    findings.FILTER_IGNORED: 'The API version leaves a filter to administrators.',
    findings.NOT_JUDGED: 'What a call or a file needs is not known.',
    findings.PIN_NEEDED: 'The call works only where an API version is named.',
}

_PROPERTIES = ('command', 'needs', 'offered', 'service', 'cloud', 'region')


def document(
    rows: Iterable[Finding],
    ignored: Iterable[Finding],
    failures: Mapping[str, Exception],
    version: str,
) -> dict[str, Any]:
    """The log of a run; ignored findings are suppressed in the source."""
    driver = {
        'name': 'nova-mv',
        'version': version,
        'semanticVersion': version,
        'rules': [
            {'id': code, 'shortDescription': {'text': text}} for code, text in _RULES.items()
        ],
    }
    results = [_result(row) for row in rows]
    results += [{**_result(row), 'suppressions': [{'kind': 'inSource'}]} for row in ignored]
    notices = [
        {'level': 'error', 'message': {'text': f'{name}: {error}'}}
        for name, error in failures.items()
    ]
    run = {
        'tool': {'driver': driver},
        'columnKind': 'unicodeCodePoints',
        'invocations': [
            {'executionSuccessful': not notices, 'toolExecutionNotifications': notices}
        ],
        'results': results,
    }
    return {'$schema': SCHEMA, 'version': '2.1.0', 'runs': [run]}


def _result(row: Finding) -> dict[str, Any]:
    region = {'startLine': row.line, 'startColumn': row.column}
    place = {'artifactLocation': {'uri': _uri(row.file)}, 'region': region}
    return {
        'ruleId': row.code,
        'ruleIndex': list(_RULES).index(row.code),
        'level': row.severity,
        'message': {'text': row.before + row.message},
        'locations': [{'physicalLocation': place}],
        'properties': {
            name: value for name, value in row.as_mapping().items() if name in _PROPERTIES
        },
    }


def _uri(path: str) -> str:
    """A path as a URI, which is relative where the path is."""
    quoted = parse.quote(posixpath.normpath(path), errors='surrogateescape')
    return f'file://{quoted}' if quoted.startswith('/') else quoted

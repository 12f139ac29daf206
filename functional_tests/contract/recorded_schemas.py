"""Says what the recorded schemas of the API find wrong with a request."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

from functional_tests.contract import facts, traced_cloud
from novaclient_mv import api_versions
from novaclient_mv.sandbox.http import formats

WITHOUT_HEADER = ('2.0', '2.1')
"""The versions that a request without a header is in: at /v2, and at /v2.1."""


def problems(request: traced_cloud.Asked) -> Iterator[str]:
    """Yield the errors of a request to the Compute API at its version."""
    operation = operation_of(request)
    if operation is None:
        yield f'{request}: the API has no such operation'
        return
    sent = request.versions[1]
    for version in (sent,) if sent else WITHOUT_HEADER:
        for problem in _at(request, operation, version):
            yield f'{request}, {operation["id"]} at {version}: {problem}'


def operation_of(request: traced_cloud.Asked) -> Mapping[str, Any] | None:
    """The operation of the API that a request is."""
    action = ''
    if request.path.endswith('/action') and isinstance(request.body, dict):
        action = next((key for key in request.body if key in _actions()), '')
    for pattern, operation in _operations(request.method, action):
        if pattern.fullmatch(request.path):
            return operation
    return None


@functools.cache
def _actions() -> set[str]:
    return {each['action'] for each in facts.operations().values() if each['action']}


@functools.cache
def _operations(method: str, action: str) -> list[tuple[re.Pattern[str], Mapping[str, Any]]]:
    """Patterns of paths with their operations: a literal path goes before one with an id in it."""
    operations = [
        each
        for each in facts.operations().values()
        if each['method'] == method
        and each['path'] != '/{anything}'  # whatever is not an operation: 300, with the versions
        and (each['action'] or '') == action
    ]
    operations.sort(key=lambda each: str(each['path']).count('{'))
    return [(re.compile(_pattern(each['path'])), each) for each in operations]


def _pattern(path: str) -> str:
    return re.sub(r'\\\{[^}]*\\\}', '[^/]+', re.escape(path))


def _at(request: traced_cloud.Asked, operation: Mapping[str, Any], version: str) -> Iterator[str]:
    served = api_versions.VersionRange(operation['min_version'], operation['max_version'])
    if api_versions.APIVersion(version) not in served and version != '2.0':
        yield f'it exists from {served.start} to {served.end}'
        return
    names = facts.versioned(operation['id'], 'request_body', version)
    if names is not None:
        yield from _errors(names, request.body)
    names = facts.versioned(operation['id'], 'query', version)
    if names is not None:
        yield from _errors(names, _query(request))
    elif request.query and operation['query'] and version != '2.0':
        yield 'it takes no query'


def _query(request: traced_cloud.Asked) -> dict[str, list[str]]:
    """A query as the schemas see it: names to the texts that were given."""
    found: dict[str, list[str]] = {}
    for name, value in request.query:
        found.setdefault(name, []).append(value)
    return found


def _errors(name: str, value: Any) -> Iterator[str]:
    for error in validator(name).iter_errors(value):
        yield f'{name}: {error.json_path}: {error.message[:200]}'


@functools.cache
def validator(name: str) -> Any:
    """Return the validator of a recorded schema."""
    checker = jsonschema.FormatChecker(formats=())
    for each in formats.TESTS:
        checker.checks(each)(functools.partial(formats.matches, each))
    # No request has this format; an answer has a network or the word None.
    checker.checks('cidr')(lambda value: '/' in str(value))
    return _validator_class()(facts.schemas()[name], format_checker=checker)


@functools.cache
def _validator_class() -> Any:
    base = jsonschema.Draft202012Validator
    bounds = {name: _bound(base.VALIDATORS[name]) for name in ('minimum', 'maximum')}
    extend: Any = jsonschema.validators.extend
    return extend(base, bounds)


def _bound(original: Any) -> Any:
    """Return a bound for numbers that also holds for digits in a text."""

    def check(validator: Any, bound: Any, value: Any, schema: Any) -> Iterator[Any]:
        if isinstance(value, str) and re.fullmatch(r'-?\d+', value, re.ASCII):
            value = int(value)
        yield from original(validator, bound, value, schema) or ()

    return check

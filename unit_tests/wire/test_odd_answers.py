"""Tests with answers that hold anything: none ends a command in a traceback, or hangs it."""

from __future__ import annotations

import json
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import Answer, ScriptedCloud, fault

FORMATS = ('table', 'json', 'yaml', 'csv', 'value', 'ndjson')
DEEP = (b'[' * 100_000 + b']' * 100_000, b'{"a":' * 100_000 + b'1' + b'}' * 100_000)
HALF = '\ud800x'

_LEAVES = (
    strategies.none()
    | strategies.booleans()
    | strategies.integers()
    | strategies.floats(allow_nan=False, allow_infinity=False)
    | strategies.text(strategies.characters(), max_size=5)
    | strategies.just('http://[::1')
)
ANYTHING = strategies.recursive(
    _LEAVES,
    lambda inner: (
        strategies.lists(inner, max_size=2)
        | strategies.dictionaries(
            strategies.sampled_from(['id', 'name', 'links', 'rel', 'href', 'addr']), inner
        )
    ),
    max_leaves=5,
)
QUIET = hypothesis.settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)


def is_clear(result: Result) -> None:
    """The command ended well, or in one line that a reader understands."""
    assert 'Traceback' not in result.err
    assert 'unexpected' not in result.err
    assert result.status in (0, 2, 3, 4, 5, 6, 7), result
    assert len(result.err.splitlines()) == (0 if result.status == 0 else 1)
    (result.out + result.err).encode()


def run(script: Callable[[ScriptedCloud], None], *words: str) -> Result:
    """Return the result of a command on a cloud of the newest version, with a home of its own."""
    with ScriptedCloud(maximum=NEWEST) as cloud, tempfile.TemporaryDirectory() as home:
        cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
        records.add_server(cloud, records.server(1, image=''))
        script(cloud)
        return Nova(pathlib.Path(home))(*words, cloud=cloud)


def raw(value: Any) -> bytes:
    """JSON in ASCII, halves of characters spelt out."""
    return json.dumps(value).encode()


# -- any values --------------------------------------------------------------


@QUIET
@hypothesis.given(
    key=strategies.sampled_from(sorted(records.server())),
    value=ANYTHING,
    form=strategies.sampled_from(FORMATS),
)
def test_server_with_any_value(key: str, value: Any, form: str) -> None:
    server = {**records.server(1), key: value}

    def script(cloud: ScriptedCloud) -> None:
        cloud.on('GET', '/servers/detail', raw({'servers': [server]}))
        cloud.on('GET', f'/servers/{records.server_id(1)}', raw({'server': server}))

    is_clear(run(script, 'server-list', '-f', form, '--error-format', 'text'))
    words = ('server-show', records.server_id(1), '-f', form, '--error-format', 'text')
    is_clear(run(script, *words))


@QUIET
@hypothesis.given(
    key=strategies.sampled_from(['servers', 'servers_links', 'next', 'links']), value=ANYTHING
)
def test_page_with_any_value(key: str, value: Any) -> None:
    body = {'servers': [records.server(1)], key: value}
    is_clear(run(lambda cloud: cloud.on('GET', '/servers/detail', raw(body)), 'server-list'))


@QUIET
@hypothesis.given(value=ANYTHING)
def test_version_document_with_any_value(value: Any) -> None:
    for body in (value, {'version': value}, {'version': {'id': 'v2.1', 'version': value}}):

        def script(cloud: ScriptedCloud, body: Any = body) -> None:
            cloud.on('GET', '/v2.1/', raw(body))
            cloud.on('GET', '/', raw(body))

        is_clear(run(script, 'server-list'))


# -- any depth ---------------------------------------------------------------


@pytest.mark.parametrize('body', DEEP)
def test_version_document_and_login_of_any_depth_are_clear_errors(body: bytes) -> None:
    def documents(cloud: ScriptedCloud) -> None:
        cloud.on('GET', '/v2.1/', body)
        cloud.on('GET', '/', body)

    def login(cloud: ScriptedCloud) -> None:
        headers = [('X-Subject-Token', 'token'), ('Content-Type', 'application/json')]
        cloud.keystone.answer = lambda request: Answer(  # type: ignore[method-assign]
            201, body, list(headers)
        )

    for script in (documents, login):
        result = run(script, 'server-list')
        is_clear(result)
        assert result.status == 7


@pytest.mark.parametrize('form', FORMATS)
@pytest.mark.parametrize('levels', [90, 110, 600, 950])
def test_value_of_many_levels_is_shown_or_refused(form: str, levels: int) -> None:
    body = raw({'servers': [records.server(1, metadata='HERE')]})
    deep = body.replace(b'"HERE"', b'[' * levels + b']' * levels)
    words = ('server-list', '-f', form, '--error-format', 'text')
    result = run(lambda cloud: cloud.on('GET', '/servers/detail', deep), *words)
    is_clear(result)
    assert (result.status == 0) == (levels == 90)


# -- halves of characters ----------------------------------------------------


def test_half_of_a_character_is_sent_back(nova: Nova, cloud: ScriptedCloud) -> None:
    server = {'id': HALF, 'name': 'web', 'links': []}
    cloud.on('GET', '/servers', raw({'servers': [server]}))
    cloud.on('DELETE', '/servers/*', None, 204)
    cloud.on('POST', '/servers/*', lambda request: fault(404, f'No {HALF}.'))
    assert nova('server-delete', 'web', cloud=cloud).status == 0
    assert cloud.requests[-1].method == 'DELETE'
    result = nova('server-meta', 'web', 'set', f'{HALF}={HALF}', cloud=cloud)
    is_clear(result)
    assert (result.status, 'is not text' in result.err) == (2, True)
    result = nova('server-show', HALF, cloud=cloud)
    is_clear(result)

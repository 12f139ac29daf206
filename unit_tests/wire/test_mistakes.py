"""Mistakes of this program are reported as such, and not as answers of the cloud."""

from __future__ import annotations

import importlib
import json
import types
from collections.abc import Callable

import pytest

from novaclient_mv import errors, resources
from novaclient_mv.cli.running import mappings
from novaclient_mv.resources import pages
from novaclient_mv.wire import mistakes
from novaclient_mv.wire.logins import catalog
from novaclient_mv.wire.request import Answer
from novaclient_mv.wire.transport import Headers
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.wire.line import URL, Line


def _of(work: Callable[[], object]) -> Exception:
    try:
        work()
    except Exception as error:
        return error
    raise AssertionError


@pytest.mark.parametrize(
    'work',
    [
        lambda: None.name,  # type: ignore[attr-defined]
        lambda: {}['id'],
        lambda: 'a' + 1,  # type: ignore[operator]
        lambda: int('a'),
        lambda: int([]),  # type: ignore[call-overload]
        lambda: [*5],  # type: ignore[misc]
    ],
)
def test_values_of_an_answer_may_lead_to_it(work: Callable[[], object]) -> None:
    assert mistakes.is_malformed(_of(work))


@pytest.mark.parametrize(
    'work',
    [
        lambda: json.name,  # type: ignore[attr-defined]
        lambda: _of(),  # type: ignore[call-arg]
        lambda: _of(lambda: None, words=1),  # type: ignore[call-arg]
        lambda: exec('{}["id"]', {'__name__': 'novaclient_mv.clouds.settings'}),
        lambda: importlib.import_module('unit_tests.nosuch'),
        lambda: undefined,  # type: ignore[name-defined]  # noqa: F821
        lambda: (_ for _ in ()).throw(errors.UnsupportedVersion('2')),
    ],
)
def test_no_answer_leads_to_it(work: Callable[[], object]) -> None:
    assert not mistakes.is_malformed(_of(work))


@pytest.mark.parametrize('clouds', ['one', 'one,two'])
@pytest.mark.parametrize('place', ['debugging.echoes', 'connection.bodies'])
def test_each_cloud_tells_a_mistake_as_one(
    clouds: str,
    place: str,
    nova: Nova,
    start_cloud: Callable[..., ScriptedCloud],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A module is there only in part, as one that another thread is loading."""
    entries = {}
    for name in ('one', 'two'):
        cloud = start_cloud(maximum=NEWEST)
        cloud.on('GET', '/servers/detail', {'servers': [records.server(1)]})
        entries[name] = json.loads(cloud.entry())
    nova.cloud_file(json.dumps({'clouds': entries}))
    words = ('--os-cloud', clouds, 'server-list')
    assert nova(*words).status == 0
    module, _, name = f'novaclient_mv.wire.{place}'.rpartition('.')
    monkeypatch.setattr(importlib.import_module(module), name, types.ModuleType(name))
    failed = nova(*words)
    lines = failed.err.splitlines()
    assert (failed.status, len(lines)) == (1, len(clouds.split(',')))
    assert all('unexpected AttributeError: ' in line for line in lines)


def test_mistake_in_a_write_says_that_it_may_have_been_carried_out() -> None:
    wrong = _of(lambda: json.name)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        Line(wrong).send()
    error = Line(wrong).failed('DELETE /things/{id}', '1')
    assert isinstance(error, errors.WriteUncertain)
    assert str(error).startswith(f'DELETE {URL}/things/1 failed on an unexpected AttributeError: ')


def test_mistake_in_what_reads_a_catalog_rows_or_values_is_none_of_the_cloud() -> None:
    wrong = _of(lambda: json.name)  # type: ignore[attr-defined]

    def fail(*details: object) -> bool:
        raise wrong

    answer = Answer(200, Headers([]), {}, None, URL)
    for work in (
        lambda: catalog.read(fail() for _ in range(1)),
        lambda: pages._passing([{}], fail, answer),
        lambda: mappings.malformed(resources.Resource(None, {}), wrong),
    ):
        assert _of(work) is wrong

"""The pages on releases match declarations, parsers and calendars."""

from __future__ import annotations

import functools
import importlib
import itertools
import json
import pathlib
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import docutils.core
import pytest
from docutils import nodes

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.knowledge import changelog, command_catalog
from novaclient_mv.policies import changes, facts
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, SERVICES, Service
from novaclient_mv.versions import APIVersion
from unit_tests.knowledge.random_lines import versions_of

ROOT = pathlib.Path(__file__).parents[1]

sys.path.append(str(ROOT / 'doc' / 'ext'))
matrix: Any = importlib.import_module('release_matrix')
release_changes: Any = importlib.import_module('release_changes')
role_matrix: Any = importlib.import_module('role_matrix')

EVERY = pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)


@functools.cache
def cells(service: Service) -> list[list[str]]:
    """The texts of the table, its head first."""
    rows = matrix.table(service).findall(nodes.row)
    return [[entry.astext() for entry in row.findall(nodes.entry)] for row in rows]


def marks(service: Service) -> dict[str, dict[str, str]]:
    """Feature to the newest version of each column to the mark that the table shows."""
    head, *rows = cells(service)
    newest = [title.rpartition('(')[2].rstrip(')') for title in head[2:]]
    return {row[0]: dict(zip(newest, row[2:], strict=True)) for row in rows}


@functools.cache
def sections(service: Service) -> Mapping[str, Mapping[str, str]]:
    """Release to version to the text of it, as a reader of the page sees it."""
    markup = '\n'.join(['Page', '====', '', *release_changes.lines(service)])
    settings = {'halt_level': 2, 'report_level': 2, 'doctitle_xform': False}
    document = docutils.core.publish_doctree(markup, settings_overrides=settings)
    (page,) = document.findall(lambda node: isinstance(node, nodes.section) and has_sections(node))
    releases = [node for node in page.children if isinstance(node, nodes.section)]
    return {release[0].astext(): dict(of_versions(release)) for release in releases}


def has_sections(node: nodes.section) -> bool:
    return any(isinstance(child, nodes.section) for child in node.children)


def of_versions(release: nodes.section) -> Iterator[tuple[str, str]]:
    version, texts = '', list[str]()
    for child in release.children[1:]:
        if isinstance(child, nodes.paragraph) and isinstance(child[0], nodes.strong):
            if version:
                yield version, '\n'.join(texts)
            version, texts = child[0].astext(), []
        texts.append(child.astext())
    if version:
        yield version, '\n'.join(texts)


@EVERY
def test_each_release_is_in_one_column(service: Service) -> None:
    releases = [release.name for column in matrix.columns(service) for release in column.releases]
    assert releases == service.releases.names()
    newest = [service.releases.newest_of(name) for name in releases]
    assert list(dict.fromkeys(newest)) == [str(column.newest) for column in matrix.columns(service)]
    assert cells(service)[0][2:] == [column.title for column in matrix.columns(service)]


def options(command: Command, version: APIVersion) -> set[str] | None:
    """Return the options of a command at a version; ``None`` where it does not exist."""
    arguments = tree.arguments_at(command, version)
    return None if arguments is None else {'', *(argument.name for argument in arguments)}


@EVERY
def test_marks_are_what_the_parsers_up_to_the_newest_version_of_a_release_say(
    service: Service,
) -> None:
    offered = [version for version in versions_of(service) if version in service.range]
    by_name = {command.name: command for command in commands.commands_of([service])}
    with_some = {feature.partition(' ')[0] for feature in marks(service)}
    parsers = {
        name: {version: options(by_name[name], version) or set() for version in offered}
        for name in with_some
    }
    newest_of_columns = [column.newest for column in matrix.columns(service)]
    wrong = []
    for feature, by_version in marks(service).items():
        name, _, option = feature.partition(' ')
        having = [version for version in offered if option in parsers[name][version]]
        for newest, mark in zip(newest_of_columns, by_version.values(), strict=True):
            expected = matrix.NOWHERE
            if any(version <= newest for version in having):
                expected = matrix.AT_NEWEST if newest in having else matrix.AT_OLDER
            if mark != expected:
                wrong.append((feature, newest, mark, expected))
    assert wrong == []


@EVERY
def test_rows_are_the_commands_and_options_that_do_not_exist_everywhere(service: Service) -> None:
    document = command_catalog.command_catalog([service])
    limited = set()
    for command in document['commands']:
        everywhere = [{**span} for span in command['ranges']]
        if (everywhere[0]['start'], everywhere[-1]['end']) != (str(service.first), None):
            limited.add(command['name'])
        by_name: dict[str, list[Any]] = {}
        for argument in command['arguments']:
            if 'flags' in argument:
                longest = next(flag for flag in argument['flags'] if flag.startswith('--'))
                by_name.setdefault(longest, []).append(argument['ranges'])
        limited |= {
            f'{command["name"]} {flag}'
            for flag, ranges in by_name.items()
            if len(ranges) == 1 and ranges[0] != everywhere
        }
    assert limited <= set(marks(service))
    assert len(marks(service)) == len(cells(service)) - 1


@EVERY
def test_each_version_stands_once_under_the_release_that_brought_it(service: Service) -> None:
    page = {
        version: release for release, versions in sections(service).items() for version in versions
    }
    table = {
        row['version']: row['introduced_in'] for row in service.releases.facts['microversions']
    }
    table.pop(str(service.first), None)
    assert {version: table[version].split()[-1] for version in page} == page
    assert set(page) == set(table)
    releases = [name for name in sections(service) if name in service.releases.names()]
    assert releases == service.releases.names()[::-1]


def test_version_whose_release_is_not_out_comes_first(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = COMPUTE.releases.facts
    out = facts['releases'][:-1]
    package = tmp_path / 'early_calendar'
    package.mkdir()
    (package / '__init__.py').touch()
    table = json.dumps({**facts, 'releases': out})
    (package / 'microversions.json').write_text(table, encoding='utf-8')
    monkeypatch.syspath_prepend(tmp_path)
    early = COMPUTE._replace(calendar='early_calendar:microversions.json')
    assert len(early.releases.names()) == len(COMPUTE.releases.names()) - 1
    release, versions = next(iter(release_changes.by_release(early).items()))
    assert release == COMPUTE.releases.introduced(COMPUTE.range.end)
    assert max(versions) == COMPUTE.range.end


@EVERY
def test_each_change_is_told_with_its_commands(service: Service) -> None:
    for change in changelog.changes(service, service.first):
        release = service.releases.introduced(change.version)
        text = sections(service)[release][str(change.version)]
        assert change.what in text, change
        lines = [line for line in text.splitlines() if line.startswith(f'{change.operation}: ')]
        assert change.operation is None or any(
            all(command in text for command in change.commands) for text in lines
        ), change


@pytest.mark.parametrize(
    ('page', 'directive'),
    [('matrix', 'release-matrix'), ('releases', 'release-changes'), ('roles', 'role-matrix')],
)
def test_pages_have_every_service(page: str, directive: str) -> None:
    text = (ROOT / 'doc' / 'source' / 'reference' / f'{page}.rst').read_text(encoding='utf-8')
    assert re.findall(rf'^\.\. {directive}:: (\S+)$', text, re.MULTILINE) == [
        service.name for service in SERVICES
    ]


def role_of(service: Service, command: str, release: str) -> str:
    """Return what the table of roles shows; every command stands in it once."""
    head, *rows = [
        [entry.astext() for entry in row.findall(nodes.entry)]
        for row in role_matrix.table(service).findall(nodes.row)
    ]
    releases = [{step.name for step in alike} for alike in role_matrix.columns(service)]
    place = next(place for place, names in enumerate(releases) if release in names)
    (cells,) = (cells for cells in rows if command in cells[0].split(', '))
    assert len(cells) == len(head) == len(releases) + 1
    return str(cells[place + 1])


@pytest.mark.parametrize(
    ('service', 'command', 'release', 'role'),
    [
        (COMPUTE, 'server-delete', 'Zed', 'owner'),
        (COMPUTE, 'server-delete', 'Antelope', 'member'),
        (COMPUTE, 'server-list', 'Hibiscus', 'reader'),
        (COMPUTE, 'server-live-migrate', 'Epoxy', 'admin'),
        (COMPUTE, 'server-live-migrate', 'Flamingo', 'manager'),
        (COMPUTE, 'agent-list', 'Wallaby', role_matrix.NOWHERE),
        (COMPUTE, 'keypair-list', 'Ocata', 'owner'),
        (BAREMETAL, 'baremetal-chassis-create', 'Caracal', 'nobody'),
        (PLACEMENT, 'placement-reshape', 'Dalmatian', 'service'),
    ],
)
def test_role_is_that_of_the_facts(service: Service, command: str, release: str, role: str) -> None:
    assert role_of(service, command, release) == role


@EVERY
def test_releases_without_a_step_share_a_column(service: Service) -> None:
    columns = role_matrix.columns(service)
    policies = facts.of(service.name)
    assert [release for alike in columns for release in alike] == list(policies.releases)
    roles = role_matrix.roles(service)
    commands_of_rows = [name for names, _ in role_matrix.rows(service) for name in names]
    assert len(commands_of_rows) == len({*commands_of_rows})
    assert {*roles} - {*commands_of_rows} == {
        name for name, cells in roles.items() if {*cells} == {role_matrix.NOWHERE}
    }
    for before, after in itertools.pairwise(columns):
        assert changes.between(before[-1], after[0], policies)

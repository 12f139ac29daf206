"""The pages of the reference have every command, with what its declarations tell."""

from __future__ import annotations

import importlib
import pathlib
import re
import subprocess
import sys
from typing import Any

import pytest
from docutils import nodes

from novaclient_mv.cli.reading import aliases, columns, commands, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import examples, topics

ROOT = pathlib.Path(__file__).parents[1]
FOLDER = ROOT / 'doc' / 'source' / 'reference' / 'commands'

sys.path.append(str(ROOT / 'doc' / 'ext'))
statuses: Any = importlib.import_module('command_statuses')
pages: Any = importlib.import_module('command_pages')
section: Any = importlib.import_module('command_section')
checked: Any = importlib.import_module('checked_pages')
block_lines: Any = importlib.import_module('block_lines')

EVERY = {command.name: command for command in commands.our_commands()}


def section_of(command: Command) -> nodes.section:
    found: nodes.section = section.section_of(command, {})
    return found


def terms(found: nodes.section) -> list[str]:
    return [term[0].astext() for term in found.findall(nodes.term)]


def facts_of(name: str) -> dict[str, str]:
    fields = section_of(EVERY[name]).findall(nodes.field)
    return {field[0].astext(): field[1].astext() for field in fields}


def test_each_command_stands_on_one_page_that_is_there() -> None:
    directives = {
        file.stem: re.findall(r'^\.\. commands:: (\S+)$', file.read_text(encoding='utf-8'), re.M)
        for file in FOLDER.glob('*.rst')
        if file.stem != 'index'
    }
    assert all(names == [page] for page, names in directives.items())
    found = [command.name for page in directives for command in pages.commands_of(page)]
    assert sorted(found) == sorted(EVERY)


def test_each_page_stands_on_the_index_and_each_topic_has_one() -> None:
    listed = re.findall(r'^   ([a-z-]+)$', (FOLDER / 'index.rst').read_text(encoding='utf-8'), re.M)
    assert sorted(listed) == sorted({pages.page_of(command) for command in EVERY.values()})
    assert {topic.words[0] for topic in topics.TOPICS} <= set(listed)


def test_section_has_every_argument_that_help_shows() -> None:
    for command in EVERY.values():
        shown = ' '.join(terms(section_of(command)))
        missing = [
            argument.name
            for argument, _ in tree.every_argument(command)
            if not argument.is_hidden and argument.name not in shown
        ]
        assert missing == [], command.name


def test_section_has_examples_other_names_and_columns() -> None:
    for command in EVERY.values():
        found = section_of(command)
        text = found.astext()
        lines = [
            ' '.join(block.astext().replace('\\\n', '').split())
            for block in found.findall(nodes.literal_block)
        ]
        assert lines == [f'$ {each.line}' for each in examples.of_command(command.name)]
        assert all(name in text for name in aliases.aliases_of(command.name))
        keys = [field.key for field in columns.fields_of(command.function) or ()]
        assert [row[0].astext() for row in found.findall(nodes.row)][1:] == keys, command.name


def test_addresses_of_a_page_are_its_own() -> None:
    for page in {pages.page_of(command) for command in EVERY.values()}:
        ids = [
            address
            for command in pages.commands_of(page)
            for node in section_of(command).findall(nodes.Element)
            for address in node['ids']
        ]
        assert len(ids) == len(set(ids)), page


@pytest.mark.parametrize(
    ('name', 'role'),
    [
        ('server-create', 'owner (Ocata to Zed), member (from Antelope)'),
        ('hypervisor-list', 'admin'),
    ],
)
def test_role_is_that_of_the_defaults_of_each_release(name: str, role: str) -> None:
    assert facts_of(name)['Role'] == role


@pytest.mark.parametrize(
    ('name', 'statuses'),
    [
        ('help', '0, 2'),
        ('server-list', '0, 1, 2, 3, 4, 5, 6, 7, 8'),
        ('server-show', '0, 1, 2, 3, 4, 5, 6, 7, 8'),
        ('server-diagnostics', '0, 1, 2, 3, 4, 5, 6, 7, 8'),
        (
            'server-create',
            '0, 1, 2, 3, 4, 5, 6, 7, 8 (of several servers that were waited for), 9',
        ),
        ('host-evacuate', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9'),
        ('aggregate-set-metadata', '0, 1, 2, 3, 4, 5, 6, 7'),
        ('server-start', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9'),
        ('version-list', '0, 2, 4, 7, 8'),
    ],
)
def test_statuses_are_those_that_the_command_may_end_with(name: str, statuses: str) -> None:
    assert facts_of(name)['Statuses'] == statuses


def test_statuses_that_are_answers_belong_to_commands() -> None:
    assert set(statuses.OWN_STATUSES) <= set(EVERY)


def test_link_that_leads_nowhere_and_what_comes_from_elsewhere_are_found(
    tmp_path: pathlib.Path,
) -> None:
    (tmp_path / 'other.html').write_text('<p id="here">', encoding='utf-8')
    page = tmp_path / 'page.html'
    page.write_text(
        '<link rel="stylesheet" href="https://fonts.example/a.css"><script src="//b.example/b.js">'
        '</script><a href="https://docs.example/">x</a><a href="other.html#here">x</a>'
        '<a href="other.html#there">x</a><a href="none.html">x</a><a href="#top">x</a>'
        '<a href="mailto:me@example.org">x</a><img src="none.png"><i id="top">',
        encoding='utf-8',
    )
    assert list(checked.faults(tmp_path, [page])) == [
        'page.html loads //b.example/b.js, which is not of this site',
        'page.html loads https://fonts.example/a.css, which is not of this site',
        'page.html has a link to none.html, which leads nowhere',
        'page.html has a link to none.png, which leads nowhere',
        'page.html has a link to other.html#there, which leads nowhere',
    ]


def test_what_styles_and_pictures_load_from_elsewhere_is_found(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'here.png').touch()
    page = tmp_path / 'page.html'
    page.write_text(
        '<style>p { src: url("https://a.example/f.woff2") }</style>'
        '<p style="background: url(//b.example/b.png)">url(https://text.example/)</p>'
        '<img src="here.png" srcset="here.png 1x, https://c.example/c.png 2x">'
        '<svg><image href="https://d.example/d.svg"/></svg>',
        encoding='utf-8',
    )
    styles = tmp_path / 'site.css'
    styles.write_text(
        '@import "https://e.example/e.css"; a { background: url(data:image/png;base64,x) } '
        'b { background: url(here.png) } i { background: url(none.png) }',
        encoding='utf-8',
    )
    found = list(checked.faults(tmp_path, [page, styles]))
    assert found.pop() == 'site.css has a link to none.png, which leads nowhere'
    addresses = ('//b.example/b.png', 'https://a.example/f.woff2', 'https://c.example/c.png')
    assert found == [
        *(
            f'page.html loads {address}, which is not of this site'
            for address in (*addresses, 'https://d.example/d.svg')
        ),
        'site.css loads https://e.example/e.css, which is not of this site',
    ]


def test_site_is_built_without_libraries_of_tests() -> None:
    ours = re.findall(
        r'^from (unit_tests[\w.]*) import (.+)$',
        '\n'.join(file.read_text('utf-8') for file in (ROOT / 'doc' / 'ext').glob('*.py')),
        re.MULTILINE,
    )
    lines = [f'from {module} import {names}' for module, names in ours]
    code = '\n'.join(["import sys; sys.modules['pytest'] = None", *lines])
    done = subprocess.run([sys.executable, '-c', code], cwd=ROOT, check=False)
    assert (bool(lines), done.returncode) == (True, 0)

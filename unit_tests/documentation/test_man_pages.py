"""Pages of ``man``, one for the program and one for each command."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import novaclient_mv
from novaclient_mv.cli.reading import commands
from novaclient_mv.clouds import options
from novaclient_mv.errors.status import ExitStatus
from unit_tests.source import ROOT

sys.path.append(str(ROOT / 'doc' / 'man'))

import program_page
import roff
import write


@pytest.fixture(scope='module')
def pages() -> dict[str, str]:
    """The pages, by the names of their files."""
    return write.pages()


def shown(markup: str, *more: str) -> str:
    """A page as a terminal of 80 columns shows it, without bold letters."""
    groff = shutil.which('groff')
    if groff is None:
        pytest.skip('groff is not installed')
    # As Debian has it: groff 1.24 insets text less (BP), and aligns it at both edges (AD).
    words = [
        groff,
        '-man',
        '-Tutf8',
        '-k',
        '-ww',
        '-rLL=78n',
        '-rBP=7n',
        '-dAD=l',
        '-P-cbou',
        *more,
    ]
    done = subprocess.run(words, input=markup, capture_output=True, text=True, check=False)
    assert done.stderr == ''
    return done.stdout


def test_each_command_has_a_page(pages: dict[str, str]) -> None:
    names = {f'nova-mv-{command.name}.1' for command in commands.our_commands()}
    assert set(pages) == names | {'nova-mv.1'}


def test_pages_name_themselves_where_apropos_looks(pages: dict[str, str]) -> None:
    for file, page in pages.items():
        name = re.escape(roff.plain(file.removesuffix('.1')))
        assert re.search(rf'^\.SH "NAME"\n{name} \\- \S.*[^.]$', page, re.MULTILINE), file
        assert f'nova\\-mv {novaclient_mv.__version__}' in page.partition('\n')[0]


def test_no_page_has_markup_that_groff_warns_of(pages: dict[str, str]) -> None:
    assert shown(''.join(pages.values()), '-z') == ''
    with pytest.raises(AssertionError):
        shown('.TH A 1\n.SH B\n.NOSUCHMACRO\n', '-z')


def test_page_of_a_command_groups_its_arguments_by_version(pages: dict[str, str]) -> None:
    page = shown(pages['nova-mv-server-lock.1'])
    _, arguments = page.split('ARGUMENTS AND OPTIONS\n')
    assert (
        arguments.partition('SEE ALSO')[0]
        == """\
   What
       <server>
              Name or id.

       --all-tenants
              Find servers of all projects (administrators).

   What: from 2.73 (Train)
       --reason <reason>
              Reason for the lock.

   Run
       --dry-run[=curl]
              Show the write requests, as text or as curl commands, without
              sending them; with =offline, without any request.

EXAMPLES
       A server against mistakes:
           nova-mv server-lock db-1

       With the reason for others:
           nova-mv server-lock --reason 'Backup runs' web-1

"""
    )


def test_page_of_a_command_tells_the_versions_of_its_columns(pages: dict[str, str]) -> None:
    page = shown(pages['nova-mv-flavor-list.1'])
    columns = page.partition('\nCOLUMNS\n')[2].partition('\nEXAMPLES')[0]
    assert 'From 2.55 (Queens):\n\n       description\n' in columns


def test_page_of_the_program_tells_all_commands_options_variables_and_statuses(
    pages: dict[str, str],
) -> None:
    text = ' '.join(shown(pages['nova-mv.1']).split())
    for command in commands.our_commands():
        assert f'nova-mv-{command.name}(1) ' in text
    for option in options.OPTIONS:
        words = (*option.flags, *option.variables)
        assert option.is_hidden or [word for word in words if word not in text] == []
    assert [*program_page.EXIT_STATUSES] == [*ExitStatus]
    statuses = text.partition(' EXIT STATUS ')[2]
    assert re.findall(r' (\d+) [A-Z]', f' {statuses}') == [str(int(each)) for each in ExitStatus]


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60))
def test_nothing_of_a_text_is_markup(text: str) -> None:
    expected = ' '.join(text.split())
    markup = roff.plain(text)
    assert not markup.startswith(('.', "'"))
    for code, sign in {
        r'\(rs': '\\',
        r'\(aq': "'",
        r'\(ga': '`',
        r'\(ha': '^',
        r'\(ti': '~',
        r'\(dq': '"',
        r'\-': '-',
        r'\&': '',
    }.items():
        markup = markup.replace(code, sign if sign != '\\' else '\0')
    assert markup.replace('\0', '\\') == expected

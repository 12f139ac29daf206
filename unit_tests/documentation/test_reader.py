"""The reader of pages sees what differs: a page that shows something else fails."""

from __future__ import annotations

import pathlib
import textwrap
from collections.abc import Callable, Iterator

import docutils.utils
import pytest

from unit_tests.documentation import console, pages
from unit_tests.documentation.reader import Reader

Follow = Callable[[str], Reader]


@pytest.fixture
def follow(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Follow]:
    """Follows a page of which the text is given."""
    monkeypatch.chdir(tmp_path)
    reader = Reader(tmp_path)

    def follow(text: str) -> Reader:
        for block in pages.blocks_of(textwrap.dedent(text), pages.ROOT / 'page.rst'):
            reader.follow(block)
        return reader

    yield follow
    reader.close()


LIST = """
.. code-block:: console

   $ nova-mv --os-cloud sandbox server-list -f value -c name --limit 1
"""


def test_output_is_compared_to_the_letter(follow: Follow) -> None:
    follow(f'{LIST}   db-1\n')
    with pytest.raises(AssertionError, match='db-2'):
        follow(f'{LIST}   db-2\n')


@pytest.mark.parametrize('columns', ['', '.. columns: 80\n\n'])
def test_messages_stand_where_a_terminal_shows_them(follow: Follow, columns: str) -> None:
    line = '$ nova-mv --os-cloud sandbox network-list --query "[0].label" -f json'
    message = 'nova-mv: using API version 2.35...'
    page = f'{columns}.. code-block:: console\n\n   {line}\n'
    follow(f'{page}   {message}\n   "private"\n')
    with pytest.raises(AssertionError, match='but this is printed'):
        follow(f'{page}   "private"\n   {message}\n')


def test_block_without_prompt_is_the_output_of_the_one_before(follow: Follow) -> None:
    follow(f'{LIST}\nprints\n\n::\n\n   db-1\n')
    with pytest.raises(AssertionError, match='db-2'):
        follow(f'{LIST}\nprints\n\n::\n\n   db-2\n')


def test_command_without_output_has_to_succeed(follow: Follow) -> None:
    with pytest.raises(AssertionError, match='There is no server'):
        follow('::\n\n   $ nova-mv --os-cloud sandbox server-show nope\n')


def test_command_meets_no_cloud_unless_the_page_says_which(follow: Follow) -> None:
    with pytest.raises(AssertionError, match='No URL of the identity service given'):
        follow('::\n\n   $ nova-mv server-list\n')
    text = (
        '.. cloud: sandbox\n\n.. code-block:: console\n\n   $ nova-mv server-list -f value -c name'
    )
    assert follow(text).output == 'db-1\nweb-2\nweb-1\n'


@pytest.mark.parametrize(
    ('cloud', 'words'),
    [
        ('pike', 'offers 2.1 to 2.53 (Pike)'),
        ('2.1 to 2.60', 'offers 2.1 to 2.60 (Queens)'),
        ('without microversions', 'has no microversions'),
    ],
)
def test_cloud_is_of_the_age_that_the_page_says(follow: Follow, cloud: str, words: str) -> None:
    line = '$ nova-mv --os-compute-api-version 2.90 server-list'
    reader = follow(f'.. cloud: {cloud}\n\n.. code-block:: console\n\n   {line}\n   nova-mv: ...\n')
    assert words in reader.output


def test_lines_with_shell_syntax_share_variables(follow: Follow) -> None:
    follow(
        """
        .. code-block:: console

           $ NAME=web
           $ echo $NAME | tr a-z A-Z
           WEB
        """
    )


def test_python_is_run_on_the_sandbox(follow: Follow) -> None:
    text = """
        .. code-block:: python

           from novaclient_mv import client

           nova = client.Client('2.90', session=session)

        .. code-block:: python

           print(len(nova.servers.list()))

        ::

           {}
        """
    follow(text.format(3))
    with pytest.raises(AssertionError):
        follow(text.format(4))


def test_tests_of_a_page_are_run(follow: Follow) -> None:
    with pytest.raises(AssertionError, match='1 failed'):
        follow('.. code-block:: python\n\n   def test_it(sandbox_cloud):\n       assert False\n')


def test_script_that_is_a_file_is_run_by_the_block_that_calls_it(follow: Follow) -> None:
    script = """
        .. code-block:: sh
           :caption: hello.sh

           echo hello >> greetings

        .. code-block:: console

           $ sh hello.sh
           $ cat greetings
           hello
        """
    follow(script)
    with pytest.raises(AssertionError, match='syntax error'):
        follow(script.replace('echo hello', 'if hello'))


def test_columns_of_a_block_are_those_of_a_terminal(follow: Follow) -> None:
    line = '$ nova-mv --os-cloud sandbox flavor-list -c id,name --limit 1'
    text = f'.. columns: 80\n\n.. code-block:: console\n\n   {line}\n'
    assert follow(text).output.splitlines()[1] == '──  ───────'


def test_python_finds_the_files_of_the_page(follow: Follow) -> None:
    follow(
        """
        .. code-block:: python
           :caption: greeting.py

           WORD = 'hello'

        .. code-block:: python

           import greeting

           print(greeting.WORD)

        ::

           hello
        """
    )


def test_python_of_a_file_has_to_be_imported(follow: Follow) -> None:
    file = """
    .. code-block:: python
       :caption: answers.py

       import math

       ANSWER = 42

    .. code-block:: python

       {}
    """
    for name in ('ANSWER', 'math'):
        with pytest.raises(NameError, match=name):
            follow(file.format(f'print({name})'))
    follow(file.format('from answers import ANSWER'))


def test_cloud_file_is_read_as_the_program_does(follow: Follow) -> None:
    with pytest.raises(Exception, match='auth'):
        follow(
            '.. code-block:: yaml\n   :caption: clouds.yaml\n\n   clouds: {mine: {auth: [1, 2]}}\n'
        )


def test_excerpt_has_to_stand_in_its_source(follow: Follow) -> None:
    text = (
        '.. excerpt-of: novaclient_mv/versions/value.py\n\n'
        '.. code-block:: python\n\n   """{}"""\n   ...\n   from __future__ import annotations\n'
    )
    first = (pages.ROOT / 'novaclient_mv' / 'versions' / 'value.py').read_text().splitlines()[0]
    follow(text.format(first.strip('"')))
    with pytest.raises(AssertionError, match='no such lines'):
        follow(text.format('Another line.'))


def test_block_that_nothing_runs_needs_a_reason(follow: Follow) -> None:
    with pytest.raises(AssertionError, match='not-run: REASON'):
        follow('.. code-block:: go\n\n   package main\n')


def test_misspelt_mark_is_an_error(follow: Follow) -> None:
    with pytest.raises(pages.MarkError, match='notrun'):
        follow(f'.. notrun: It is slow.\n{LIST}')


def test_unknown_directive_is_an_error(follow: Follow) -> None:
    with pytest.raises(docutils.utils.SystemMessage, match='hidden'):
        follow('.. hidden::\n\n   text\n')


def test_mark_is_for_the_next_block_only() -> None:
    text = f'.. not-run: It is slow.\n{LIST}{LIST}'
    one, two = pages.blocks_of(f'Title\n=====\n\n{text}', pages.ROOT / 'page.rst')
    assert (one.mark('not-run'), two.mark('not-run')) == ('It is slow.', None)


def test_mark_before_the_title_is_for_the_page() -> None:
    text = f'.. not-run: It is slow.\n\nTitle\n=====\n{LIST}{LIST}'
    one, two = pages.blocks_of(text, pages.ROOT / 'page.rst')
    assert one.mark('not-run') == two.mark('not-run') == 'It is slow.'


@pytest.mark.parametrize(
    ('shown', 'text', 'is_match'),
    [
        ('a\n', 'a\n', True),
        ('a\n', 'a\nb\n', False),
        ('a ... c\n', 'a b c\n', True),
        ('a ... c\n', 'a b\nc\n', False),
        ('a\n...\nd\n', 'a\nb\nc\nd\n', True),
        ('a\n...\nd\n', 'a\nd\n', True),
        ('a\n...\n', 'b\n', False),
        ('a.c\n', 'abc\n', False),
        ('a\n', 'a  \n', True),
    ],
)
def test_dots_stand_for_anything(shown: str, text: str, is_match: bool) -> None:
    assert console.matches(shown, text) is is_match


def test_backslash_continues_a_command() -> None:
    (command,) = console.commands('$ one \\\n    two\nout\n')
    assert command == console.Command('one two', 'out\n')

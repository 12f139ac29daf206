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


def test_command_without_output_has_to_succeed(follow: Follow) -> None:
    with pytest.raises(AssertionError, match='There is no server'):
        follow('::\n\n   $ nova-mv --os-cloud sandbox server-show nope\n')


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

"""The README is short, and its picture is what the program draws."""

from __future__ import annotations

import re

from unit_tests import readme_picture
from unit_tests.readme_picture import FILE, ROOT

README = ROOT / 'README.rst'


def test_picture_is_of_the_program_as_it_is() -> None:
    assert FILE.read_text(encoding='utf-8') == readme_picture.drawn(), (
        'Write it again: python -m unit_tests.record readme'
    )


def test_picture_stands_at_the_top_and_loads_nothing() -> None:
    text = README.read_text(encoding='utf-8')
    assert text.index(f'.. image:: {FILE.relative_to(ROOT)}') < text.index('.. run-begin')
    picture = FILE.read_text(encoding='utf-8').replace('http://www.w3.org/2000/svg', '')
    assert not re.search(r'https?:|@import|@font-face', picture)


def test_readme_is_two_screens_of_a_browser() -> None:
    assert len(README.read_text(encoding='utf-8').splitlines()) <= 130


def test_files_that_the_readme_names_are_there() -> None:
    text = README.read_text(encoding='utf-8')
    named = re.findall(r'``(?:python3 )?((?:doc|benchmarks)/[\w./-]+|[A-Z]+\.rst)', text)
    assert 'CONTRIBUTING.rst' in named
    missing = [name for name in named if not (ROOT / name).exists() and name != 'doc/build']
    assert missing == []

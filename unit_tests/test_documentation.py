"""The blocks of README.rst and the documentation do as they show; see the page on testing."""

from __future__ import annotations

import pathlib
from collections import Counter

import pytest

from unit_tests.documentation import pages
from unit_tests.documentation.pages import PAGES, ROOT
from unit_tests.documentation.reader import Reader

NOT_RUN = {
    'README.rst': 1,
    'CONTRIBUTING.rst': 1,
    'benchmarks/README.rst': 1,
    'doc/source/contributor/architecture.rst': 4,
    'doc/source/contributor/dependents.rst': 1,
    'doc/source/contributor/evidence.rst': 2,
    'doc/source/contributor/index.rst': 1,
    'doc/source/contributor/live-cloud.rst': 5,
    'doc/source/contributor/testing.rst': 4,
    'doc/source/install.rst': 1,
    'doc/source/tutorial/program.rst': 1,
    'doc/source/reference/sandbox.rst': 1,
    'doc/source/how-to/baremetal.rst': 2,
    'doc/source/explanation/costs.rst': 2,
    'doc/source/how-to/login.rst': 3,
    'doc/source/how-to/can-i.rst': 1,
    'doc/source/reference/output.rst': 1,
    'doc/source/reference/terminal.rst': 1,
    'doc/source/how-to/version-usage.rst': 3,
    'doc/source/try-it.rst': 1,
}
"""The number of blocks of a page that are not run, for the reasons that stand there."""

PARTLY_RUN = {
    'README.rst': {'pip', 'python3'},
    'doc/source/install.rst': {'pip', 'python3'},
    'doc/source/tutorial/index.rst': {'pip', 'python3'},
    'doc/source/reference/sandbox.rst': {'openstack'},
}
"""Programs whose lines are not run."""


def name_of(page: pathlib.Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize('page', PAGES, ids=name_of)
def test_blocks_of_a_page_do_what_it_shows(
    page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader(tmp_path)
    monkeypatch.chdir(tmp_path)
    try:
        for block in pages.blocks(page):
            if block.mark('not-run') is None and block.mark('tested-by') is None:
                reader.follow(block)
    finally:
        reader.close()


def test_what_is_not_run_is_known() -> None:
    found = [block for page in PAGES for block in pages.blocks(page)]
    counts = Counter(name_of(block.page) for block in found if block.mark('not-run') is not None)
    assert dict(counts) == NOT_RUN
    programs: dict[str, set[str]] = {}
    for block in found:
        if block.programs_not_run:
            programs.setdefault(name_of(block.page), set()).update(block.programs_not_run)
    assert programs == PARTLY_RUN


def test_reasons_are_sentences() -> None:
    for page in PAGES:
        for block in pages.blocks(page):
            mark = block.marks.get('not-run')
            if mark is not None:
                assert mark.text[:1].isupper(), block.place
                assert mark.text.endswith('.'), block.place


def test_test_that_is_said_to_run_a_block_reads_its_page() -> None:
    for page in PAGES:
        for block in pages.blocks(page):
            name = block.mark('tested-by')
            if name is not None:
                assert page.name in (ROOT / name).read_text(encoding='utf-8'), block.place


def test_every_page_is_read() -> None:
    names = {name_of(page) for page in PAGES}
    assert {'README.rst', 'doc/source/index.rst', 'doc/source/explanation/versions.rst'} <= names
    assert sum(len(pages.blocks(page)) for page in PAGES) > 60

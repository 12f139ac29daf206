"""Fixtures of comparisons with recorded facts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from functional_tests.contract import facts, replay


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what compares with facts where there are none."""
    if facts.is_present():
        return
    for item in items:
        if 'functional_tests/contract/' in str(item.path):
            item.add_marker(pytest.mark.skip(reason=facts.ABSENT))


@pytest.fixture(scope='session')
def played(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[replay.Trace], replay.Outcome]:
    """Runs recorded command lines, each once, in folders of their own."""
    outcomes: dict[tuple[str, ...], replay.Outcome] = {}
    folders = tmp_path_factory.mktemp('played')

    def play(trace: replay.Trace) -> replay.Outcome:
        line = (trace.key, *trace.row['argv'])
        if line not in outcomes:
            folder = folders / str(len(outcomes))
            folder.mkdir()
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(folder)
                outcomes[line] = replay.play(trace, folder)
        return outcomes[line]

    return play

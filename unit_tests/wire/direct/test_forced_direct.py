"""The second run of tests: requests really go over the direct transport, and exceptions are few."""

from __future__ import annotations

import pathlib
import re

from unit_tests import forced_direct, processes

ROOT = pathlib.Path(__file__).parents[3]


def test_requests_go_over_the_direct_transport() -> None:
    test = 'test_http.py::test_create_that_may_have_been_carried_out_is_not_sent_again'
    words = [
        '-p',
        'unit_tests.forced_direct',
        '-p',
        'no:cacheprovider',
        '-q',
        f'unit_tests/wire/{test}',
    ]
    done = processes.python('-m', 'pytest', *words, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    count, left = re.findall(r'^(\d+) sent by .+, (\d+) left', done.stdout, re.MULTILINE)[0]
    assert int(count) > 1
    assert left == '0'


def test_every_exception_is_a_test() -> None:
    names = [name.rpartition('/')[2] for name in forced_direct.TESTS]
    for name in forced_direct.SESSION_ONLY:
        assert name.partition('::')[0] in names, name
        file, _, test = name.partition('::')
        (path,) = (ROOT / 'unit_tests').rglob(file)
        assert f'def {test}(' in path.read_text(encoding='utf-8'), name

"""``version-lint`` reads files, holds them against its target, and tells with its status."""

from __future__ import annotations

import json
import pathlib

import pytest

from unit_tests.nova import Nova

SCRIPT = 'nova boot --hostname x --flavor m --image i web\nnova-mv floating-ip-list\n'


@pytest.fixture
def script(tmp_path: pathlib.Path) -> str:
    path = tmp_path / 'script.sh'
    path.write_text(SCRIPT)
    return str(path)


def codes(out: str) -> list[tuple[int, str, str]]:
    return [(row['line'], row['code'], row['severity']) for row in json.loads(out)]


def test_findings_of_each_target(nova: Nova, script: str) -> None:
    result = nova('version-lint', script, '--release', 'pike', '-f', 'json')
    removed = (2, 'command-removed', 'note')
    assert result.status == 1
    assert codes(result.out) == [(1, 'option-too-new', 'error'), removed]
    assert json.loads(result.out)[0]['file'] == script
    result = nova('version-lint', script, '--range', '2.1..2.89', '-f', 'json')
    assert codes(result.out) == [(1, 'option-too-new', 'error'), removed]
    for words in (('--range', '2.1..2.90'), (), ('--os-cloud', 'sandbox')):
        result = nova('version-lint', script, *words, '-f', 'json')
        assert (result.status, codes(result.out)) == (0, [removed]), words


def test_the_cloud_of_the_environment_is_no_target(nova: Nova, script: str) -> None:
    result = nova('version-lint', script, cloud='no-such-cloud')
    assert result.status == 0


def test_a_line_for_each_finding(nova: Nova, script: str) -> None:
    result = nova('version-lint', script, '--release', 'pike')
    assert result.lines[0].startswith(f'{script}:1:11: error: --hostname needs API version 2.90')
    assert result.err == 'nova-mv: 1 error in 1 file.\n'


def test_annotations_for_workflows(nova: Nova, script: str) -> None:
    result = nova('version-lint', script, '--release', 'pike', '-f', 'github')
    assert result.status == 1
    assert [line.split(' ')[0] for line in result.lines] == ['::error', '::notice']
    result = nova('server-list', '-f', 'github', cloud='sandbox')
    assert (result.status, result.out) == (2, '')


def test_a_clean_script(nova: Nova, tmp_path: pathlib.Path) -> None:
    path = tmp_path / 'clean.sh'
    path.write_text('nova list\n')
    result = nova('version-lint', str(path))
    assert (result.status, result.out) == (0, 'Nothing would break.\n')
    assert nova('version-lint', str(path), '-f', 'json').out == '[]\n'
    assert nova('version-lint', str(path), '-f', 'github').out == ''


def test_the_standard_input_is_a_script(nova: Nova) -> None:
    result = nova('version-lint', '-', '--release', 'pike', '-f', 'json', stdin=SCRIPT.encode())
    assert [row['file'] for row in json.loads(result.out)] == ['-', '-']


@pytest.mark.parametrize(
    ('content', 'reason'),
    [
        (b'\x7fELF\0\0', 'This is no text'),
        (b'#!/usr/bin/env python3\nprint()\n', 'This is no shell script'),
        (None, 'No such file'),
    ],
)
def test_what_cannot_be_read_is_told_beside_what_was_found(
    nova: Nova, script: str, tmp_path: pathlib.Path, content: bytes | None, reason: str
) -> None:
    path = tmp_path / 'other'
    if content is not None:
        path.write_bytes(content)
    result = nova('version-lint', str(path), script, '--release', 'pike', '-f', 'json')
    assert result.status == 2
    assert reason in result.err
    assert len(codes(result.out)) == 2
    assert nova('version-lint', str(tmp_path)).status == 2


def test_scripts_of_other_encodings_are_read(nova: Nova, tmp_path: pathlib.Path) -> None:
    path = tmp_path / 'latin'
    path.write_bytes('# für\n'.encode('latin-1') + SCRIPT.encode())
    assert nova('version-lint', str(path), '--release', 'pike').status == 1


@pytest.mark.parametrize(
    'words',
    [
        ('--release', 'nosuch'),
        ('--range', 'x'),
        ('--range', '2.53..2.1'),
        ('--range', '2.1..2.2', '--release', 'pike'),
        ('--release', 'pike', '--os-cloud', 'sandbox'),
        ('--service', 'baremetal'),
    ],
)
def test_targets_that_are_none_are_refused(nova: Nova, script: str, words: tuple[str, ...]) -> None:
    result = nova('version-lint', script, *words)
    assert (result.status, result.out) == (2, '')

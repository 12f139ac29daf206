"""YAML is read in time in proportion to its length, however its parts are nested and repeated."""

from __future__ import annotations

import time

import pytest

from novaclient_mv.user_files import yaml_documents
from unit_tests.nova import Nova


def doubled(first: str, further: str, count: int) -> str:
    """Parts of which each has the one before it twice."""
    lines = [f'a0: &a0 {first}']
    lines += [
        f'a{number}: &a{number} {further.replace("*", f"*a{number - 1}")}'
        for number in range(1, count)
    ]
    return '\n'.join(lines) + '\n'


MERGED = doubled('{k: v}', '{<<: [*, *]}', 40)
HOSTILE = {
    'a level too many': ('[\n' * 101 + ']\n' * 101, 'is nested too deeply'),
    'a brace too many': ('{a:\n' * 101 + '}\n' * 101, 'is nested too deeply'),
    'merge keys': (MERGED, 'has aliases that make more than 100,000 values of it'),
    'many merge keys': (
        doubled('{k: v}', '{<<: [*, *]}', 5000),
        'has aliases that make more than 100,000 values of it',
    ),
    'lists': (
        doubled('[v]', '[*, *, *]', 40),
        'has aliases that make more than 100,000 values of it',
    ),
    'a chain': (
        doubled('{k: v}', '{<<: *, b: c}', 2000),
        'has aliases that make more than 100,000 values of it',
    ),
    'a mapping merged into itself': ('a: &a {<<: [*a]}', 'merges a mapping into a part of itself'),
    'a mapping merged into a part': (
        'a: &a {b: {c: d, <<: *a}}',
        'merges a mapping into a part of itself',
    ),
    'a second part': ('[' * 50 + '[], [], ' + '[\n' * 60 + ']' * 110, 'is nested too deeply'),
    'brackets': ('[' * 100_000, 'is nested too deeply'),
    'braces': ('{a: ' * 100_000, 'is nested too deeply'),
    'hyphens': ('- ' * 100_000, 'is nested too deeply'),
    'question marks': ('? ' * 100_000, 'is nested too deeply'),
    'digits': ('9' * 5000, 'has a value that does not fit its type'),
    'a moment that is none': ('a: 2026-13-45', 'has a value that does not fit its type'),
    'lines': ('\n'.join(' ' * depth + 'a:' for depth in range(500)), 'is nested too deeply'),
}


@pytest.mark.parametrize(('text', 'reason'), HOSTILE.values(), ids=HOSTILE)
def test_what_nobody_writes_is_refused_at_once(text: str, reason: str) -> None:
    start = time.process_time()
    with pytest.raises(yaml_documents.OutOfBounds, match=f'^{reason}$'):
        yaml_documents.load(text)
    assert time.process_time() - start < 2


def test_what_people_write_is_read() -> None:
    assert yaml_documents.load('') is None
    assert yaml_documents.load('[' * 100 + ']' * 100)
    # Each part is as deep as may be, and all lie beside each other.
    assert yaml_documents.load('[' + ('[' * 99 + ']' * 99 + ', ') * 3 + ']')
    (listed,) = yaml_documents.load('&a [*a]')
    assert listed is listed[0]
    keys = ', '.join(f'k{number}: v' for number in range(50))
    clouds = '\n'.join(f'c{number}: {{<<: [*d, *e], k0: w}}' for number in range(200))
    read = yaml_documents.load(f'd: &d {{{keys}}}\ne: &e {{<<: *d, f: g}}\n{clouds}\n')
    assert (len(read), len(read['c199'])) == (202, 51)
    assert (read['c0']['k0'], read['c0']['k1'], read['c0']['f']) == ('w', 'v', 'g')


@pytest.mark.parametrize(
    'words',
    [
        ('--os-cloud', 'one', 'server-list'),
        ('--os-cloud', 'one', 'config-show'),
        ('--os-cloud', 'all', 'version-matrix'),
        ('cloud-list',),
    ],
    ids=' '.join,
)
@pytest.mark.parametrize('text', [MERGED, '[' * 100_000])
def test_cloud_file_that_is_out_of_bounds_is_one_line_and_status_2(
    nova: Nova, words: tuple[str, ...], text: str
) -> None:
    file = nova.cloud_file(f'{text}\nclouds: {{one: *a39}}')
    done = nova(*words)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert done.err.startswith(f'nova-mv: {file} ')
    assert 'unexpected' not in done.err


def test_document_of_a_command_has_the_same_bounds(nova: Nova) -> None:
    file = nova.home / 'moves.yaml'
    file.write_text(MERGED)
    done = nova('placement-reshape', str(file), cloud='sandbox')
    assert done.status == 2
    assert done.err == f'nova-mv: {file} has aliases that make more than 100,000 values of it.\n'

"""Logs are read plain or compressed, as far as they go, in one process or several."""

from __future__ import annotations

import bz2
import contextlib
import functools
import gzip
import importlib.util
import io
import lzma
import pathlib
import random
import resource
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from types import SimpleNamespace

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge.usage import log_files, logs, usage_of_file, usage_of_files
from unit_tests.knowledge.usage.lines import own

HAS_ZSTD = any(
    importlib.util.find_spec(package) and importlib.util.find_spec(f'{package}.zstd')
    for package in ('compression', 'backports')
)
needs_zstd = pytest.mark.skipif(not HAS_ZSTD, reason='This Python has no library for zstd.')

ZSTD = ('compression.zstd', 'backports.zstd')


def zstd(text: bytes) -> bytes:
    name = 'compression.zstd' if sys.version_info >= (3, 14) else 'backports.zstd'
    compressed: bytes = importlib.import_module(name).compress(text)
    return compressed


COMPRESSIONS = [
    pytest.param(gzip.compress, id='gzip'),
    pytest.param(functools.partial(bz2.compress, compresslevel=1), id='bzip2'),
    pytest.param(lzma.compress, id='xz'),
    pytest.param(zstd, id='zstd', marks=needs_zstd),
]


def log(count: int) -> bytes:
    """Lines that do not compress well."""
    numbers = random.Random(count)
    addresses = (f'10.{numbers.randrange(1 << 24)}' for _ in range(count))
    return ''.join(f'{own(address=address)}\n' for address in addresses).encode()


@pytest.mark.parametrize('compress', [pytest.param(bytes, id='plain'), *COMPRESSIONS])
def test_log_is_read_by_what_it_holds_not_by_its_name(
    compress: Callable[[bytes], bytes], tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'log.1'
    file.write_bytes(compress(log(50)) + compress(log(30)))
    log_usage = usage_of_file(str(file))
    assert (log_usage.usage.requests, log_usage.usage.unmatched) == (80, 0)
    assert log_usage.problem is None
    stdin = io.BytesIO(file.read_bytes())
    assert usage_of_file('-', stdin=stdin).usage == log_usage.usage


@pytest.mark.parametrize('compress', COMPRESSIONS)
def test_truncated_archive_counts_as_far_as_it_goes(
    compress: Callable[[bytes], bytes], tmp_path: pathlib.Path
) -> None:
    text = log(5_000)
    packed = compress(text)
    file = tmp_path / 'log'
    file.write_bytes(packed[: len(packed) * 3 // 4])
    log_usage = usage_of_file(str(file))
    assert log_usage.problem is not None
    assert log_usage.usage.unmatched == 0
    assert 0.5 < log_usage.usage.requests / 5_000 < 1


@pytest.mark.parametrize(
    ('error', 'reason'),
    [
        (EOFError('x'), 'it ends too early'),
        (OSError(5, 'Input/output error'), 'Input/output error'),
        (OSError('odd'), 'it is damaged (odd)'),
        (zlib.error('bad'), 'it is damaged (bad)'),
        (lzma.LZMAError('worse'), 'it is damaged (worse)'),
    ],
)
def test_lines_before_a_damage_are_read_and_it_is_told(error: Exception, reason: str) -> None:
    class Stream:
        pieces = iter([b'a\nb', b'c\nd', b'e'])
        read = None

        def read1(self, size: int) -> bytes:
            for piece in self.pieces:
                return piece
            raise error

    blocks = log_files.blocks(Stream())  # type: ignore[arg-type]
    assert [next(blocks), next(blocks)] == [b'a', b'bc']
    with pytest.raises(log_files.Damaged) as caught:
        next(blocks)
    assert str(caught.value) == reason


def test_errors_that_are_no_damage_are_raised() -> None:
    class Stream:
        def read(self, size: int) -> bytes:
            raise RuntimeError('ours')

    with pytest.raises(RuntimeError, match='ours'):
        next(log_files.blocks(Stream()))  # type: ignore[arg-type]


@pytest.mark.parametrize('size', [1, 7, 300, 1000, 1 << 18])
def test_blocks_of_any_size_hold_whole_lines(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_files, 'BLOCK_SIZE', size)
    text = b'first\n\nthird line\n' + b'x' * 1000 + b'\nlast'
    blocks = list(log_files.blocks(io.BytesIO(text)))
    assert b'\n'.join(blocks) == text


def test_file_without_lines_is_read_in_bounded_pieces() -> None:
    blocks = log_files.blocks(io.BytesIO(bytes(5 << 20)))
    assert max(map(len, blocks)) <= 2 << 20


def test_processes_count_as_one(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = []
    for count in (100, 200, 300):
        path = tmp_path / f'{count}.log.gz'
        packed = gzip.compress(log(count))
        path.write_bytes(packed[:-9] if count == 200 else packed)
        paths.append(str(path))
    alone = usage_of_files(paths)
    monkeypatch.setattr(logs, '_WORTH_A_PROCESS', 0)
    together = usage_of_files(paths, processes=2)
    assert together == alone
    assert list(together.problems) == [paths[1]]

    def refuse(*arguments: object) -> None:
        raise BrokenExecutor

    pool = contextlib.nullcontext(SimpleNamespace(submit=refuse))
    monkeypatch.setattr('concurrent.futures.ProcessPoolExecutor', lambda *options: pool)
    with pytest.raises(errors.Error, match=r'^A process that counted logs was ended from outside'):
        usage_of_files(paths, processes=2)


def test_no_log_is_counted_where_one_cannot_be_read(tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'log'
    file.write_bytes(b'no request')
    unmatched: list[bytes] = []

    def note(path: str, line: bytes) -> None:
        unmatched.append(line)

    for path in (str(tmp_path / 'missing'), str(tmp_path), 'a\0b'):
        with pytest.raises(errors.CommandError):
            usage_of_files([str(file), path], on_unmatched=note)
    assert unmatched == []


def test_input_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(size: int) -> bytes:
        raise OSError(5, 'Input/output error')

    monkeypatch.setattr(io, 'BufferedReader', SimpleNamespace)
    broken = SimpleNamespace(peek=refuse)
    with pytest.raises(errors.CommandError, match=r'^Cannot read the input: Input/output error\.$'):
        usage_of_file('-', stdin=broken)  # type: ignore[arg-type]
    monkeypatch.setattr(sys, 'stdin', None)
    with pytest.raises(errors.CommandError, match=r'^Cannot read the input: it is closed\.$'):
        usage_of_file('-')
    monkeypatch.setattr(sys, 'stdin', SimpleNamespace(buffer=SimpleNamespace(peek=refuse)))
    with pytest.raises(errors.CommandError, match='Input/output error'):
        usage_of_file('-')


def test_zstd_without_a_library_names_the_extra(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ZSTD:
        monkeypatch.setitem(sys.modules, name, None)
    file = tmp_path / 'log'
    file.write_bytes(b'\x28\xb5\x2f\xfd....')
    with pytest.raises(errors.Error, match=r'nova-mv\[zstd\]'):
        usage_of_files([str(file)])


@pytest.mark.parametrize('name', ZSTD)
def test_zstd_is_read_by_python_or_by_a_package(
    name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in ZSTD:
        monkeypatch.setitem(sys.modules, other, None)
    fake = SimpleNamespace(ZstdFile=lambda stream: io.BytesIO(stream.read()[4:]))
    monkeypatch.setitem(sys.modules, name, fake)
    file = tmp_path / 'log'
    file.write_bytes(b'\x28\xb5\x2f\xfd' + log(3))
    assert usage_of_file(str(file)).usage.requests == 3


@pytest.mark.slow
def test_memory_does_not_grow_with_the_length_of_a_log(tmp_path: pathlib.Path) -> None:
    text = b'\n'.join([own().encode()] * 1000) + b'\n'
    file = tmp_path / 'log'

    def peak(count: int) -> int:
        with open(file, 'wb') as stream:
            for _ in range(count):
                stream.write(text)
        assert usage_of_file(str(file)).usage.requests == count * 1000
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert peak(1000) < peak(20) + 20_000

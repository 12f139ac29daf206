"""Counts several logs: one after the other, or a process for each."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from typing import IO, BinaryIO, NamedTuple

from novaclient_mv import errors
from novaclient_mv.knowledge.usage import counting, log_files
from novaclient_mv.knowledge.usage.counts import Usage
from novaclient_mv.services import COMPUTE, Service

STDIN = '-'

_LINES_OF_A_BLOCK = 1000

_WORTH_A_PROCESS = 1 << 23
"""Below this many bytes in all, processes cost more time than they save."""


class LogUsage(NamedTuple):
    """The usage in one log.

    :param problem: why the log could not be read to its end, or that none of its lines is of a
        request; ``None`` without a problem.
    :param is_cut: whether it has more lines than were wanted.
    """

    path: str
    usage: Usage
    problem: str | None = None
    is_cut: bool = False


class Answer(NamedTuple):
    """The usage in several logs, with the problems of some by their paths.

    :param cut: the logs that have more lines than were wanted.
    """

    usage: Usage
    problems: dict[str, str]
    cut: tuple[str, ...] = ()


OnUnmatched = Callable[[str, bytes], None]
"""Called with the path of a log, and a line that tells no request."""


def usage_of_lines(lines: Iterable[str | bytes], service: Service = COMPUTE) -> Usage:
    """Count the requests that some lines tell, as those of one log.

    :param lines: with or without their line ends.
    """
    encoded = (
        line.encode('utf-8', 'surrogateescape') if isinstance(line, str) else line for line in lines
    )
    whole = (line.rstrip(b'\n') for line in encoded)
    blocks = iter(lambda: [*itertools.islice(whole, _LINES_OF_A_BLOCK)], [])
    return counting.count(map(b'\n'.join, blocks), service)


def usage_of_file(
    path: str,
    service: Service = COMPUTE,
    on_unmatched: OnUnmatched | None = None,
    stdin: BinaryIO | None = None,
    max_lines: int | None = None,
) -> LogUsage:
    """Count the requests that one log tells.

    :param path: a file, plain or compressed; ``-`` is the input.
    :param max_lines: read no more lines than these, the first ones.
    :raises CommandError: it cannot be read.
    :raises Error: a library that decompresses it is missing.
    """
    log = counting.Log(service, on_unmatched and (lambda line: on_unmatched(path, line)))
    try:
        with _stream(path, stdin) as stream:
            blocks = log_files.FirstLines(log_files.blocks(stream), max_lines)
            for block in blocks:
                log.add(block)
    except log_files.Damaged as damage:
        return LogUsage(path, log.usage(), str(damage))
    usage = log.usage()
    problem = None
    if usage.is_silent:
        which = f'none of its {usage.unmatched} lines tells a'
        which = 'its only line tells no' if usage.unmatched == 1 else which
        problem = f'{which} request to {usage.service}'
    return LogUsage(path, usage, problem, blocks.is_cut)


def usage_of_files(
    paths: Sequence[str],
    service: Service = COMPUTE,
    processes: int = 1,
    on_unmatched: OnUnmatched | None = None,
    stdin: BinaryIO | None = None,
    max_lines: int | None = None,
) -> Answer:
    """Count the requests that several logs tell, in memory that does not grow with their length.

    :param paths: files, plain or compressed; ``-`` is the input.
    :param processes: how many logs may be read at once, each in a process of its own. A program
        that asks for more than one must be importable without side effects, as
        ``multiprocessing`` says.
    :param on_unmatched: called with each line that tells no request; keeps to one process.
    :param max_lines: read no more lines of each log than these, the first ones.
    :raises CommandError: a log cannot be read at all; none was counted then.
    :raises Error: a library that decompresses one is missing.
    """
    paths = list(dict.fromkeys(paths))
    for path in paths:
        if path != STDIN:
            log_files.check(path)
    is_large = sum(map(log_files.is_regular, paths)) > 1 and size_of(paths) > _WORTH_A_PROCESS
    if on_unmatched is not None or not is_large:
        processes = 1
    processes = min(processes, len(paths))
    return merged(_in_order(paths, service, processes, on_unmatched, stdin, max_lines), service)


def merged(logs: Iterable[LogUsage], service: Service) -> Answer:
    """Add up the usage in several logs."""
    usage, several = Usage(service.name), []
    for log in logs:
        usage.add(log.usage)
        several.append((log.path, log.problem, log.is_cut))
    problems = {path: problem for path, problem, _ in several if problem is not None}
    return Answer(usage, problems, tuple(path for path, _, is_cut in several if is_cut))


def _in_order(
    paths: Sequence[str],
    service: Service,
    processes: int,
    on_unmatched: OnUnmatched | None,
    stdin: BinaryIO | None,
    max_lines: int | None,
) -> Iterable[LogUsage]:
    if processes < 2:
        for path in paths:
            yield usage_of_file(path, service, on_unmatched, stdin, max_lines)
        return
    import multiprocessing
    import signal
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    count = functools.partial(usage_of_file, max_lines=max_lines)
    context = multiprocessing.get_context('spawn')
    # Ctrl-C ends the processes without a word; the one that waits for them has it.
    quiet = (signal.SIGINT, signal.SIG_DFL)
    with ProcessPoolExecutor(processes, context, signal.signal, quiet) as pool:
        try:
            running = {
                path: pool.submit(count, path, service)
                for path in paths
                if log_files.is_regular(path)
            }
            for path in paths:
                if path not in running:
                    yield count(path, service, stdin=stdin)
            for future in running.values():
                yield future.result()
        except BrokenExecutor:
            raise errors.Error('A process that counted logs was ended from outside.') from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _stream(path: str, stdin: BinaryIO | None) -> contextlib.AbstractContextManager[IO[bytes]]:
    if path == STDIN:
        return contextlib.nullcontext(log_files.decompressed(_input(stdin), 'the input'))
    return log_files.opened(path)


def size_of(paths: Iterable[str]) -> int:
    """The size of those logs that are files, in bytes."""
    regular = [os.path.expanduser(path) for path in paths if log_files.is_regular(path)]
    return sum(map(os.path.getsize, regular))


def _input(stdin: BinaryIO | None) -> BinaryIO:
    import sys

    if stdin is not None:
        return stdin
    if sys.stdin is None:
        raise errors.CommandError('Cannot read the input: it is closed.')
    return sys.stdin.buffer

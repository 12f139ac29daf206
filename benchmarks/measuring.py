"""Runs the programs against the stub cloud, in turn, and measures each process."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import IO

import cases
import tls
from figures import Pair, Run
from programs import Failed, Program, Sides

HERE = pathlib.Path(__file__).resolve().parent
NAME = re.compile(rb'\bserver-(\d{5,6})\b')
# ru_maxrss counts kilobytes, on macOS bytes.
MEMORY_UNIT = 1 if sys.platform == 'darwin' else 1024


class Stub:
    """The stub cloud, in a process of its own so that its work is not counted.

    :param certificate: what it shows over TLS; without it there is no TLS.
    """

    def __init__(
        self, servers: int, latency: float, certificate: tls.Certificate | None = None
    ) -> None:
        command = [sys.executable, str(HERE / 'stub_cloud.py'), '--servers', str(servers)]
        command += ['--latency', str(latency)]
        if certificate is not None:
            command += ['--certificate', certificate.file, '--key', certificate.key]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            raise Failed('The stub cloud did not start.')
        self.bundle = certificate.bundle if certificate else None
        context = ssl.create_default_context(cafile=certificate.authority) if certificate else None
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )

    def __enter__(self) -> Stub:
        return self

    def __exit__(self, *_: object) -> None:
        # It ends when its input does.
        self._process.communicate()

    def requests(self) -> list[str]:
        """The requests since the last call."""
        with self._opener.open(f'{self.url}/requests') as body:
            told: list[str] = json.load(body)
        return told

    def environment(self, home: str) -> dict[str, str]:
        """A bare environment with a login; nothing of the caller's reaches the programs."""
        variables = {
            'PATH': os.defpath,
            'HOME': home,
            'LANG': 'C.UTF-8',
            'OS_AUTH_URL': f'{self.url}/identity/v3',
            'OS_USERNAME': 'bench',
            'OS_PASSWORD': 'secret',
            'OS_PROJECT_NAME': 'bench',
            'OS_USER_DOMAIN_NAME': 'Default',
            'OS_PROJECT_DOMAIN_NAME': 'Default',
            'OS_REGION_NAME': 'RegionOne',
        }
        return variables | ({'OS_CACERT': self.bundle} if self.bundle else {})


def count_rows(output: IO[bytes]) -> tuple[int, int]:
    """Return the number of servers in a program's output, each counted once, and of lines.

    It is read line by line: the kernel counts the memory of a process that starts a program as the
    program's, so that this one must stay small.
    """
    seen = bytearray(1_000_000)
    lines = 0
    for line in output:
        lines += 1
        for number in NAME.findall(line):
            seen[int(number)] = 1
    return seen.count(1), lines


def measure(program: Program, arguments: tuple[str, ...], rows: int, stub: Stub, home: str) -> Run:
    """Run a program once.

    :param rows: how many servers it must print.
    """
    stub.requests()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(
            [*program.command, *arguments],
            cwd=home,
            env=stub.environment(home),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
        _, status, usage = os.wait4(process.pid, 0)
        clock = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        servers, lines = count_rows(out)
        complaint = err.read().decode(errors='replace')
    if process.returncode or servers != rows or not lines:
        raise Failed(
            f'{program.name} {" ".join(arguments[:4])}: exit status {process.returncode}, '
            f'{lines} lines and {servers} of {rows} servers printed.\n{complaint[-2000:]}'
        )
    processor = usage.ru_utime + usage.ru_stime
    return Run(processor, clock, usage.ru_maxrss * MEMORY_UNIT, len(stub.requests()))


def certificate_for(case: cases.Case, sides: Sides, folder: str) -> tls.Certificate | None:
    """Return the stub's certificate in a case."""
    if not case.has_tls:
        return None
    return tls.certificate(pathlib.Path(folder), tls.usual_bundle(sides.nova))


def measure_pairs(case: cases.Case, sides: Sides, runs: int) -> list[Pair]:
    """Run both programs in turn, after one run of each that does not count."""
    other = sides.python if case.beside == cases.PYTHON else sides.nova
    pairs: list[Pair] = []
    with contextlib.ExitStack() as stack:

        def folder() -> str:
            return stack.enter_context(tempfile.TemporaryDirectory())

        certificate = certificate_for(case, sides, folder())
        stub = stack.enter_context(Stub(case.servers, case.latency, certificate))
        # A warm run finds what the runs before it left at home, a cold one finds nothing.
        homes = [folder(), folder()] if case.is_warm else []
        if case.is_single:
            # A short list leaves the same at home as a long one.
            measure(sides.ours, (*case.ours, '--limit', '1'), 1, stub, homes[1])
        for number in range(0 if case.is_single else -1, 1 if case.is_single else runs):
            home, our_home = homes or (folder(), folder())
            theirs = None
            if case.other is not None:
                rows = 0 if case.beside == cases.PYTHON else case.rows
                theirs = measure(other, case.other, rows, stub, home)
            ours = measure(sides.ours, case.ours, case.rows, stub, our_home)
            if number >= 0:
                pairs.append(Pair(theirs, ours))
    return pairs


def count_unmappings(program: Program, arguments: tuple[str, ...]) -> int | str:
    """Return the number of a cold list's calls to unmap memory, or why it is unknown.

    The interpreter keeps its frames in pieces, and gives a piece back as soon as it is empty. A
    loop at the edge of one does so in every turn, which slows it down.
    """
    strace = shutil.which('strace')
    if strace is None:
        return 'not counted: there is no strace'
    with tempfile.TemporaryDirectory() as home, Stub(1, 0) as stub:
        calls = pathlib.Path(home, 'calls')
        tracing = (strace, '-f', '-e', 'trace=munmap', '-o', str(calls))
        traced = Program(program.name, (*tracing, *program.command))
        try:
            measure(traced, arguments, 1, stub, home)
        except Failed as error:
            return f'not counted: {str(error).splitlines()[-1]}'
        with calls.open('rb') as lines:
            return sum(b'munmap(' in line for line in lines)

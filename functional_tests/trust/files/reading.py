"""Runs that read a file, each in a process whose memory and time are bounded and measured."""

from __future__ import annotations

import gc
import os
import pickle
import resource
import signal
import traceback
from pathlib import Path
from typing import NamedTuple

from functional_tests.trust.judging import Run, problems
from unit_tests.nova import Nova

MEMORY = 1 << 30
"""Octets of address space of a run."""
SECONDS = 60
"""Of the processor, for a run."""

READERS: dict[str, tuple[str, ...]] = {
    'script.sh': ('version-lint', '--release', 'ussuri', '{}'),
    'playbook.yaml': ('version-lint', '--release', 'ussuri', '-f', 'sarif', '{}'),
    'translated.sh': ('translate', '--in', '{}'),
    'pipeline.yml': ('translate', '--in', '{}'),
    'api.log': ('version-usage', '{}'),
    'exchanges.har': ('version-usage', '--below', '2.53', '{}'),
    'counts.json': ('version-usage', '--merge', '{}'),
    'policy.yaml': ('policy-changes', 'ussuri', 'zed', '--policy-file', '{}'),
    'policy.json': ('can-i', 'server-delete', '--release', 'zed', '--policy-file', '{}'),
    'reshape.json': ('placement-reshape', '--dry-run=offline', '{}'),
    'nodes.yaml': ('baremetal-create', '--dry-run=offline', '{}'),
    'seed.yaml': ('sandbox-serve', '--port', '0', '--state', '{}/state', '--seed', '{}'),
    'user-data': ('server-create', 'a', '--flavor', '1', '--image', 'x', '--user-data', '{}',
                  '--dry-run=offline'),
    'body.json': ('api', '/servers', '--method', 'POST', '--body', '{}', '--dry-run=offline'),
    'clouds.yaml': ('cloud-list',),
    'selected.yaml': ('--os-cloud', 'one', 'config-show'),
    'pins': ('version-pin', '2.53'),
    'shortcuts.json': ('alias-list',),
}  # fmt: skip
"""The words of runs, by the name of the file that each reads."""


class Measured(NamedTuple):
    """The outcome of a run.

    :ivar seconds: of the processor.
    :ivar problems: a short sentence for each.
    """

    seconds: float
    octets: int
    problems: tuple[str, ...]
    run: Run


def prepare(home: Path, name: str) -> None:
    """Load what a run loads, so that it is not measured."""
    file = _placed(home, name)
    file.write_bytes(b'{}')
    Nova(home)(*_words(name, file))
    file.unlink()


def _words(name: str, file: Path) -> tuple[str, ...]:
    return tuple(word.replace('{}', str(file)) for word in READERS[name])


def measured(home: Path, name: str, content: bytes) -> Measured:
    """Run what reads a file of a name."""
    file = _placed(home, name)
    file.write_bytes(content)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _run(home, name, file, writing)
    os.close(writing)
    with os.fdopen(reading, 'rb') as stream:
        sent = stream.read()
    _, status, usage = os.wait4(child, 0)
    file.unlink()
    seconds = usage.ru_utime + usage.ru_stime
    octets = usage.ru_maxrss << 10
    if not sent:
        ended = signal.Signals(os.WTERMSIG(status)).name if status & 127 else 'itself'
        words = f'it was ended by {ended}'
        return Measured(seconds, octets, (words,), Run((name,), '', '', -1))
    run = pickle.loads(sent)
    # What prints a file as it is, or parts of it, is asked to.
    judged = run._replace(out='') if run.words[0] == 'translate' else run
    return Measured(seconds, octets, tuple(problems(judged)), run)


def _placed(home: Path, name: str) -> Path:
    """Where a run finds the file of a name."""
    folders = {
        'clouds.yaml': '.config/openstack', 'selected.yaml': '.config/openstack',
        'pins': '.config/nova-mv', 'shortcuts.json': '.config/nova-mv',
    }  # fmt: skip
    folder = home / folders.get(name, 'files')
    folder.mkdir(parents=True, exist_ok=True)
    return folder / ('clouds.yaml' if name == 'selected.yaml' else name)


def _run(home: Path, name: str, file: Path, out: int) -> None:
    """Run it, in a process of its own, which ends here."""
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        signal.alarm(5 * SECONDS)
        words = _words(name, file)
        # As the program does.
        gc.disable()
        os.chdir(home)
        done = Nova(home)(*words)
        run = Run(words, done.out, done.err, done.status)
    except BaseException:
        run = Run((name,), '', f'{traceback.format_exc()}\n', -1)
    with open(out, 'wb') as stream:
        stream.write(pickle.dumps(run))
    os._exit(0)

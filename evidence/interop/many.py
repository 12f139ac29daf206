"""Runs many command lines of another client quickly; its interpreter runs this file by itself.

Lines of JSON come in, each the words of a command line, and lines of JSON go out: exit status,
output and messages. The client is imported once, and each command has a process of its own, since
clients keep connections and versions between two command lines. Where ``SLEEPLESS`` is set in the
environment, waiting between two requests takes no time.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import importlib.metadata
import json
import os
import sys
import tempfile
import time
from typing import Any


def main(module: str, *needed: str) -> None:
    """Answer lines until the last one.

    :param module: of the client; its ``main`` takes the words.
    :param needed: modules that the client imports late, and every command needs; a name with a
        point at its end is the beginning of groups of entry points, which are all loaded.
    """
    # Commands look up which distribution they belong to, in the metadata of all.
    importlib.metadata.packages_distributions = functools.cache(
        importlib.metadata.packages_distributions
    )
    importlib.metadata.packages_distributions()
    if os.environ.get('SLEEPLESS'):
        time.sleep = lambda seconds: None
    client = importlib.import_module(module)
    for each in needed:
        if each.endswith('.'):
            _load(each)
        else:
            importlib.import_module(each)
    gc.freeze()
    for line in sys.stdin:
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            status = _run(client, json.loads(line), out.fileno(), err.fileno())
            result = [status, _text(out), _text(err)]
        sys.stdout.write(json.dumps(result) + '\n')
        sys.stdout.flush()


def _load(beginning: str) -> None:
    """Load entry points as far as the packages that they need are there."""
    for distribution in importlib.metadata.distributions():
        for entry in distribution.entry_points:
            if entry.group.startswith(beginning):
                with contextlib.suppress(Exception):
                    entry.load()


def _run(client: Any, words: list[str], out: int, err: int) -> int:
    """The exit status of a command line, which writes to the files given."""
    child = os.fork()
    if child == 0:
        os.dup2(out, 1)
        os.dup2(err, 2)
        status = 1
        try:
            status = int(client.main(words) or 0)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _text(file: Any) -> str:
    file.seek(0)
    text: str = file.read().decode()
    return text


if __name__ == '__main__':
    main(*sys.argv[1:])

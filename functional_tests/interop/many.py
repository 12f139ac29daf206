"""Runs many command lines of another client quickly; its interpreter runs this file by itself.

Lines of JSON come in, each the words of a command line, and lines of JSON go out: exit status,
output and messages. The client is imported once, and each command has a process of its own, since
clients keep connections and versions between two command lines.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from typing import Any


def main(module: str, *needed: str) -> None:
    """Answer lines until the last one.

    :param module: of the client; its ``main`` takes the words.
    :param needed: modules that the client imports late, and every command needs.
    """
    client = importlib.import_module(module)
    for each in needed:
        importlib.import_module(each)
    for line in sys.stdin:
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            status = _run(client, json.loads(line), out.fileno(), err.fileno())
            result = [status, _text(out), _text(err)]
        sys.stdout.write(json.dumps(result) + '\n')
        sys.stdout.flush()


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

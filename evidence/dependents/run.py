"""Runs the driver of a program, inside the program's environment.

``python -m evidence.dependents.run FILE MODULE [WORD ...]`` writes the record to a file.
"""

from __future__ import annotations

import importlib
import json
import pathlib
import sys
import traceback

from evidence.dependents import alias

STOPPED = 'stopped'
"""The label of what ends a driver before its last call."""


def main(file: str, module: str, *words: str) -> int:
    """Make the calls of a driver; the exit status.

    :param file: where the record is written.
    :param module: the name of the driver's module.
    :param words: what its calls are told.
    """
    alias.install()
    from evidence.dependents import cloud, recording

    calls = recording.Calls()
    try:
        driver = importlib.import_module(module)
        tried = cloud.Cloud()
        with calls.watching(tried.auth_url):
            driver.calls(tried, calls, *words)
    except Exception as error:
        traceback.print_exc()
        calls.record[STOPPED] = recording.error_outcome(error)
    pathlib.Path(file).write_text(json.dumps(calls.record, indent=1))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))

"""Runs a program's own tests, inside their environment.

``python -m evidence.dependents.run_tests OUT MODULE ...`` writes what came of each test.
"""

from __future__ import annotations

import importlib
import json
import os
import pathlib
import sys

from evidence.dependents import alias, original_tests

DJANGO = 'DJANGO_SETTINGS_MODULE'


def prepare_django() -> None:
    """Load the applications, and make an empty database, as Django's own runner does."""
    importlib.import_module('django').setup()
    made = importlib.import_module('django.test.runner')
    runner = made.DiscoverRunner(interactive=False, verbosity=0)
    runner.setup_test_environment()
    runner.setup_databases()


def main(out: str, *modules: str) -> int:
    """Run modules of tests; the exit status."""
    # Later it would meet the modules that eventlet has replaced.
    importlib.import_module('testtools')
    alias.install()
    if DJANGO in os.environ:
        prepare_django()
    pathlib.Path(out).write_text(json.dumps(original_tests.results_of(modules)))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))

"""The output of ``--version``."""

import sys

import novaclient_mv

TEXT = f'nova-mv {novaclient_mv.__version__}'


def show() -> bool:
    """Print the version, loading nothing else of this package; whether that could be done."""
    if sys.stdout is None:
        return False
    try:
        sys.stdout.write(f'{TEXT}\n')
        sys.stdout.flush()
    except (OSError, ValueError):
        return False
    return True

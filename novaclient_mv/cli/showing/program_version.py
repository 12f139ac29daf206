"""The output of ``--version``."""

import sys

import novaclient_mv

TEXT = f'nova-mv {novaclient_mv.__version__}'


def show() -> bool:
    """Print the version without loading anything else of this package.

    :returns: whether that could be done; why not is for others to say.
    """
    if sys.stdout is None:
        return False
    try:
        sys.stdout.write(f'{TEXT}\n')
        sys.stdout.flush()
    except (OSError, ValueError):
        return False
    return True

"""The program: ``nova-mv``, or ``python -m novaclient_mv``."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line of this process and exit with its status."""
    # A command lives for seconds and makes hardly any cycles; collecting costs more than parsing
    # JSON.
    gc.disable()
    try:
        from novaclient_mv import shell

        status = shell.main(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (BrokenPipeError, ValueError):
            status = 141
        except OSError:
            status = status or 1
    # Skips the interpreter's taking apart of a large heap; all files are closed by now.
    os._exit(status)


if __name__ == '__main__':
    main()

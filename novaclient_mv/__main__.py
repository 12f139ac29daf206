"""The program: ``nova-mv``, or ``python -m novaclient_mv``."""

from __future__ import annotations

import gc
import os
import signal
import sys


def main() -> None:
    """Run the command line of this process and exit with its status."""
    # A command lives for seconds and makes hardly any cycles; collecting costs more than parsing
    # JSON.
    gc.disable()
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        # What was under way is told, as after Ctrl-C. Who had it ignored is not overruled.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    if signal.getsignal(signal.SIGQUIT) is signal.SIG_DFL:
        signal.signal(signal.SIGQUIT, _quit)
    try:
        status = _status(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        status = 141
    except OSError:
        status = status or 1
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except (OSError, ValueError):
        # Messages that nobody can have change nothing.
        pass
    # Skips the interpreter's taking apart of a large heap; all files are closed by now.
    os._exit(status)


# CPython 3.11 and 3.12 keep frames in pieces of 16 KiB, and give a piece back to the system as soon
# as it is empty: a loop whose calls cross the edge of a piece maps, touches and unmaps one at each
# call, and imports, nested deep below this function, have such loops. A first frame that asks for
# this many slots gets a piece in which those of all others find room; it costs no memory until it
# is used.
main.__code__ = main.__code__.replace(co_stacksize=1 << 14)


def _quit(number: int, frame: object) -> None:
    """End by a signal as programs do, but for a question whose answer a terminal does not show."""
    prompt = sys.modules.get('novaclient_mv.cli.terminal.prompt')
    # A thread may be loading it, and has asked nothing then.
    show_typing = getattr(prompt, 'show_typing', None)
    if show_typing is not None:
        show_typing()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _status(argv: list[str]) -> int:
    """Run a command line.

    :returns: the exit status.
    """
    if argv == ['--version']:
        # Alone it means one thing, whatever the surroundings say; what reads command lines would
        # take several times as long as the start of Python and this.
        from novaclient_mv.cli.showing import program_version

        if program_version.show():
            return 0
    from novaclient_mv import shell

    return shell.main(argv)


if __name__ == '__main__':
    main()

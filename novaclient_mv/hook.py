"""Lints the files that pre-commit or a workflow names: ``python -P -m novaclient_mv.hook``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from novaclient_mv import __main__ as program


def command_line(words: Sequence[str]) -> list[str]:
    """The command line of ``version-lint`` for options and names of files behind them.

    A name is one whatever it is called, as in ``--version`` or ``-``. pre-commit writes no ``--``
    before names, and names each file once: the last words of which there are files are names.
    """
    options, names = [*words], list[str]()
    while options and options[-1] not in names and os.path.lexists(options[-1]):
        names.insert(0, options.pop())
    if '--' in options:
        end = options.index('--')
        options, names = options[:end], [*options[end + 1 :], *names]
    return ['version-lint', *options, '--', *('./-' if name == '-' else name for name in names)]


if __name__ == '__main__':
    sys.argv[1:] = command_line(sys.argv[1:])
    program.main()

"""Lints the files that pre-commit or a workflow names: ``python -P -m novaclient_mv.hook``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from novaclient_mv import __main__ as program
from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.clouds.options import OptionTable


def command_line(words: Sequence[str]) -> list[str]:
    """The command line of ``version-lint`` for options and names of files behind them.

    A name is one whatever it is called, as in ``--version`` or ``-``. pre-commit writes no ``--``
    before names, and names each file once: the last words of which there are files are names. The
    value of an option is none, though a file may be called ``pike``.
    """
    options, names = [*words], list[str]()
    while options and options[-1] not in names and _is_file(options[-1]):
        if options[1:] and not _is_file(options[-2]) and _takes_value(options[-2]):
            break
        names.insert(0, options.pop())
    if '--' in options:
        end = options.index('--')
        options, names = options[:end], [*options[end + 1 :], *names]
    return ['version-lint', *options, '--', *('./-' if name == '-' else name for name in names)]


def _is_file(word: str) -> bool:
    return os.path.lexists(word)


def _takes_value(word: str) -> bool:
    """Whether a word is an option of the command line whose value is in the next word."""
    option = OptionTable().by_flag.get(word)
    own = tree.options_by_flag(commands.find('version-lint')).get(word)
    return bool((option and option.takes_word) or (own and own.takes_value))


if __name__ == '__main__':
    sys.argv[1:] = command_line(sys.argv[1:])
    program.main()

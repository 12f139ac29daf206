"""Lines of python-novaclient's program, in the words of this one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from novaclient_mv.cli.reading import read, tree
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge.openstack.translation import Translation


def translate(words: Sequence[str]) -> Translation:
    """Return what a line of ``nova`` is here: its words, with canonical names.

    :param words: the words after the program's name.
    :raises CommandError: no version takes it, or not the one that it names.
    """
    invocation = read.read(words, Environment(variables={}))
    before = read.split(words).before
    if invocation.line is None or invocation.command is None:
        return Translation([list(words)], [])
    spelt = list(_spelt(invocation.line))
    return Translation([[*spelt[:before], invocation.command.name, *spelt[before:]]], [])


def _spelt(line: CommandLine) -> Iterator[str]:
    """The words around the command, with its options as help shows them."""
    visible_flags = {
        hidden: argument.flags[0]
        for argument, _ in tree.every_argument(line.command)
        for hidden in argument.hidden_flags
    }
    for word in line.tokens:
        yield word.spelt(visible_flags[word.flag]).text if word.flag in visible_flags else word.text

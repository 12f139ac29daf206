"""Words of a call of this program that stand apart, as it understands them."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, read
from novaclient_mv.knowledge.lint.variables import Token
from novaclient_mv.knowledge.openstack import multiword_commands


def lines_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words of our lines for a line of ``openstack``; those of any other line as they are.

    Words that the line had stand in their places, and all others in that of its first word.
    """
    by_text = {token.text: token for token in reversed(tokens)}
    return [
        [by_text.get(text, tokens[0])._replace(text=text) for text in line]
        for line in _lines([token.text for token in tokens])
    ] or [list(tokens)]


def _lines(texts: list[str]) -> list[list[str]]:
    """Our lines; none where the words need no other ones."""
    tokens = read.split(texts)
    if tokens.name is None or '-' in tokens.name:
        return []
    try:
        commands.find(tokens.name)
    except errors.UnknownName:
        try:
            meaning = next(multiword_commands.meanings(tokens), None)
        except errors.CommandError:
            return []
        return [] if meaning is None else meaning.lines
    except errors.Error:
        return []
    return []

"""The simple commands of a shell script, as values."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from novaclient_mv.knowledge.lint.comments import Ignoring
from novaclient_mv.knowledge.lint.fragments import Fragment
from novaclient_mv.knowledge.lint.shell_words import Word


class Assignment(NamedTuple):
    """A variable that is set.

    :param values: its value: one word, or those of an array; ``None`` where only a run tells it.
    """

    name: str
    values: tuple[Word, ...] | None
    offset: int
    is_array: bool = False


class Document(NamedTuple):
    """A here-document, or a here-string.

    :param is_literal: whether nothing is substituted in it.
    """

    fragment: Fragment
    is_literal: bool


@dataclasses.dataclass
class SimpleCommand:
    """A command with its words, as it stands in a script.

    :param level: how many blocks, substitutions and conditions it stands in.
    :param feeds: the command that reads its output.
    """

    offset: int
    level: int
    words: list[Word] = dataclasses.field(default_factory=list)
    assignments: list[Assignment] = dataclasses.field(default_factory=list)
    documents: list[Document] = dataclasses.field(default_factory=list)
    feeds: SimpleCommand | None = None


class Commands(NamedTuple):
    """The commands of a script.

    :param commands: its simple commands, in their order.
    :param functions: the names of its functions.
    :param unread: the places in the file behind which nothing is read, as it nests too deeply.
    :param comments: those by which findings are ignored.
    """

    commands: list[SimpleCommand]
    functions: set[str]
    unread: list[int]
    comments: list[Ignoring]

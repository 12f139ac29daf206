"""The simple commands of a shell script, as values."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from novaclient_mv.knowledge.lint.comments import Ignoring
from novaclient_mv.knowledge.lint.fragments import Fragment
from novaclient_mv.knowledge.lint.shell_words import Word


class Assignment(NamedTuple):
    """A variable that is set: to one word, those of an array, or ``None`` for an unknown value."""

    name: str
    values: tuple[Word, ...] | None
    offset: int
    is_array: bool = False


class Document(NamedTuple):
    """A here-document or a here-string; nothing is substituted in a literal one."""

    fragment: Fragment
    is_literal: bool


@dataclasses.dataclass
class SimpleCommand:
    """A command in a script.

    :param level: the number of blocks, substitutions and conditions around it.
    :param feeds: the command that reads its output.
    """

    offset: int
    level: int
    words: list[Word] = dataclasses.field(default_factory=list)
    assignments: list[Assignment] = dataclasses.field(default_factory=list)
    documents: list[Document] = dataclasses.field(default_factory=list)
    feeds: SimpleCommand | None = None

    def feed(self, command: SimpleCommand) -> None:
        """Note the command that reads its output."""
        self.feeds = command


class Commands(NamedTuple):
    """The commands of a script in their order, the names of its functions, the offsets behind which
    it nests too deeply to be read, and the comments by which findings are ignored.
    """

    commands: list[SimpleCommand]
    functions: set[str]
    unread: list[int]
    comments: list[Ignoring]

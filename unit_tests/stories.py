"""Text files that record what is said of inputs, word by word.

A file has stories, each about inputs of one kind; its title says which, and what they are held
against::

    == lint pike site.yml
    | nova list --locked yes
      site.yml:1:11: error: --locked needs API version 2.73 (Train) or later; ...

Lines behind a bar are written by hand: those that stand together are one input. The lines below
them are what is said of it, and are recorded. Three or more lines in a row that the answer above
has as well stand as ``(4 to 9 as above)``: their numbers in that answer.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from novaclient_mv import errors

_FEWEST = 3
"""Lines of the shortest run that is worth a reference."""

Kind = Callable[..., Iterator[str]]
"""Says something of an input, and of the words behind the kind in a title."""


class Stories:
    """The stories of a folder.

    :param kinds: what says something of inputs, by the first words of titles.
    """

    def __init__(self, folder: Path, kinds: Mapping[str, Kind]) -> None:
        self.folder = folder
        self.kinds = kinds

    def by_title(self) -> dict[str, str]:
        """All stories, by their titles."""
        return {
            title: story
            for path in sorted(self.folder.glob('*.txt'))
            for title, story in _stories_of(path)
        }

    def record(self) -> None:
        """Write below each input what is said of it today."""
        for path in self.folder.glob('*.txt'):
            texts = (
                f'== {title}\n{self.replay(title, story)}' for title, story in _stories_of(path)
            )
            path.write_text(''.join(texts), encoding='utf-8')

    def replay(self, title: str, story: str) -> str:
        """A story with what is said now."""
        kind, *words = title.split()
        told: list[str] = []
        above: list[str] = []
        for is_input, group in itertools.groupby(
            story.splitlines(), lambda line: line.startswith('|')
        ):
            if is_input:
                lines = list(group)
                told += lines
                text = ''.join(f'{line[2:]}\n' for line in lines)
                answer = [*answers(self.kinds[kind], text, words)]
                told += (f'  {line}'.rstrip() for line in _without_repeats(above, answer))
                above = answer
        return ''.join(f'{line}\n' for line in told)


def _stories_of(path: Path) -> Iterator[tuple[str, str]]:
    for text in re.split('^== ', path.read_text(encoding='utf-8'), flags=re.MULTILINE)[1:]:
        title, _, story = text.partition('\n')
        yield title, story


def _without_repeats(above: list[str], answer: list[str]) -> Iterator[str]:
    """The lines of an answer, runs of lines that the one above has by their numbers there."""
    matcher = difflib.SequenceMatcher(None, above, answer, autojunk=False)
    at = 0
    for start, there, length in matcher.get_matching_blocks():
        if length >= _FEWEST or start == len(above):
            yield from answer[at:there]
            if length:
                yield f'({start + 1} to {start + length} as above)'
            at = there + length


def answers(kind: Kind, text: str, words: Iterable[object]) -> Iterator[str]:
    """Lines that a kind yields of an input, an error as the last one."""
    try:
        yield from kind(text, *words)
    except (errors.Error, ValueError) as error:
        yield f'{type(error).__name__}: {error}'

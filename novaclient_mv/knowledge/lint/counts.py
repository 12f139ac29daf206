"""Count the calls of scripts by program, and those that were not judged."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from typing import NamedTuple, NotRequired, TypedDict

from novaclient_mv.knowledge.lint.findings import NOT_JUDGED, Finding


class CountsForm(TypedDict):
    """The JSON form of :class:`Counts`."""

    calls: int
    programs: dict[str, int]
    not_judged: int
    ignored: NotRequired[int]


class Counts(NamedTuple):
    """Counts of calls.

    :param programs: the calls of each program, the most frequent first.
    :param not_judged: how many calls, and files, were not judged.
    :param ignored: how many findings comments say to ignore; without any, the JSON form has none.
    """

    programs: dict[str, int]
    not_judged: int
    ignored: int = 0

    @classmethod
    def of(cls, programs: Iterable[str], findings: Iterable[Finding], ignored: int = 0) -> Counts:
        """The counts of some calls by their programs, and of what was found of them."""
        ordered = dict(collections.Counter(programs).most_common())
        return cls(ordered, sum(finding.code == NOT_JUDGED for finding in findings), ignored)

    @property
    def calls(self) -> int:
        """Return the number of calls."""
        return sum(self.programs.values())

    def as_mapping(self) -> CountsForm:
        """The JSON form."""
        form: CountsForm = {
            'calls': self.calls,
            'programs': dict(self.programs),
            'not_judged': self.not_judged,
        }
        if self.ignored:
            form['ignored'] = self.ignored
        return form

    def __str__(self) -> str:
        named = ', '.join(f'{count} {program}' for program, count in self.programs.items())
        calls = f'{self.calls} {"call" if self.calls == 1 else "calls"}'
        ignored = f', {self.ignored} ignored by comments' if self.ignored else ''
        return f'{calls}{": " if named else ""}{named}; {self.not_judged} not judged{ignored}'

"""The findings in a script, one value for each place."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from typing import NamedTuple, NotRequired, TypedDict, cast

from novaclient_mv import resources
from novaclient_mv.knowledge.lint.targets import Target
from novaclient_mv.resources import Field
from novaclient_mv.versions import VersionRange

ERROR, WARNING, NOTE = SEVERITIES = ('error', 'warning', 'note')

OPTION_TOO_NEW, OPTION_REMOVED = 'option-too-new', 'option-removed'
VALUE_TOO_NEW, VALUE_REMOVED = 'value-too-new', 'value-removed'
COMMAND_TOO_NEW, COMMAND_REMOVED = 'command-too-new', 'command-removed'
UNKNOWN_COMMAND, UNKNOWN_OPTION = 'unknown-command', 'unknown-option'
CONFLICT, PIN_OUTSIDE, FILTER_IGNORED = 'conflict', 'pin-outside', 'filter-ignored'
NOT_JUDGED, PIN_NEEDED = 'not-judged', 'pin-needed'

CODES = (
    *(OPTION_TOO_NEW, OPTION_REMOVED, VALUE_TOO_NEW, VALUE_REMOVED, COMMAND_TOO_NEW),
    *(COMMAND_REMOVED, UNKNOWN_COMMAND, UNKNOWN_OPTION, CONFLICT, PIN_OUTSIDE, FILTER_IGNORED),
    *(NOT_JUDGED, PIN_NEEDED),
)


class BoundsForm(TypedDict):
    """The JSON form of a range of versions; ``end`` is ``None`` where it is open."""

    start: str
    end: str | None


class FindingForm(TypedDict):
    """The JSON form of a :class:`Finding`."""

    file: str
    line: int
    column: int
    severity: str
    code: str
    command: str | None
    message: str
    needs: BoundsForm | None
    offered: BoundsForm | None
    service: str
    cloud: str | None
    region: str | None


class Finding(NamedTuple):
    """An error, a warning or a note at a word of a script.

    :param code: one of :data:`CODES`.
    :param command: the canonical name; the program where there is no command, ``None`` for a
        variable.
    :param needs: the versions that have the part in question, ``offered`` those of the target.
    :param cloud: its cloud, where there are several, and ``region``.
    """

    file: str
    line: int
    column: int
    severity: str
    code: str
    command: str | None
    message: str
    needs: VersionRange | None
    offered: VersionRange | None
    service: str
    cloud: str | None = None
    region: str | None = None

    @property
    def before(self) -> str:
        """Return the start of a line where there are several clouds."""
        label = '/'.join(part for part in (self.cloud, self.region) if part)
        return f'{label}: ' if label else ''

    def as_mapping(self) -> FindingForm:
        ranges = {'needs': bounds(self.needs), 'offered': bounds(self.offered)}
        return cast(FindingForm, {**self._asdict(), **ranges})

    def as_annotation(self) -> str:
        """The line that has a workflow of GitHub show it beside the code."""
        level = 'notice' if self.severity == NOTE else self.severity
        properties = {'file': self.file, 'line': self.line, 'col': self.column, 'title': self.code}
        escaped = {name: _escaped(str(value)) for name, value in properties.items()}
        named = ','.join(
            f'{name}={text.replace(":", "%3A").replace(",", "%2C")}'
            for name, text in escaped.items()
        )
        return f'::{level} {named}::{_escaped(self.before + self.message)}'

    def __str__(self) -> str:
        return (
            f'{self.before}{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} '
            f'[{self.code}]'
        )


class Verdict(NamedTuple):
    """A finding by offset, before its line and column are known."""

    offset: int
    severity: str
    code: str
    command: str | None
    message: str
    needs: VersionRange | None
    offered: VersionRange | None
    service: str

    @classmethod
    def on(
        cls,
        target: Target,
        code: str,
        offset: int,
        command: str | None,
        message: str,
        needs: VersionRange | None = None,
        severity: str = ERROR,
    ) -> Verdict:
        """A finding on a target."""
        of = target.range, target.service.name
        return cls(offset, severity, code, command, message, needs, *of)


class FindingRow(resources.Resource):
    """A finding as a row of a table."""

    fields = (
        Field('file'),
        *(Field(name, type='integer') for name in ('line', 'column')),
        *map(Field, ('severity', 'code', 'command', 'message')),
        *(Field(name, type='mapping') for name in ('needs', 'offered')),
        *map(Field, ('service', 'cloud', 'region')),
    )


def bounds(span: VersionRange | None) -> BoundsForm | None:
    """A range in its JSON form."""
    if span is None:
        return None
    return {'start': str(span.start), 'end': None if span.is_open else str(span.end)}


def as_severe(findings: Iterable[Finding], severity: str) -> list[Finding]:
    """The findings of a severity or above."""
    severities = SEVERITIES[: SEVERITIES.index(severity) + 1]
    return [finding for finding in findings if finding.severity in severities]


def _escaped(text: str) -> str:
    return text.replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A')


class CountsForm(TypedDict):
    """The JSON form of :class:`Counts`."""

    calls: int
    programs: dict[str, int]
    not_judged: int
    ignored: NotRequired[int]


class Counts(NamedTuple):
    """Numbers of calls by program, of what was not judged, and of ignored findings."""

    programs: dict[str, int]
    not_judged: int
    ignored: int = 0

    @classmethod
    def of(cls, programs: Iterable[str], findings: Iterable[Finding], ignored: int = 0) -> Counts:
        """Count calls, given the program of each, and their findings."""
        ordered = dict(collections.Counter(programs).most_common())
        return cls(ordered, sum(finding.code == NOT_JUDGED for finding in findings), ignored)

    @property
    def calls(self) -> int:
        return sum(self.programs.values())

    def as_mapping(self) -> CountsForm:
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

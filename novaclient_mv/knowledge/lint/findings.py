"""The findings in a script, one value for each place."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from typing import NamedTuple, NotRequired, TypedDict

from novaclient_mv import resources
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
    """One thing that is wrong, or worth knowing, at a word of a script.

    :param severity: ``error``, ``warning`` or ``note``.
    :param code: one of :data:`CODES`.
    :param command: the command's canonical name, or the program where there is no command; ``None``
        for a variable.
    :param needs: the versions that have what is meant.
    :param offered: what the target offers.
    :param cloud: the cloud that it is about, where there are several, and its region.
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
        """The JSON form."""
        return {
            'file': self.file,
            'line': self.line,
            'column': self.column,
            'severity': self.severity,
            'code': self.code,
            'command': self.command,
            'message': self.message,
            'needs': bounds(self.needs),
            'offered': bounds(self.offered),
            'service': self.service,
            'cloud': self.cloud,
            'region': self.region,
        }

    def as_annotation(self) -> str:
        """The line that has a workflow of GitHub show it beside the code."""
        level = 'notice' if self.severity == NOTE else self.severity
        properties = {'file': self.file, 'line': self.line, 'col': self.column, 'title': self.code}
        named = ','.join(f'{name}={_property(str(value))}' for name, value in properties.items())
        return f'::{level} {named}::{_escaped(self.before + self.message)}'

    def __str__(self) -> str:
        return (
            f'{self.before}{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} '
            f'[{self.code}]'
        )


class FindingRow(resources.Resource):
    """A finding as a row of a table."""

    fields = (
        Field('file'),
        Field('line', type='integer'),
        Field('column', type='integer'),
        Field('severity'),
        Field('code'),
        Field('command'),
        Field('message'),
        Field('needs', type='mapping'),
        Field('offered', type='mapping'),
        Field('service'),
        Field('cloud'),
        Field('region'),
    )


def bounds(span: VersionRange | None) -> BoundsForm | None:
    """A range in its JSON form."""
    if span is None:
        return None
    return {'start': str(span.start), 'end': None if span.is_open else str(span.end)}


def as_severe(findings: Iterable[Finding], severity: str) -> list[Finding]:
    """Those of some findings that are at least as severe."""
    severities = SEVERITIES[: SEVERITIES.index(severity) + 1]
    return [finding for finding in findings if finding.severity in severities]


def _escaped(text: str) -> str:
    return text.replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A')


def _property(text: str) -> str:
    return _escaped(text).replace(':', '%3A').replace(',', '%2C')


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

"""Changes between two versions of a service, as a client sees them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from novaclient_mv import errors, resources, versions
from novaclient_mv.knowledge import reached_operations, spans
from novaclient_mv.resources import Field
from novaclient_mv.services import Service, operations
from novaclient_mv.versions import APIVersion

ADDED, CHANGED, REMOVED = KINDS = ('added', 'changed', 'removed')
REQUEST, RESPONSE, BEHAVIOUR, OPERATION = ('request', 'response', 'behaviour', 'operation')

_PLACES = {
    'request_body': REQUEST,
    'query': REQUEST,
    'response_body': RESPONSE,
    'status': RESPONSE,
    'operation': OPERATION,
}
"""Where a client sees each kind of change in the tables."""

_EFFECTS = {
    **dict.fromkeys(('behaviour', 'status', 'discovery'), BEHAVIOUR),
    **{place: place for place in (OPERATION, REQUEST, RESPONSE)},
}
"""Where a client sees the effects of a microversion without changed fields."""

_CHECKED, _UNCHECKED = 'the body is checked', 'the body is not checked any more'
_SWITCHES = {
    'schema starts': (_CHECKED, _UNCHECKED),
    'schema ends': (_UNCHECKED, _CHECKED),
}
"""Changes of a check of bodies: the sentence, and that of the opposite."""


class ChangeForm(TypedDict):
    """The JSON form of a :class:`Change`."""

    version: str
    release: str | None
    operation: str | None
    commands: list[str]
    kind: str
    where: str
    what: str
    service: str


Difference = Mapping[str, Any]
"""A field's difference, as the tables have it: ``keys`` are the properties that differ, each with
its old and its new value, and ``enum_added`` and ``enum_removed`` the values of ``enum``.
"""


class ChangedField(NamedTuple):
    """A field of a request or an answer; without a difference where it was added or removed."""

    name: str
    place: str
    difference: Difference


class Change(NamedTuple):
    """One change that a client sees from a version on.

    :param operation: as in ``POST /servers``; ``None`` for what belongs to no single one.
    :param commands: the commands whose work the operation is.
    :param kind: ``added``, ``changed`` or ``removed``.
    :param where: ``request``, ``response``, ``behaviour`` or ``operation``.
    :param what: the field, or a sentence.
    :param field: the field, where it is about one.
    :param toggles: the sentence for the opposite, where it is about what is on or off.
    """

    service: Service
    version: APIVersion
    operation: str | None
    commands: tuple[str, ...]
    kind: str
    where: str
    what: str
    field: ChangedField | None = None
    toggles: str | None = None

    def as_mapping(self) -> ChangeForm:
        return {
            'version': str(self.version),
            'release': spans.release_of(self.version, self.service),
            'operation': self.operation,
            'commands': list(self.commands),
            'kind': self.kind,
            'where': self.where,
            'what': self.what,
            'service': self.service.name,
        }


class Group(NamedTuple):
    """Changes of one version in one place.

    :param what: the fields, or sentences; empty where the summary of the version says it all.
    """

    operation: str | None
    commands: tuple[str, ...]
    kind: str
    where: str
    what: tuple[str, ...]

    @property
    def text(self) -> str:
        """The change without its operation and commands."""
        text = ', '.join(self.what)
        if self.operation is None:
            return text
        if self.where == OPERATION:
            return text or self.kind
        return f'{self.kind} in the {self.where}{": " if text else ""}{text}'


class ChangeRow(resources.Resource):
    """A change as a row of a table."""

    fields = (
        *map(Field, ('version', 'release', 'operation')),
        Field('commands', type='list', cell=', '.join),
        *map(Field, ('kind', 'where', 'what', 'service')),
    )


def changes(service: Service, after: APIVersion, to: APIVersion | None = None) -> list[Change]:
    """Return a service's changes for clients above one version, up to another.

    Each microversion between them has a row at least, which may be without an operation.

    :param after: the version whose own changes are left out.
    :param to: the last version that counts; by default the newest known.
    :raises CommandError: ``after`` is above ``to``.
    """
    last = service.range.end if to is None else to
    if after > last:
        raise errors.CommandError(f'{after} is above {last}: give the older version first.')
    return [
        change
        for row in service.releases.facts['microversions']
        if after < (version := service.version(row['version'])) <= last
        for change in _Microversion(service, version, row).changes()
    ]


def summary_of(service: Service, version: APIVersion) -> str:
    """Return a version's summary; empty where the table has none."""
    rows = service.releases.facts['microversions']
    summaries = (row.get('summary', ()) for row in rows if row['version'] == str(version))
    return ' '.join(next(summaries, ()))


def grouped(rows: Iterable[Change], summary: str) -> list[Group]:
    """The changes of one version by place, without what only repeats the summary.

    :param summary: that of the version; see :func:`summary_of`.
    """
    groups = []
    for (operation, kind, place), alike in itertools.groupby(
        rows, lambda row: (row.operation, row.kind, row.where)
    ):
        several = list(alike)
        texts = tuple(row.what for row in several if row.what != summary)
        if operation is not None or texts:
            groups.append(Group(operation, several[0].commands, kind, place, texts))
    return groups


def version_of(text: str, service: Service) -> APIVersion:
    """The version that a text names: a number, ``latest``, or the newest one of a release.

    :raises CommandError: it is unknown.
    """
    try:
        version = service.range.end if text == versions.LATEST else service.named_version(text)
    except errors.UnsupportedVersion:
        names = ', '.join(service.releases.names()).lower()
        raise errors.CommandError(
            f'{text!r} is neither a version of {service.name}, as in {service.range.start}, nor '
            f'one of its releases: {names}.'
        ) from None
    version = min(version, service.range.end) if version.is_latest() else version
    if not service.speaks(version):
        raise errors.CommandError(
            f'API version {text} is unknown: the newest known of {service.name} is '
            f'{service.range.end}.'
        )
    return version


def matching(
    rows: Iterable[Change],
    command: str | None = None,
    operation: str | None = None,
    only: str | None = None,
) -> list[Change]:
    """The changes of a command, of an operation, or of a kind.

    :param command: its canonical name.
    :param operation: as ``reached_operations.named`` gives it.
    """
    return [
        row
        for row in rows
        if (command is None or command in row.commands)
        and (operation is None or f'{row.operation} '.startswith(f'{operation} '))
        and (only is None or row.kind == only)
    ]


class _Microversion:
    """A microversion in the tables."""

    def __init__(self, service: Service, version: APIVersion, row: Mapping[str, Any]) -> None:
        self.service = service
        self.version = version
        self.row = row
        self.summary = ' '.join(row.get('summary', ()))

    def changes(self) -> Iterator[Change]:
        """Its changes: of fields, of operations, and those that only its summary says."""
        named: set[str] = set()
        for entry in self.row.get('field_changes', ()):
            named.add(entry['operation'])
            yield from self._of_fields(entry)
        for operation, kind in self._of_table():
            if operation not in named:
                named.add(operation)
                yield self._change(operation, kind, OPERATION, existence(kind))
        effects = self.row.get('effects', ())
        place = next((_EFFECTS[effect] for effect in _EFFECTS if effect in effects), BEHAVIOUR)
        others = [one for one in self.row.get('operations', ()) if one not in named]
        for other in others or ([] if named else [None]):
            yield self._change(other, CHANGED, place, self.summary)

    def _change(
        self,
        operation: str | None,
        kind: str,
        place: str,
        text: str,
        field: ChangedField | None = None,
        toggles: str | None = None,
    ) -> Change:
        # What is removed was last used at the version before.
        used = versions.previous_version(self.version) if kind == REMOVED else self.version
        names = reached_operations.commands_of(operation, used, self.service) if operation else ()
        return Change(
            self.service, self.version, operation, tuple(names), kind, place, text, field, toggles
        )

    def _of_fields(self, entry: Mapping[str, Any]) -> Iterator[Change]:
        operation, place = entry['operation'], _PLACES[entry['kind']]
        if place == OPERATION:
            kind = ADDED if entry['change'] == 'added' else REMOVED
            yield self._change(operation, kind, place, existence(kind))
        elif 'change' in entry:
            end, toggles = _SWITCHES.get(entry['change'], (entry['change'], None))
            yield self._change(operation, CHANGED, place, end, toggles=toggles)
        for kind in (ADDED, REMOVED):
            for name in entry.get(kind, ()):
                field = ChangedField(name, entry['kind'], {})
                yield self._change(operation, kind, place, _title(field), field)
        for difference in entry.get('changed', ()):
            field = ChangedField(difference['field'], entry['kind'], difference)
            yield self._change(operation, CHANGED, place, _difference(field), field)

    def _of_table(self) -> Iterator[tuple[str, str]]:
        """Operations that begin with this version, or ended with the one before."""
        before = versions.previous_version(self.version)
        for operation in operations.operations_of(self.service):
            if operation.range.start == self.version:
                yield operation.id, ADDED
            elif operation.range.end == before:
                yield operation.id, REMOVED


def existence(kind: str) -> str:
    """The meaning of an added or a removed operation for a client."""
    return 'the operation is new' if kind == ADDED else 'the operation answers 404'


def with_difference(change: Change, difference: Difference) -> Change:
    """A change of a field with another difference."""
    if change.field is None:
        return change
    field = change.field._replace(difference=difference)
    return change._replace(kind=CHANGED, field=field, what=_difference(field))


def _title(field: ChangedField) -> str:
    return f'?{field.name}' if field.place == 'query' else field.name


def _difference(field: ChangedField) -> str:
    """Describe a field's change: ``server.networks: required; type array, now array or string``."""
    table = field.difference
    differences = [_one(key, table[key], field.place) for key in table['keys'] if key in table]
    differences += [
        f'{words} {", ".join(map(str, table[key]))}'
        for key, words in (('enum_added', 'takes'), ('enum_removed', 'no longer takes'))
        if table.get(key)
    ]
    if field.name == '.':
        return '; '.join(differences)
    return f'{_title(field)}: {"; ".join(differences)}'


def _one(key: str, both: Sequence[object], kind: str) -> str:
    """Describe the change of a field's property."""
    old, new = both
    if key == 'additionalProperties' and isinstance(new, bool | type(None)):
        names = 'unknown query parameters' if kind == 'query' else 'unknown keys'
        return f'{names} are {"refused" if new is False else "accepted"}'
    if key == 'required':
        if kind == 'response_body':
            return 'always there' if new else 'may be missing'
        return 'required' if new else 'optional'
    if new is None:
        return f'{key} {_text(old)} no more'
    return f'{key} {_text(new)}' if old is None else f'{key} {_text(old)}, now {_text(new)}'


def _text(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ' or '.join(map(str, value))
    return repr(value) if value == '' else str(value)

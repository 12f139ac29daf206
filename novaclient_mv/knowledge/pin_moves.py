"""The effect on some scripts of moving a pin from one version to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypedDict

from novaclient_mv.knowledge import changelog, option_changes
from novaclient_mv.knowledge.changelog import ADDED, CHANGED, OPERATION, REMOVED, Change, ChangeForm
from novaclient_mv.knowledge.lint.findings import Finding, FindingForm
from novaclient_mv.knowledge.option_changes import OptionChange, OptionChangeForm, Use
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

FindingsAt = Callable[[APIVersion], Sequence[Finding]]
"""Returns the findings in the scripts if they are pinned to a version."""


class MoveForm(TypedDict):
    """The JSON form of a :class:`Move`."""

    service: str
    pinned: str
    newest: str
    breaks: list[FindingForm]
    mends: list[FindingForm]
    changes: list[ChangeForm]
    options: list[OptionChangeForm]


class Move(NamedTuple):
    """The effect of moving a pin on some scripts.

    :param breaks: findings at the new version that the old one does not have.
    :param mends: findings at the old version that the new one does not have.
    :param changes: net changes of the API that the commands of the scripts see.
    :param options: changes of options and values that the scripts use.
    """

    service: Service
    start: APIVersion
    end: APIVersion
    breaks: tuple[Finding, ...]
    mends: tuple[Finding, ...]
    changes: tuple[Change, ...]
    options: tuple[OptionChange, ...] = ()

    def as_mapping(self) -> MoveForm:
        return {
            'service': self.service.name,
            'pinned': str(self.start),
            'newest': str(self.end),
            'breaks': [finding.as_mapping() for finding in self.breaks],
            'mends': [finding.as_mapping() for finding in self.mends],
            'changes': [change.as_mapping() for change in self.changes],
            'options': [change.as_mapping() for change in self.options],
        }


def move(
    service: Service,
    start: APIVersion,
    end: APIVersion,
    findings_at: FindingsAt,
    commands: Sequence[str],
    uses: Sequence[Use] = (),
) -> Move:
    """Return the effect of moving a pin."""
    before, after = findings_at(start), findings_at(end)
    changes = [
        change._replace(commands=tuple(name for name in change.commands if name in commands))
        for change in net_changes(service, start, end)
        if set(change.commands) & set(commands)
    ]
    options = option_changes.net(option_changes.between(service, start, end, set(commands)))
    used = [change for change in options if any(use.has(change) for use in uses)]
    breaks, mends = _only_in(after, before), _only_in(before, after)
    return Move(service, start, end, breaks, mends, tuple(changes), tuple(used))


def _only_in(some: Sequence[Finding], others: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings for which others have none with the same place and code."""
    alike = {(finding[:3], finding.code) for finding in others}
    return tuple(finding for finding in some if (finding[:3], finding.code) not in alike)


_OPPOSITE = {ADDED: REMOVED, REMOVED: ADDED, CHANGED: CHANGED}


def net_changes(service: Service, start: APIVersion, end: APIVersion) -> list[Change]:
    """Return the net difference between two versions for a client.

    What was added and removed again is left out; several changes of one field are merged, at the
    version of the last one; changes inside an operation that was added or removed are part of that.

    :param end: may be below ``start``: then what was added is removed.
    """
    if end < start:
        return [_reversed(change) for change in net_changes(service, end, start)]
    rows = changelog.changes(service, start, end)
    by_operation: dict[str | None, list[Change]] = {}
    for row in rows:
        by_operation.setdefault(row.operation, []).append(row)
    remaining: dict[int, Change] = {}
    for of_operation in by_operation.values():
        remaining.update(_of_operation(of_operation))
    return [remaining[id(row)] for row in rows if id(row) in remaining]


def _of_operation(rows: Sequence[Change]) -> dict[int, Change]:
    """The net changes of an operation, by the ids of the rows that they replace."""
    existence = [row for row in rows if row.where == OPERATION and row.kind != CHANGED]
    if existence:
        if existence[0].kind == existence[-1].kind:
            return {id(existence[-1]): existence[-1]}
        if existence[0].kind == ADDED:
            return {}
    net: dict[int, Change] = {}
    by_subject: dict[tuple[object, ...], list[Change]] = {}
    for row in rows:
        if row in existence:
            continue
        field = row.field and (row.field.name, row.field.place)
        by_subject.setdefault((row.where, field or row.toggles or id(row)), []).append(row)
    for changes in by_subject.values():
        last = _of_subject(changes)
        if last is not None:
            net[id(changes[-1])] = last
    return net


def _of_subject(rows: Sequence[Change]) -> Change | None:
    """The net change of one field or switch, if there is any."""
    first, last = rows[0], rows[-1]
    if first.toggles is not None:
        return last if first.what == last.what else None
    if len(rows) == 1:
        return last
    was_there, is_there = first.kind != ADDED, last.kind != REMOVED
    if was_there and is_there:
        difference = _merged([row.field.difference for row in rows if row.field is not None])
        return changelog.with_difference(last, difference) if any(difference.values()) else None
    if was_there == is_there:
        return None
    ends = [row for row in rows if row.kind == (ADDED if is_there else REMOVED)]
    return ends[-1]


def _merged(differences: Iterable[changelog.Difference]) -> dict[str, Any]:
    """Merge differences of a field; all is empty where they cancel out."""
    properties: dict[str, list[object]] = {}
    added: list[object] = []
    removed: list[object] = []
    for difference in differences:
        for key in difference.get('keys', ()):
            if key in difference:
                old, new = difference[key]
                properties[key] = [properties.get(key, [old])[0], new]
        for value in difference.get('enum_added', ()):
            (removed.remove if value in removed else added.append)(value)
        for value in difference.get('enum_removed', ()):
            (added.remove if value in added else removed.append)(value)
    different = {key: both for key, both in properties.items() if both[0] != both[1]}
    return {'keys': [*different], **different, 'enum_added': added, 'enum_removed': removed}


def _reversed(change: Change) -> Change:
    """A change in the other direction."""
    kind = _OPPOSITE[change.kind]
    if change.where == OPERATION:
        return change._replace(kind=kind, what=changelog.existence(kind))
    if change.toggles is not None:
        return change._replace(what=change.toggles)
    if change.kind == CHANGED and change.field is not None:
        return changelog.with_difference(change, _turned(change.field.difference))
    return change if change.field is None else change._replace(kind=kind)


def _turned(difference: changelog.Difference) -> dict[str, Any]:
    keys = [key for key in difference['keys'] if key in difference]
    return {
        'keys': keys,
        **{key: difference[key][::-1] for key in keys},
        'enum_added': difference.get('enum_removed'),
        'enum_removed': difference.get('enum_added'),
    }

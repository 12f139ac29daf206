"""The effect on some scripts of moving a pin from one version to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypedDict

from novaclient_mv.knowledge import net_changes, option_changes
from novaclient_mv.knowledge.changelog import Change, ChangeForm
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
        for change in net_changes.between(service, start, end)
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

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
    """A pin that is moved, and what that changes.

    :param breaks: what is wrong at the new version and is not at the old one.
    :param mends: what is wrong at the old version and is not at the new one.
    :param changes: what the commands of the scripts see differ between the two; what came and went
        between them is not there.
    :param options: which options and values that the scripts use differ.
    """

    service: Service
    start: APIVersion
    end: APIVersion
    breaks: tuple[Finding, ...]
    mends: tuple[Finding, ...]
    changes: tuple[Change, ...]
    options: tuple[OptionChange, ...] = ()

    def as_mapping(self) -> MoveForm:
        """The JSON form."""
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
    """Return the changes for a moved pin.

    :param findings_at: called with both versions.
    :param commands: the canonical names of the commands of the scripts that heed the pin.
    :param uses: the commands of the scripts with their options.
    """
    before, after = findings_at(start), findings_at(end)
    changes = [
        change._replace(commands=tuple(name for name in change.commands if name in commands))
        for change in net_changes.between(service, start, end)
        if set(change.commands) & set(commands)
    ]
    return Move(
        service,
        start,
        end,
        _only_in(after, before),
        _only_in(before, after),
        tuple(changes),
        tuple(
            change
            for change in option_changes.net(
                option_changes.between(service, start, end, set(commands))
            )
            if any(use.has(change) for use in uses)
        ),
    )


def _only_in(some: Sequence[Finding], others: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of which others have none alike; their words may differ."""
    alike = {_place_of(finding) for finding in others}
    return tuple(finding for finding in some if _place_of(finding) not in alike)


def _place_of(finding: Finding) -> tuple[str, int, int, str]:
    return finding.file, finding.line, finding.column, finding.code

"""Findings about an operator's overrides at a release."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterator
from typing import Literal, NamedTuple

from novaclient_mv.policies.answers import ROLES, SCOPES, Caller
from novaclient_mv.policies.facts import Policies, Release, Rule
from novaclient_mv.policies.operator_file import OperatorFile

Kind = Literal['gone', 'renamed', 'same-as-default', 'wider-than-default']

GONE: Kind = 'gone'
RENAMED: Kind = 'renamed'
SAME: Kind = 'same-as-default'
WIDER: Kind = 'wider-than-default'
KINDS = (GONE, RENAMED, SAME, WIDER)
"""Kinds of findings: no rule has its name any more; others have it as a deprecated
one; it says what the default says; it lets somebody in whom the default refuses.
"""

_ROLES = ('reader', 'member', 'manager', 'admin', 'service')

Case = tuple[Caller, frozenset[str] | None]
"""A caller, and the attributes of a target that are its own; ``None`` for all of them."""


class OverrideFinding(NamedTuple):
    """A finding about an override: the least role by the file, and that by default, if any.

    :param release: the one that took the rule or its name away, or to which the upgrade goes.
    """

    kind: Kind
    release: Release
    rule: str
    operations: tuple[str, ...]
    override: str
    default: str | None


class Upgrade:
    """An operator's file on the way from one release to another; errors as of ``OperatorFile``."""

    def __init__(self, path: str, start: Release, end: Release, policies: Policies) -> None:
        self.policies = policies
        self.end = end
        self.before = OperatorFile(path, start, policies)
        self.after = OperatorFile(path, end, policies)
        self.defaults = OperatorFile(os.devnull, end, policies)
        self.rules = policies.rules(end)

    def findings(self) -> list[OverrideFinding]:
        """The findings about the overrides, by kind, in the order of the file."""
        findings = [self._of(name) for name in self.after.overrides]
        return sorted(
            (finding for finding in findings if finding is not None),
            key=lambda finding: KINDS.index(finding.kind),
        )

    def notes(self) -> Iterator[str]:
        """Lines about names that are no rule's, or an older one's, and about checks that refer to
        what is not there, or whose answer only another program knows.
        """
        yield from (note for note in self.after.notes if not self._is_gone(note.split(' ')[0]))
        for name in self.after.overrides:
            missing = ', '.join(self.after.missing(name))
            if missing:
                yield f'{name} refers to {missing}, which {self.end} lacks: that refuses.'
            wider = [heir.name for heir in self._heirs(name) if self._kind(heir) == WIDER]
            if wider and name not in self.rules:
                yield f'{name} lets in more than the default of {", ".join(sorted(wider))}.'
            if name in self.rules and len({*self._lets_in(name, self.after)}) > 1:
                yield f'{name} asks another program, which was not asked.'

    def _is_gone(self, name: str) -> bool:
        finding = self._of(name)
        return finding is not None and finding.kind == GONE

    def _of(self, name: str) -> OverrideFinding | None:
        if name in self.rules:
            rule = self.rules[name]
            kind = self._kind(rule)
            if kind is None:
                return None
            role = self.after.role(name)
            return OverrideFinding(kind, self.end, name, rule.documented, role, rule.role)
        heirs = self._heirs(name)
        if heirs:
            documented = dict.fromkeys(line for heir in heirs for line in heir.documented)
            strictest = max((heir.role for heir in heirs), key=ROLES.index)
            renamed_in = self._left(name) or self.policies.releases[0]
            role = self.before.role(name)
            return OverrideFinding(RENAMED, renamed_in, name, tuple(documented), role, strictest)
        left = self._left(name)
        if left is None or name in self.after.referred_to:
            return None
        rule = self.policies.rules(self.policies.before(left))[name]
        return OverrideFinding(GONE, left, name, rule.documented, self.before.role(name), None)

    def _heirs(self, name: str) -> list[Rule]:
        return [
            rule for rule in self.rules.values() if rule.older_name == name and rule.name != name
        ]

    def _left(self, name: str) -> Release | None:
        """The release that took a rule away; ``None`` where none had it."""
        releases = self.policies.releases[: self.policies.releases.index(self.end) + 1]
        having = [number for number, at in enumerate(releases) if name in self.policies.rules(at)]
        return releases[having[-1] + 1] if having and having[-1] + 1 < len(releases) else None

    def _kind(self, rule: Rule) -> Kind | None:
        """The kind of finding about a rule of the file beside its default."""
        refused, let_in = self._lets_in(rule.name, self.after)
        default, _ = self._lets_in(rule.name, self.defaults)
        if refused == let_in == default:
            return SAME
        return WIDER if refused - default else None

    @functools.cached_property
    def _callers(self) -> list[Caller]:
        """A caller for each role, for each pair of roles of the file alone, and without roles."""
        own = sorted(self.after.roles - {*ROLES})
        roles = [(), *((role,) for role in [*_ROLES, *own]), *itertools.combinations(own, 2)]
        return [Caller(names, scope) for names in roles for scope in SCOPES]

    @functools.cache  # noqa: B019 - one object a run.
    def _lets_in(self, name: str, policy: OperatorFile) -> tuple[frozenset[Case], frozenset[Case]]:
        """The cases that a rule lets in if other programs refuse, and if they do not."""
        callers = [
            caller for caller in self._callers if self.rules[name].takes(caller.scope, self.end)
        ]
        compared = {*self.after.owned_by(name), *self.defaults.owned_by(name)}
        owned = [None, frozenset[str](), *(frozenset({place}) for place in sorted(compared))]
        possible = {
            (caller, places): policy.possible(name, caller, places)
            for caller in callers
            for places in owned
        }
        return (
            frozenset(case for case, answers in possible.items() if answers == {True}),
            frozenset(case for case, answers in possible.items() if True in answers),
        )

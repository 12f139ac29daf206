"""Findings of a script as the words that they stand at."""

from __future__ import annotations

from typing import NamedTuple

from novaclient_mv.knowledge.lint import Finding, Targets, lint, targets
from novaclient_mv.services import COMPUTE

PIKE = targets.of_release('pike')


class Place(NamedTuple):
    """The place of a finding."""

    line: int
    word: str
    code: str
    severity: str = 'error'


def places(text: str, target: Targets = PIKE, name: str = 'script.sh') -> list[Place]:
    """The findings of a script, each with the text at its place up to the next blank."""
    return [place_of(finding, text) for finding in lint(text, target, name)]


def place_of(finding: Finding, text: str) -> Place:
    """Where a finding stands."""
    line = text.split('\n')[finding.line - 1]
    rest = line[finding.column - 1 :]
    word = rest.split()[0] if rest.split() else ''
    return Place(finding.line, word, finding.code, finding.severity)


def of_range(text: str) -> Targets:
    """A target of versions of Compute."""
    return targets.of_range(text, COMPUTE)

"""Holds scripts against the versions of a cloud: which calls would break there, and why."""

from __future__ import annotations

from typing import NamedTuple

from novaclient_mv.knowledge.lint import comments, judges, lines, pipelines, targets
from novaclient_mv.knowledge.lint.call_lines import ReadLine
from novaclient_mv.knowledge.lint.client_calls import NOVA, NOVA_MV, Reading
from novaclient_mv.knowledge.lint.findings import (
    CODES,
    SEVERITIES,
    Counts,
    Finding,
    FindingForm,
    Verdict,
)
from novaclient_mv.knowledge.lint.fragments import Fragment, Lines
from novaclient_mv.knowledge.lint.judges import Context
from novaclient_mv.knowledge.lint.pins import NamedVersion, NamedVersions, none_named
from novaclient_mv.knowledge.lint.targets import Target, Targets
from novaclient_mv.services import Service

__all__ = [
    'CODES',
    'SEVERITIES',
    'Counts',
    'Finding',
    'FindingForm',
    'NamedVersion',
    'NamedVersions',
    'Report',
    'Target',
    'Targets',
    'commands_under_pin',
    'lint',
    'read_lines',
    'report',
]

_YAML = ('.yml', '.yaml')


def _is_yaml(text: str, name: str) -> bool:
    return name.lower().endswith(_YAML) or text.startswith('---\n')


def readings(text: str, name: str) -> list[Reading]:
    """Read the scripts of a file. It is YAML by its name, or by ``---`` in its first line."""
    if not _is_yaml(text, name):
        return [Reading(Fragment.whole(text))]
    steps, pins = pipelines.steps(text)
    named = Reading(Fragment('', ()), pins)
    return [named, *(Reading(step.fragment, step.environment) for step in steps)]


class Report(NamedTuple):
    """The findings in a script, the program of each call, and the ignored findings."""

    findings: list[Finding]
    programs: list[str]
    ignored: list[Finding]


def lint(
    text: str,
    target: Targets = targets.newest_release,
    name: str = '',
    pinned: NamedVersions = none_named,
) -> list[Finding]:
    """Return the findings in a script for a target.

    :param text: a shell script; or YAML with scripts in it, where the name ends so.
    :param target: returns the versions of a service that are offered.
    :param name: the file's name.
    :param pinned: returns the version of a service that ``nova-mv`` uses where a script names none.
    :returns: the findings in the order of their places, without those that comments ignore; a call
        that is not judged is one of them.
    :raises CommandError: it is not valid YAML.
    """
    return report(text, target, name, pinned).findings


def report(text: str, target: Targets, name: str, pinned: NamedVersions) -> Report:
    """Return the findings of :func:`lint` with the calls and with the ignored findings."""
    place = Lines(text)
    results: dict[Verdict, None] = {}
    context = Context(target, lines.LineReader(), pinned)
    programs: list[str] = []
    scripts = readings(text, name)
    ignoring = [comment for reading in scripts for comment in reading.ignoring]
    if _is_yaml(text, name):
        ignoring += comments.of_yaml(text, {place for one in scripts for place in one.places})
    for reading in scripts:
        for pin in reading.pins:
            results.update(dict.fromkeys(judges.of_pin(pin, target, None)))
        for call in reading.calls:
            programs.append(call.program)
            results.update(dict.fromkeys(judges.of_call(call, context)))
        results.update(dict.fromkeys(map(judges.rest_not_judged, reading.unread)))
    ordered = sorted(results, key=lambda verdict: (verdict.offset, verdict.code))
    result = Report([], programs, [])
    for verdict in ordered:
        is_ignored = any(one.ignores(verdict.offset, verdict.code) for one in ignoring)
        rows = result.ignored if is_ignored else result.findings
        line, column = place.position(verdict.offset)
        rows.append(Finding(name, line, column, *verdict[1:]))
    return result


def read_lines(text: str, name: str) -> list[ReadLine]:
    """The command lines of ``nova`` and ``nova-mv`` in a script."""
    reader = lines.LineReader()
    calls = [
        reader.read(call)
        for reading in readings(text, name)
        for call in reading.calls
        if call.program in (NOVA, NOVA_MV)
    ]
    return [line for line in calls if line is not None]


def commands_under_pin(text: str, service: Service, name: str) -> list[str]:
    """The commands of a service in a script whose version a pin decides: ``nova-mv`` runs them, and
    neither an option nor a variable names a version.
    """
    names: dict[str, None] = {}
    reader = lines.LineReader()
    for reading in readings(text, name):
        for call in reading.calls:
            line = reader.read(call) if call.heeds_pin(service) else None
            if line is not None and line.command and line.service is service:
                names[line.command] = None
    return list(names)

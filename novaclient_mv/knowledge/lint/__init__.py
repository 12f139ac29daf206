"""Holds scripts against the versions that a cloud offers: which of their calls would break there,
and why. Nothing is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from novaclient_mv.knowledge.lint import lines, pipelines, targets, verdicts
from novaclient_mv.knowledge.lint.calls import CURL, OPENSTACK, Reading
from novaclient_mv.knowledge.lint.findings import CODES, SEVERITIES, Finding, FindingForm
from novaclient_mv.knowledge.lint.fragments import Fragment, Lines
from novaclient_mv.knowledge.lint.targets import Target, Targets
from novaclient_mv.knowledge.lint.verdicts import Verdict
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

__all__ = [
    'CODES',
    'SEVERITIES',
    'Finding',
    'FindingForm',
    'Target',
    'Targets',
    'commands_under_pin',
    'lint',
    'read_lines',
]

_YAML = ('.yml', '.yaml')


def readings(text: str, name: str = '') -> list[Reading]:
    """What the scripts of a file call.

    :param name: the file's name, whose ending tells YAML from shell; so does ``---`` in line 1.
    :raises CommandError: it is YAML that cannot be read.
    """
    if not (name.lower().endswith(_YAML) or text.startswith('---\n')):
        return [Reading(Fragment.whole(text))]
    steps, pins = pipelines.steps(text)
    named = Reading(Fragment('', ()), pins)
    return [named, *(Reading(step.fragment, step.environment) for step in steps)]


def lint(
    text: str,
    target: Targets = targets.newest_release,
    name: str = '',
    pinned: Mapping[str, APIVersion] = MappingProxyType({}),
) -> list[Finding]:
    """What would break in a script on a target.

    :param text: a shell script; or YAML with scripts in it, where the name ends so.
    :param target: called with a service, tells what is offered of it.
    :param name: the file's name.
    :param pinned: versions that ``nova-mv`` uses where a script names none, by service.
    :returns: the findings, in the order of their places.
    :raises CommandError: it is YAML that cannot be read.
    """
    place = Lines(text)
    results: dict[Verdict, None] = {}
    reader = lines.LineReader()
    for reading in readings(text, name):
        for pin in reading.pins:
            results.update(dict.fromkeys(verdicts.of_pin(pin, target, None)))
        for call in reading.calls:
            results.update(dict.fromkeys(verdicts.of_call(call, reader, target, pinned)))
    ordered = sorted(results, key=lambda verdict: (verdict.offset, verdict.code))
    return [_finding(verdict, name, place) for verdict in ordered]


def _finding(verdict: Verdict, name: str, place: Lines) -> Finding:
    line, column = place.position(verdict.offset)
    return Finding(
        name,
        line,
        column,
        verdict.severity,
        verdict.code,
        verdict.command,
        verdict.message,
        verdict.needs,
        verdict.offered,
        verdict.service,
    )


def read_lines(text: str, name: str = '') -> list[lines.ReadLine]:
    """The command lines of a script, in their order.

    :raises CommandError: it is YAML that cannot be read.
    """
    reader = lines.LineReader()
    calls = [
        reader.read(call)
        for reading in readings(text, name)
        for call in reading.calls
        if call.program not in (OPENSTACK, CURL)
    ]
    return [line for line in calls if line is not None]


def commands_under_pin(text: str, service: Service, name: str = '') -> list[str]:
    """The canonical names of the commands of a service whose version a pin decides, each once:
    ``nova-mv`` runs them, and neither an option nor a variable names a version.

    :raises CommandError: it is YAML that cannot be read.
    """
    names: dict[str, None] = {}
    reader = lines.LineReader()
    for reading in readings(text, name):
        for call in reading.calls:
            line = reader.read(call) if call.heeds_pin(service) else None
            if line is not None and line.command and line.service is service:
                names[line.command] = None
    return list(names)

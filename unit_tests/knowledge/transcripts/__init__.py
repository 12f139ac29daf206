"""Knowledge of scripts, command lines, logs and versions, word by word, as
:mod:`unit_tests.stories` has it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from novaclient_mv import services
from novaclient_mv.cli.reading import commands
from novaclient_mv.knowledge import (
    capabilities,
    changelog,
    command_lines,
    inventory,
    lint,
    net_changes,
    operations,
)
from novaclient_mv.knowledge.lint import targets
from novaclient_mv.knowledge.usage import counting
from novaclient_mv.services import Service
from unit_tests.stories import Stories


def _service(name: str) -> Service:
    return next(service for service in services.SERVICES if service.name == name)


def _lint(text: str, target: str, name: str = 'a', pin: str = '') -> Iterator[str]:
    """Findings for a release, or for versions as in ``baremetal=1.1..1.40``."""
    service, _, span = target.rpartition('=')
    offered = (
        targets.of_range(span, _service(service or 'compute'))
        if '..' in span
        else targets.of_release(span)
    )
    named = lint.NamedVersion(pin, 'the pin') if pin else None
    result = lint.report(text, offered, name, lambda service: named)
    for finding in result.findings:
        of = (finding.command, finding.service, finding.needs, finding.offered)
        yield f'{finding} {" ".join(map(str, of))}'
    yield str(lint.Counts.of(result.programs, result.findings))
    for feature in capabilities.features_in(text, name):
        yield f'uses {feature.text}: {feature}'
    for service_of in services.SERVICES:
        if under_pin := lint.commands_under_pin(text, service_of, name):
            yield f'a pin of {service_of.name} decides on {", ".join(under_pin)}'


def _requires(text: str) -> Iterator[str]:
    yield json.dumps(command_lines.requirements(text.split()).as_mapping())


def _feature(text: str) -> Iterator[str]:
    feature = capabilities.feature(text.strip())
    on = capabilities.matrix(
        feature.service, capabilities.of_releases(feature.service)[:9:2], [feature]
    )
    names = [name for name, has in on.as_mapping()['features'][0]['on'].items() if has]
    yield f'{feature.service.name} {feature}: {", ".join(names)}'


def _usage(text: str, service: str, below: str = '') -> Iterator[str]:
    """Counts of a log, which are the same where each line comes alone; ``\\e`` is an escape."""
    unmatched: list[bytes] = []
    lines = text.replace('\\e', '\x1b').encode().splitlines()
    whole = counting.count([b'\n'.join(lines)], _service(service), unmatched.append)
    apart = counting.count(lines, _service(service))
    minimum = _service(service).version(below) if below else None
    assert json.dumps(apart.as_mapping(minimum)) == json.dumps(whole.as_mapping(minimum))
    yield json.dumps(whole.as_summary())
    yield json.dumps(whole.as_mapping(minimum))
    yield from (f'unmatched: {line.decode()}' for line in unmatched)


def _changes(text: str, service: str) -> Iterator[str]:
    """Changes between two versions: one by one, in groups, and what is left of them."""
    start, end = (changelog.version_of(word, _service(service)) for word in text.split())
    rows = changelog.changes(_service(service), start, end) if start < end else []
    for row in rows:
        yield json.dumps([*row.as_mapping().values()])
    for version, group in itertools.groupby(rows, lambda row: row.version):
        summary = changelog.summary_of(_service(service), version)
        yield f'{version}: {summary}'
        for each in changelog.grouped(group, summary):
            yield f'{each.operation} {each.kind} {each.where}: {each.text}'
    yield from _net(net_changes.between(_service(service), start, end))


def _net(rows: Iterable[changelog.Change]) -> Iterator[str]:
    for row in rows:
        yield f'net {row.version} {row.operation} {row.kind} {row.where}: {row.what}'


def _operation(text: str, service: str) -> Iterator[str]:
    name = operations.named(text.strip(), _service(service))
    yield name
    newest = _service(service).range.end
    yield ', '.join(operations.commands_of(name, newest, _service(service)))


def _command(text: str) -> Iterator[str]:
    form = inventory.of_command(commands.find(text.strip()))
    for argument in form['arguments']:
        argument.pop('help')
    yield json.dumps({**form, 'summary': ''})


STORIES = Stories(
    Path(__file__).parent,
    {
        'lint': _lint,
        'requires': _requires,
        'feature': _feature,
        'usage': _usage,
        'changes': _changes,
        'operation': _operation,
        'command': _command,
    },
)

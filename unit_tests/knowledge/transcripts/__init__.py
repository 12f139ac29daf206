"""Knowledge of scripts, command lines, logs and versions, word by word, as
:mod:`unit_tests.stories` has it.
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from novaclient_mv import errors, services
from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.tokenizer import PROGRAMS
from novaclient_mv.knowledge import (
    capabilities,
    changelog,
    command_catalog,
    command_lines,
    lint,
    permissions,
    pin_moves,
    reached_operations,
    refusals,
)
from novaclient_mv.knowledge.lint import lines, shell_scripts, targets
from novaclient_mv.knowledge.lint.comments import Ignoring
from novaclient_mv.knowledge.lint.fragments import Fragment
from novaclient_mv.knowledge.lint.pins import Pin
from novaclient_mv.knowledge.lint.shell_words import Part, SimpleCommand, Word
from novaclient_mv.knowledge.lint.variables import Token
from novaclient_mv.knowledge.usage import counting, counts, logs, summaries
from novaclient_mv.services import Service, operations
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire.request import Request
from unit_tests.stories import Stories


def _service(name: str) -> Service:
    return next(service for service in services.SERVICES if service.name == name)


def _offered(target: str) -> targets.Targets:
    """A release, ``service=range``, a range of Compute, the newest release, or ``none``: clouds
    without microversions.
    """
    service, _, span = target.rpartition('=')
    if service or '..' in span:
        return targets.of_range(span, _service(service or 'compute'))
    if span == 'none':
        return lambda service: targets.of_cloud(service, None)
    return targets.newest_release if span == 'newest' else targets.of_release(span)


def _lint(text: str, target: str, name: str = 'a', pin: str = '') -> Iterator[str]:
    """Findings for a target."""
    offered = _offered(target)
    named = lint.NamedVersion(pin, 'the pin') if pin else None
    result = lint.report(text, offered, name, lambda service: named)
    for finding in result.findings:
        of = (finding.command, finding.service, finding.needs, finding.offered)
        yield f'{finding} {" ".join(map(str, of))}'
    yield from (f'ignored {finding}' for finding in result.ignored)
    yield str(lint.Counts.of(result.programs, result.findings, len(result.ignored)))
    for feature in capabilities.features_in(text, name):
        yield f'uses {feature.text}: {feature}'
    for service_of in services.SERVICES:
        if under_pin := lint.commands_under_pin(text, service_of, name):
            yield f'a pin of {service_of.name} decides on {", ".join(under_pin)}'


def _annotate(text: str, target: str) -> Iterator[str]:
    """Findings as GitHub and programs get them, of two clouds."""
    for finding in lint.lint(text, targets.of_release(target), 'a%:,\n.sh'):
        for place in (finding, finding._replace(cloud='a', region='b', message='%\r\n:,')):
            yield place.as_annotation()
            yield ascii(str(place))
            yield json.dumps(place.as_mapping())


def _targets(text: str) -> Iterator[str]:
    """Versions of the services in a target."""
    meant = _offered(text.strip())
    for each in services.SERVICES:
        target = meant(each)
        if target is None:
            yield f'{each.name}: none'
            continue
        versions = (each.unversioned, each.range.start, target.newest, each.range.end)
        has = ' '.join(str(target.has(version)) for version in versions)
        yield f'{each.name}: {target}; {target.newest}; {has}'


def _may(text: str, service: str) -> Iterator[str]:
    """Whether roles may do an operation: its name, the roles and what :func:`may` takes."""
    operation, roles, options = json.loads(f'[{text}]')
    answer = permissions.may(operation, roles, service=service, **options)
    yield json.dumps(answer.as_mapping())


def _read(text: str, name: str = 'a') -> Iterator[str]:
    """Commands, calls and lines of a script before anything is judged."""
    if name == 'a':
        for commands_in in (shell_scripts.commands_of, shell_scripts.substitutions_of):
            commands_there, functions, unread, comments = commands_in(Fragment.whole(text))
            yield from map(_simple_command, commands_there)
            yield f'{commands_in.__name__}: {sorted(functions)} {unread}'
            yield from map(_comment, comments)
    reader = lines.LineReader()
    for reading in lint.readings(text, name):
        for call in reading.calls:
            yield f'{call.program}@{call.offset} {call.is_open} {_name(call.service)}'
            yield f'  words {" ".join(map(_token, call.words))}'
            yield f'  own {" ".join(map(_pin, call.own))} around {_pins(call.around)}'
            if call.program in PROGRAMS and (line := reader.read(call)):
                yield f'  {line.command} {_name(line.service)}@{line.offset} {line.unread}'
                yield f'  {" ".join(map(str, line.windows))} {line.refusal}'
                for need in line.needs:
                    yield f'  needs {need.kind} {need.need.part} {need.need}@{need.offset}'
                for mistake in line.mistakes:
                    of = f'{mistake.command} {_name(mistake.service)}@{mistake.offset}'
                    yield f'  mistake {mistake.code} {mistake.message} {of}'
                for placed in line.filters:
                    yield f'  filter {placed.need}@{placed.offset}'
        yield f'pins {" ".join(map(_pin, reading.pins))}; unread {reading.unread}'


def _move(text: str, service: str, start: str, end: str) -> Iterator[str]:
    """The effect on a script of moving its pin."""
    of = _service(service)

    def findings_at(version: APIVersion) -> list[lint.Finding]:
        named = lint.NamedVersion(str(version), 'the pin')
        return lint.lint(text, targets.of_range('..', of), 'a', lambda service: named)

    under_pin = lint.commands_under_pin(text, of, 'a')
    move = pin_moves.move(of, of.version(start), of.version(end), findings_at, under_pin)
    form = move.as_mapping()
    yield f'{form["service"]} {form["pinned"]} {form["newest"]}'
    yield from (f'breaks {json.dumps(finding)}' for finding in form['breaks'])
    yield from (f'mends {json.dumps(finding)}' for finding in form['mends'])
    yield from (f'changes {json.dumps(change)}' for change in form['changes'])


def _summary(text: str, service: str) -> Iterator[str]:
    """A file as a summary of logs, and with another one like it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, 'a.json')
        path.write_text(text, encoding='utf-8')
        for paths in ([path], [path, path], [path.with_name('none')]):
            try:
                usage = summaries.merged(map(str, paths), _service(service))
                yield json.dumps(usage.as_summary())
            except errors.Error as error:
                yield f'{type(error).__name__}: {error}'.replace(folder, '.')
        usage = counts.of_summary(json.loads(text))
        summaries.write(str(path), lambda: usage)
        yield from path.read_text(encoding='utf-8').splitlines()


def _simple_command(command: SimpleCommand) -> str:
    told = [f'{command.offset}/{command.level}', *map(_word, command.words)]
    for name, values, offset, is_array in command.assignments:
        words = None if values is None else ' '.join(map(_word, values))
        told.append(f'{name}@{offset}{"()" if is_array else ""}={words}')
    for document in command.documents:
        sign = '<' if document.is_literal else '<<'
        told.append(f'{sign}{document.fragment.text!r}@{_offsets(document.fragment)}')
    if command.feeds is not None:
        told.append(f'| {command.feeds.offset}')
    return ' '.join(told)


def _comment(comment: Ignoring) -> str:
    codes = 'all' if comment.codes is None else ', '.join(sorted(comment.codes))
    return f'  ignores {codes}@{comment.start}-{comment.end}'


def _word(word: Word) -> str:
    return f'{"+".join(map(_part, word.parts))}@{word.offset}'


def _part(part: Part) -> str:
    signs = ('' if part.is_known else '?') + ('"' if part.is_quoted else '')
    signs += '*' if part.is_list else ''
    variable = '' if part.variable is None else f'${part.variable}:'
    return f'{signs}{variable}{part.text!r}{_offsets(part.fragment)}'


def _offsets(fragment: Fragment) -> str:
    last = fragment.offsets[-1] if fragment.offsets else ''
    return f'[{fragment.start}:{fragment.offset(0)}-{last}]'


def _token(token: Token) -> str:
    many = '*' if token.is_many else ''
    source = '' if token.source.text == token.text else f'<{token.source.text!r}'
    return f'{many}{token.text!r}{source}@{token.offset}'


def _name(service: Service | None) -> str:
    return '-' if service is None else service.name


def _pin(pin: Pin) -> str:
    clear = 'clear' if pin.is_clear else 'unclear'
    return f'{pin.service.name}={pin.text}({pin.origin}@{pin.offset} {clear})'


def _pins(by_service: dict[str, Pin]) -> str:
    return ' '.join(f'{name}:{_pin(pin)}' for name, pin in by_service.items())


def _requires(text: str) -> Iterator[str]:
    yield json.dumps(command_lines.requirements(text.split()).as_mapping())


def _feature(text: str) -> Iterator[str]:
    feature = capabilities.feature(text.strip())
    on = capabilities.matrix(
        feature.service, capabilities.of_releases(feature.service)[:9:2], [feature]
    )
    form = on.as_mapping()['features'][0]
    names = [name for name, has in form['on'].items() if has]
    yield f'{feature.service.name} {feature}: {", ".join(names)}'
    yield json.dumps(form.get('filters'))


def _usage(text: str, service: str, below: str = '') -> Iterator[str]:
    """Counts of a log, the same where each line comes alone; ``\\e`` and ``\\ff`` are bytes."""
    unmatched: list[bytes] = []
    lines = text.replace('\\e', '\x1b').encode().replace(b'\\ff', b'\xff').splitlines()
    whole = counting.count([b'\n'.join(lines)], _service(service), unmatched.append)
    apart = counting.count(lines, _service(service))
    texts = [line.decode(errors='surrogateescape') for line in lines]
    ended = logs.usage_of_lines((f'{each}\n' for each in texts), _service(service))
    minimum = _service(service).version(below) if below else None
    assert json.dumps(ended.as_mapping(minimum)) == json.dumps(apart.as_mapping(minimum))
    assert json.dumps(apart.as_mapping(minimum)) == json.dumps(whole.as_mapping(minimum))
    yield json.dumps(whole.as_summary())
    yield json.dumps(whole.as_mapping(minimum))
    yield from (f'unmatched: {line.decode(errors="backslashreplace")}' for line in unmatched)


def _changes(text: str, service: str) -> Iterator[str]:
    """Changes between two versions: one by one, in groups, and what is left of them; those of all
    operations, or of those whose names have the words behind the versions.
    """
    first, last, *operations_named = text.split()
    start, end = (changelog.version_of(word, _service(service)) for word in (first, last))

    def is_meant(row: changelog.Change) -> bool:
        return all(word in (row.operation or '') for word in operations_named)

    rows = changelog.changes(_service(service), start, end) if start < end else []
    rows = [*filter(is_meant, rows)]
    for row in rows:
        yield json.dumps([*row.as_mapping().values()])
    for version, group in itertools.groupby(rows, lambda row: row.version):
        summary = changelog.summary_of(_service(service), version)
        yield f'{version}: {summary}'
        for each in changelog.grouped(group, summary):
            yield f'{each.operation} {each.kind} {each.where}: {each.text}'
    yield from _net(filter(is_meant, pin_moves.net_changes(_service(service), start, end)))


def _net(rows: Iterable[changelog.Change]) -> Iterator[str]:
    for row in rows:
        yield f'net {row.version} {row.operation} {row.kind} {row.where}: {row.what}'


def _operation(text: str, service: str) -> Iterator[str]:
    name = reached_operations.named(text.strip(), _service(service))
    yield name
    method, path = f'{name} '.split(' ')[:2]
    for each in operations.at_path(_service(service), method, path):
        yield f'{each.id} {each.range} {each.is_removed}'
    newest = _service(service).range.end
    yield ', '.join(reached_operations.commands_of(name, newest, _service(service)))


def _refused(text: str, service: str) -> Iterator[str]:
    """Parts that the version of a refused request lacks: its status, the message, method and path,
    the version, the range of the cloud, and what else :class:`Request` takes.
    """
    status, message, operation, at, offered, more = json.loads(f'[{text}]')
    request = None if more is None else Request(operation, operation.split(' ')[1], **more)
    error: Any = SimpleNamespace(
        code=status, message=message, answer=SimpleNamespace(request=request)
    )
    of = _service(service)
    missing = refusals.missing_parts(error, of.version(at))
    yield from (f'{part}: {", ".join(map(str, ranges))}' for part, ranges in missing)
    span = offered and of.range.intersect(VersionRange.parse(offered))
    yield str(refusals.reason(missing, of.version(at), of, span, offered)) if missing else 'none'


def _differing(text: str, service: str) -> Iterator[str]:
    """Features at which releases differ, with the releases; and those of all versions."""
    of = _service(service)
    offers = [each for each in capabilities.of_releases(of) if each.name in text.split()]
    matrix = capabilities.matrix(of, offers)
    yield from (json.dumps(offer) for offer in matrix.as_mapping()['clouds'])
    yield from (f'{feature.text}: {feature}' for feature in matrix.features)
    yield ' '.join(feature.text for feature in capabilities.declared(of))


def _options(text: str) -> Iterator[str]:
    for option in command_catalog.command_catalog(map(_service, text.split()))['options']:
        yield json.dumps({**option, 'help': ''})


def _command(text: str) -> Iterator[str]:
    form = command_catalog.of_command(commands.find(text.strip()))
    for argument in form['arguments']:
        argument.pop('help')
    yield json.dumps({**form, 'summary': ''})


STORIES = Stories(
    Path(__file__).parent,
    {
        'annotate': _annotate,
        'lint': _lint,
        'may': _may,
        'move': _move,
        'read': _read,
        'summary': _summary,
        'targets': _targets,
        'requires': _requires,
        'feature': _feature,
        'usage': _usage,
        'changes': _changes,
        'operation': _operation,
        'refused': _refused,
        'differing': _differing,
        'options': _options,
        'command': _command,
    },
)

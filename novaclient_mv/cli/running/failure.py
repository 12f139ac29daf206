"""Reports failures: one line for a reader, or one JSON object for a program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running.interruption import Interrupted
from novaclient_mv.clouds import encodings, escapes
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.messages import PROGRAM
from novaclient_mv.clouds.options import (
    ERROR_FORMAT_VARIABLE,
    ERROR_FORMATS,
    JSON,
    NOVA,
    TEXT,
)
from novaclient_mv.errors.names import MAX_IN_LINE
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.values import NamedTuple

if TYPE_CHECKING:
    from novaclient_mv.clouds.cloud import Cloud
    from novaclient_mv.clouds.selection import Target

_MISTAKES = (
    errors.ExitStatus.USAGE,
    errors.ExitStatus.VERSION,
    errors.ExitStatus.DENIED,
    errors.ExitStatus.NOT_FOUND,
    errors.ExitStatus.CONFLICT,
)

_LONGEST = 500
"""Letters of a message above which it is shortened, so that a person reads it."""


_MOST_WORDS = 400
"""Letters of a cloud's own words in a message for a person."""

_BEGINNING, _END = 30, 15
"""Letters that stay of a value."""
_VALUE = _BEGINNING + _END + 15
_MOST_SEARCHED = 20_000
_REPEATED = re.compile(rf'Value: (.{{{_VALUE},}})\. ([\'"]?)\1\2', re.DOTALL)
"""Nova names a field's value, and the reason begins with the same value."""
_NAMED = re.compile(rf'Value: (.{{{_VALUE},}}?)\. (?=\S)', re.DOTALL)
_QUOTED = re.compile(rf"'([^']{{{_VALUE},}})'|\"([^\"]{{{_VALUE},}})\"")
_LONG_WORD = re.compile(r'(\S{100})\S{50,}(\S{20})')

_COLUMN_OF_FAILURES = frozenset({'error', 'error message'})
"""The key and the title of the column that has them, in rows of targets."""


class Circumstances(NamedTuple):
    """The environment, command and cloud of a failure, for its message."""

    environment: Environment
    output: OutputOptions
    command: Command | None = None
    cloud: Cloud | None = None
    target: Target | None = None


class RefusedLine(Exception):
    """The refusal of a command line that did not run, as one of several, and its invocation."""

    def __init__(self, error: Exception, invocation: Invocation) -> None:
        super().__init__(str(error))
        self.error, self.invocation = error, invocation


def report(error: Exception, circumstances: Circumstances) -> int:
    """Write a failure to stderr."""
    error = our_error(error)
    if not isinstance(error, errors.Error) and circumstances.command is not None:
        error = _of_others(error, circumstances.command)
    stderr, output = circumstances.environment.stderr, circumstances.output
    # For a mistake of the user or the cloud a traceback would not help.
    if output.is_debug and getattr(error, 'exit_status', None) not in _MISTAKES:
        _show_traceback(circumstances.environment, error)
    if isinstance(error, errors.Error):
        error.hint = _hint(error, circumstances) or error.hint
        if before := circumstances.environment.carried_out:
            error.retryable = False
            carried_out = f'{", ".join(before)} was carried out before that.'
            error.hint = f'{error.hint} {carried_out}' if error.hint else carried_out
    status = int(getattr(error, 'exit_status', errors.ExitStatus.FAILED))
    form = _form(circumstances.environment, output)
    if isinstance(error, Interrupted) and form != JSON:
        stderr.write('\n')  # A terminal shows ^C before it.
    if form == JSON:
        service = circumstances.command.service if circumstances.command else SERVICES[0]
        mapping = as_mapping(error, status, service)
        if circumstances.target is not None:
            mapping |= circumstances.target.as_mapping()
        text = escapes.to_json(_without_secrets(mapping, stderr.without_secrets), None)
        stderr.write(encodings.spelt(text, stderr.stream) + '\n')
        return status
    about = circumstances.target and circumstances.target.label
    if form == NOVA:
        from novaclient_mv.cli.running import nova_errors

        for line in nova_errors.lines(error, about):
            text = escapes.safe(stderr.without_secrets(line))
            stderr.write(encodings.spelt(text, stderr.stream) + '\n')
    else:
        for line in _lines(error, has_rows=_shows_failures(output)):
            stderr.tell(line, about)
        for line in _columns(_many_candidates(error), circumstances.environment.width):
            stderr.write(f'{line}\n')
    return status


def _form(environment: Environment, output: OutputOptions) -> str:
    """The error format of a run: that of the option, of its variable, or of the output."""
    if output.error_format:
        return output.error_format
    variable = environment.get(ERROR_FORMAT_VARIABLE)
    if variable is None:
        return JSON if output.format == JSON else TEXT
    if variable[1] in ERROR_FORMATS:
        return variable[1]
    name, text = variable
    environment.stderr.tell(f'{name} is {text!r}, which is not one of {", ".join(ERROR_FORMATS)}.')
    return TEXT


def _without_secrets(value: Any, without: Callable[[str], str]) -> Any:
    """A part of an error for a program, with secrets masked in its texts."""
    if isinstance(value, Mapping):
        return {without(str(key)): _without_secrets(part, without) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_secrets(part, without) for part in value]
    return without(value) if isinstance(value, str) else value


def _of_others(error: Exception, command: Command) -> Exception:
    """The failure of a command of another package, which names that package."""
    if command.is_ours:
        return error
    from novaclient_mv.services import entry_points

    whose = entry_points.distribution_of(command.function.__module__)
    words = f'{type(error).__name__}: {entry_points.words_of(error)}'
    failed = errors.Error(f'The command {command.name}{whose} failed on {words}')
    failed.__cause__ = error
    return failed


def _hint(error: errors.Error, circumstances: Circumstances) -> str | None:
    """Return advice from the command or the settings."""
    if error.error_code == 'write_uncertain' and circumstances.command is not None:
        return _way_to_look(circumstances.command)
    if error.meant is not None and not error.hint:
        return error.meant() or None
    is_about_login = isinstance(error, errors.LoginError | errors.CloudError)
    if is_about_login and not error.hint and circumstances.cloud is not None:
        return circumstances.cloud.advice(error)
    return None


def _way_to_look(command: Command) -> str | None:
    """Return the command that shows the result of a write."""
    from novaclient_mv.cli.reading import index

    words = command.name.split('-')
    names = index.names_of(command.service)
    for count in range(len(words) - 1, 0, -1):
        for verb in ('list', 'show'):
            name = '-'.join([*words[:count], verb])
            if name in names:
                return f"'{PROGRAM} {name}' shows it."
    return None


def our_error(error: Exception) -> Exception:
    """Convert an exception into an error of ours; others are faults of this program."""
    from novaclient_mv.wire import session_errors

    if not isinstance(error, errors.Error):
        if type(error).__module__.startswith('keystoneauth1'):
            return session_errors.translated(error)
        if isinstance(error, MemoryError):
            return errors.CloudError(
                'What the cloud answered takes more memory than there is: see --max-body.'
            )
        if isinstance(error, OSError):
            return errors.Error(f'{error.strerror or error}: {error.filename or ""}'.rstrip(': '))
    return error


def _lines(error: Exception, has_rows: bool) -> list[str]:
    """The lines of a failure."""
    if isinstance(error, errors.SomeFailed | Interrupted):
        failures = [
            _of_target(_shortened(target), _with_hint(failure))
            for target, failure in error.failures.items()
            if not (has_rows and _is_in_row(failure))
        ]
        return [*failures, str(error)]
    if has_rows and _is_in_row(error):
        return ['1 of 1 failed.']
    if isinstance(error, errors.UnknownName) and _many_candidates(error):
        return [f'{error.without_candidates} Did you mean one of these?']
    if not isinstance(error, errors.Error):
        return [f'{_text_for_person(error)} (--debug shows more)']
    return [_with_hint(error)]


def _with_hint(error: Exception) -> str:
    text, hint = _text_for_person(error), getattr(error, 'hint', None)
    return f'{text} {_shortened(hint)}' if hint else text


def _shows_failures(output: OutputOptions) -> bool:
    """Whether rows that have failures are shown with these."""
    names = ','.join(output.columns).lower().split(',')
    is_chosen = not output.columns or not _COLUMN_OF_FAILURES.isdisjoint(names)
    return is_chosen and not output.query


def _of_target(target: str, text: str) -> str:
    """A failure with its target, which it may name itself."""
    return text if text.startswith((f'{target}: ', f'{target} ')) else f'{target}: {text}'


def _is_in_row(error: Exception) -> bool:
    """Whether a row of the result shows the whole failure."""
    row_text = getattr(error, 'row_text', None)
    return row_text is not None and _text(error) == row_text


def _many_candidates(error: Exception) -> tuple[str, ...]:
    """The names that may have been meant, where they are too many for a line."""
    names = error.candidates if isinstance(error, errors.UnknownName) else ()
    return names if len(names) > MAX_IN_LINE else ()


def _columns(names: Sequence[str], width: int) -> Iterator[str]:
    """Lines of names in columns, to be read from top to bottom."""
    room = max(map(len, names), default=0) + 2
    height = -(-len(names) // max(width // room, 1))
    for row in range(height):
        yield ''.join(f'  {name:{room - 2}}' for name in names[row::height]).rstrip()


def _text(error: Exception) -> str:
    """Return an error's message or explanation, and the version as its reason, if that is so."""
    text = getattr(error, 'explanation', None) or str(error)
    if extent := getattr(error, 'extent', ''):
        text = f'{extent}: {text}'
    # Errors of the standard library have a reason, too: a text, which theirs says already.
    reason = getattr(getattr(error, 'version_reason', None), 'message', None)
    return f'{text} {reason}' if reason else text


def _text_for_person(error: Exception) -> str:
    """The message for a person, with long values of the cloud cut; unexpected ones as such."""
    error = our_error(error)
    text = _text(error)
    if not isinstance(error, errors.Error):
        text = f'unexpected {type(error).__name__}: {error}'
    if len(text) <= _LONGEST:
        return text
    if isinstance(error, errors.ClientException):
        words = error.message
    else:
        words = getattr(error, 'cloud_words', '')
    text = text.replace(words, _shortened_words(words)) if words else text
    return _shortened(text)


def _shortened(text: str) -> str:
    """A message without the middle of words that nobody reads: a value that was pasted."""
    if len(text) <= _LONGEST:
        return text
    return _words_cut(text)


def _cut(value: str, beginning: int = _BEGINNING, end: int = _END) -> str:
    return f'{value[:beginning].rstrip()}...{value[-end:].lstrip()}'


def _without_values(text: str) -> str:
    """A refusal with its long values cut in the middle."""
    if len(text) <= _MOST_SEARCHED:
        text = _REPEATED.sub(
            lambda match: f'Value: {_cut(match[1])}. {match[2]}{_cut(match[1])}{match[2]}', text
        )
    text = _NAMED.sub(lambda match: f'Value: {_cut(match[1])}. ', text)
    return _QUOTED.sub(lambda match: f'{match[0][0]}{_cut(match[0][1:-1])}{match[0][-1]}', text)


def _shortened_words(words: str) -> str:
    """A message of the cloud, shortened: first its values, then its middle."""
    if len(words) <= _MOST_WORDS:
        return words
    text = _words_cut(_without_values(words))
    return text if len(text) <= _MOST_WORDS else _cut(text, _MOST_WORDS // 2, _MOST_WORDS // 2)


def _words_cut(text: str) -> str:
    """A message without the middle of words that nobody reads: a value that was pasted."""
    return _LONG_WORD.sub(r'\1...\2', text)


def as_mapping(error: Exception, status: int, service: Service = SERVICES[0]) -> dict[str, Any]:
    """An error for a program: ``code``, ``message``, ``status`` and what belongs to it."""
    mapping: dict[str, Any] = {
        'code': getattr(error, 'error_code', 'unexpected'),
        'message': _text(error),
        'status': status,
        'http_status': getattr(error, 'http_code', None),
        'request_id': None,
        'needs_version': None,
        'cloud_range': None,
        'retryable': bool(getattr(error, 'retryable', False)),
        'release': None,
    }
    if isinstance(error, errors.Error) and error.hint:
        mapping['hint'] = error.hint
    if isinstance(error, errors.Error):
        if error.rows_before is not None:
            mapping['rows_before'] = error.rows_before
        mapping.update(error.facts())
        mapping.update(_version_facts(error, service))
    if isinstance(error, errors.SomeFailed):
        mapping.update(_shared_refusal(error))
    return mapping


def _shared_refusal(error: errors.SomeFailed) -> dict[str, Any]:
    """Return the rule that refused all that failed, and who it lets in; nothing without one."""
    from novaclient_mv.cli.running import failure_hints

    refusals = failure_hints.refused_by_policy(error)
    facts = [{**refusal.facts(), 'request_id': None} for refusal in refusals]
    is_shared = facts and facts.count(facts[0]) == len(error.failures)
    return facts[0] if is_shared else {}


def _version_facts(error: errors.Error, service: Service) -> dict[str, str | None]:
    """Return an error's facts about versions."""
    if error.version_reason is not None:
        facts = error.version_reason._asdict()
        del facts['message']
        return facts
    ranges = getattr(error, 'ranges', ()) or (getattr(error, 'needed', None),)
    if not any(ranges):
        return {}
    from novaclient_mv.knowledge import refusals

    return {'release': refusals.release_of(ranges, service)}


def _show_traceback(environment: Environment, error: Exception) -> None:
    import traceback

    from novaclient_mv.clouds import line_secrets
    from novaclient_mv.wire import masking

    secrets = line_secrets.of_line(environment.stderr.words)
    text = ''.join(traceback.format_exception(error))
    environment.stderr.write(masking.masked(text, secrets))

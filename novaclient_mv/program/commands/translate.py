"""The command that translates lines of other clients."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args, arg, offline, returns_columns
from novaclient_mv.cli.reading.nested_command_lines import takes_foreign_line
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.knowledge.openstack import openstack_programs
from novaclient_mv.knowledge.openstack.openstack_scripts import Script, TranslatedCall
from novaclient_mv.program.commands.parts import scripts

_KEYS = ('line', 'lines', 'warnings', 'reason')


@offline
@takes_foreign_line
@arg(
    'words',
    metavar='<line>',
    nargs='*',
    help='Line of openstack or nova, in quotes or not (default: lines from the input).',
)
@arg(
    '--in',
    dest='file',
    metavar='<file>',
    help='Script, or YAML with scripts, to print with its calls replaced; "-" reads the input.',
)
@arg(
    '--same-version',
    action='store_true',
    help='Name the API version that openstack would send.',
)
@returns_columns(*_KEYS)
def do_translate(invocation: Invocation, args: Args) -> results.Shown:
    """Translate lines of openstack and nova to lines of nova-mv, which are not run.

    Where one line becomes several, they are to be run in this order. What differs is a warning. The
    exit status is 1 where something has no equivalent.
    """
    if args.file is not None and args.words:
        raise errors.CommandError('--in cannot be combined with a command line.')
    of_program = openstack_programs.translations(
        invocation.environment.variables, args.same_version
    )
    if args.file is None and args.words:
        return _lines(Script(openstack_programs.line_of(args.words), of_program))
    path = args.file or scripts.STDIN
    try:
        source = scripts.read(path, invocation.environment, is_exact=True)
    except errors.CommandError as error:
        raise scripts.UnreadableScript({path: error}) from error
    script = Script(source.text, of_program, source.name)
    return _lines(script) if args.file is None else _replaced(script)


def _lines(script: Script) -> results.Shown:
    """Our lines for each call in a text, which may contain nothing else."""
    calls = script.translated()
    forms = [_form(call, script) for call in calls]
    lines = [line for call in calls for line in call.lines]
    view = results.Views(
        results.Rows(_KEYS, [[form[key] for key in _KEYS] for form in forms], forms, _KEYS),
        *([results.Text('\n'.join(lines))] if lines else []),
    )
    reasons = [*_reasons(calls, script), *_no_calls(script, calls)]
    return _with_reasons(view if forms else None, calls, script, reasons)


def _replaced(script: Script) -> results.Shown:
    """A script with its calls replaced."""
    text, calls = script.replaced()
    whole = results.RawBytes(text.encode('utf-8', 'surrogateescape'), 'script')
    return _with_reasons(whole, calls, script, list(_reasons(calls, script)))


def _with_reasons(
    view: results.Shown, calls: Sequence[TranslatedCall], script: Script, reasons: Sequence[str]
) -> results.Shown:
    warnings = [
        f'{_place(call.offset, script)}{warning}' for call in calls for warning in call.warnings
    ]
    result = results.Warned(view, warnings) if warnings else view
    if not reasons:
        return result
    *before, last = reasons
    failure = errors.Error(last)
    failure.done = results.Warned(view, [*warnings, *before]) if warnings or before else view
    raise failure


def _form(call: TranslatedCall, script: Script) -> dict[str, Any]:
    return {
        'line': script.lines.position(call.offset)[0],
        'lines': list(call.lines),
        'warnings': list(call.warnings),
        'reason': call.reason,
    }


def _reasons(calls: Sequence[TranslatedCall], script: Script) -> Iterator[str]:
    for call in calls:
        if call.reason is not None:
            yield f'{_place(call.offset, script)}{call.reason}'


def _place(offset: int, script: Script) -> str:
    """The place of a call, if there is more than one line."""
    if script.is_one_line:
        return ''
    name = '' if script.name in ('', scripts.STDIN) else f'{script.name}:'
    line, _ = script.lines.position(offset)
    return f'{name}{line}: ' if name else f'line {line}: '


def _no_calls(script: Script, calls: Sequence[TranslatedCall]) -> Iterator[str]:
    """Yield a message for each line without a call of another client."""
    place = reach = 0
    following = collections.deque(calls)
    for line in script.text.splitlines(keepends=True):
        end = place + len(line)
        while following and following[0].offset < end:
            reach = max(reach, following.popleft().end)
        if reach <= place and line.strip() and not line.lstrip().startswith('#'):
            yield f'{_place(place, script)}{line.strip()} is not a call of openstack or nova.'
        place = end

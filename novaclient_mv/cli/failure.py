"""Says what went wrong: one line for a reader, or one JSON object for a program."""

from __future__ import annotations

from typing import Any

from novaclient_mv import exceptions
from novaclient_mv.cli import encodings, output
from novaclient_mv.cli.environment import Environment

PROGRAM = 'nova-mv'

_MISTAKES = (
    exceptions.ExitStatus.USAGE,
    exceptions.ExitStatus.VERSION,
    exceptions.ExitStatus.DENIED,
    exceptions.ExitStatus.NOT_FOUND,
    exceptions.ExitStatus.CONFLICT,
)


def report(run: Any, error: Exception) -> int:
    """Write a failure of a run to stderr.

    :param run: the run; what it has done all the same is shown first.
    :returns: the exit status.
    """
    error = _known(error)
    if run.given.get('debug') and not _is_mistake(error):
        _show_traceback(run.environment, error)
    done = getattr(error, 'done', None)
    if done is not None:
        run.show(done)
        run.environment.stdout.flush()
    if isinstance(error, exceptions.Error) and error.error_code == 'write_uncertain':
        error.hint = _way_to_look(run)
    elif getattr(run, 'login', None) and isinstance(
        error, exceptions.LoginError | exceptions.CloudError
    ):
        from novaclient_mv.cli import login_advice

        error.hint = error.hint or login_advice.hint(run.login, error)
    status = int(getattr(error, 'exit_status', exceptions.ExitStatus.FAILED))
    if _wants_json(run):
        text = output.to_json(as_mapping(error, status), None)
        line = encodings.spelt(text, run.environment.stderr)
    else:
        line = '\n'.join(f'{PROGRAM}: {text}' for text in _lines(error))
    run.environment.stderr.write(line + '\n')
    return status


def _is_mistake(error: Exception) -> bool:
    """Whether the user, or nobody, is to blame: where in this program it was noticed helps no
    one.
    """
    return getattr(error, 'exit_status', None) in _MISTAKES


def _way_to_look(run: Any) -> str | None:
    """Which command shows what a write of this run may have done."""
    from novaclient_mv.cli import commands, tokens

    name, _ = tokens.split(run.argv, run.table)
    words = commands.find(name or '').name.split('-')
    known = {each.name for each in commands.our_commands()}
    for count in range(len(words) - 1, 0, -1):
        for verb in ('list', 'show'):
            command = '-'.join([*words[:count], verb])
            if command in known:
                return f"'{PROGRAM} {command}' shows it."
    return None


def _known(error: Exception) -> Exception:
    """An error of ours; anything else is a fault of this program, and said to be one."""
    from novaclient_mv import http

    if not isinstance(error, exceptions.Error):
        if type(error).__module__.startswith('keystoneauth1'):
            return http.translated(error)
        if isinstance(error, OSError):
            return exceptions.Error(
                f'{error.strerror or error}: {error.filename or ""}'.rstrip(': ')
            )
    return error


def _wants_json(run: Any) -> bool:
    from novaclient_mv.cli import tokens

    # What is wrong may stand before the options that say how to tell it.
    given = run.given or tokens.globals_in(run.argv, run.table)
    chosen = given.get('error_format')
    return chosen == 'json' if chosen else given.get('format') == 'json'


def _lines(error: Exception) -> list[str]:
    if isinstance(error, exceptions.SomeFailed):
        failures = [f'{target}: {each}' for target, each in error.failures.items()]
        return [output.safe(line) for line in (*failures, str(error))]
    if not isinstance(error, exceptions.Error):
        return [output.safe(f'unexpected {type(error).__name__}: {error} (--debug shows more)')]
    return [output.safe(f'{error} {error.hint}' if error.hint else str(error))]


def as_mapping(error: Exception, status: int) -> dict[str, Any]:
    """An error for a program: ``code``, ``message``, ``status`` and what belongs to it."""
    found: dict[str, Any] = {
        'code': getattr(error, 'error_code', 'unexpected'),
        'message': str(error),
        'status': status,
        'http_status': getattr(error, 'http_code', None),
        'request_id': None,
        'needs_version': None,
        'cloud_range': None,
        'retryable': bool(getattr(error, 'retryable', False)),
    }
    if getattr(error, 'hint', None):
        found['hint'] = error.hint  # type: ignore[attr-defined]
    if isinstance(error, exceptions.Error):
        found.update(error.details())
    return found


def _show_traceback(environment: Environment, error: Exception) -> None:
    import traceback

    from novaclient_mv.cli import debug

    lines = debug.masked(''.join(traceback.format_exception(error))).split('\n')
    environment.stderr.write('\n'.join(output.safe(line) for line in lines))


def show_timings(environment: Environment, session: Any) -> None:
    """Write what each request took to stderr."""
    import prettytable

    from novaclient_mv.cli import debug

    table = prettytable.PrettyTable(['Request', 'Seconds'])
    table.align = 'l'
    total = 0.0
    for timing in session.get_timings():
        seconds = timing.elapsed.total_seconds()
        total += seconds
        table.add_row(
            [output.safe(debug.masked(f'{timing.method} {timing.url}')), f'{seconds:.3f}']
        )
    table.add_row(['Total', f'{total:.3f}'])
    environment.stderr.write(table.get_string() + '\n')

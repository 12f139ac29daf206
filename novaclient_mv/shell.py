"""The program: reads a command line, carries it out, shows what came of it, and ends with its
status.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, declarations, read
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import Token, Tokens
from novaclient_mv.cli.running import results
from novaclient_mv.cli.running.outcomes import Outcome
from novaclient_mv.cli.showing import local_commands
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.global_option import GlobalOption
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.errors import ExitStatus
from novaclient_mv.versions import APIVersion

_TIMINGS_OF_A_WATCH = 20


def main(argv: Sequence[str]) -> int:
    """Run a command line in this process's surroundings.

    :returns: the exit status.
    """
    return run(argv, Environment(prompt=_prompt))


def _prompt(environment: Environment, question: str) -> str | None:
    from novaclient_mv.cli.terminal import prompt

    return prompt.secret(environment, question)


def run(argv: Sequence[str], environment: Environment) -> int:
    """Run a command line; keeps no state, so that several can run at once.

    :returns: the exit status.
    """
    environment.stderr.hide_secrets_of(argv)
    try:
        status = _run(argv, environment)
        try:
            environment.stdout.flush()
        except OSError:
            # A full disk: an error that was shown is the one that matters more.
            if not status:
                raise
        return status
    except BrokenPipeError:
        environment.discard_output()
        return ExitStatus.CLOSED_PIPE
    except SystemExit as stop:
        # Only a command of another package ends the program.
        return _report_line(stop, read.split(argv), environment)
    except KeyboardInterrupt as stop:
        environment.at_interruption.close()
        from novaclient_mv.cli.running.interruption import Interrupted

        output = OutputOptions.of(read.split(argv).options(OptionTable()))
        return _report(Interrupted(stop), environment, output)


def _run(
    argv: Sequence[str], environment: Environment, typed: Sequence[Token] | None = None
) -> int:
    # Of an alias, ``typed`` are the words around it.
    words = read.split(argv)
    try:
        invocation = read.read(words, environment, _auth_options)
    except Exception as error:
        if isinstance(error, errors.UnknownName) and error.kind in ('command', 'option'):
            if typed is None and words.name == error.name.partition(' ')[0]:
                return _run_own_word(words, environment, error)
            return _run_apart(words, environment, error)
        if isinstance(error, errors.CommandError) and words.name is not None:
            error.hint = error.hint or commands.longer_name(words.name, words.following())
        return _report_line(error, words, environment)
    if environment.is_error_terminal and not invocation.options.get('quiet'):
        from novaclient_mv.clouds.shortcuts import Shortcuts

        if words.name is not None and Shortcuts(environment).is_there():
            from novaclient_mv.cli.reading import user_aliases

            user_aliases.tell_hidden(words.name, environment)
    if invocation.line is not None and invocation.line.repeats_options:
        from novaclient_mv.cli.reading import repeated

        repeated.tell(invocation, words.around if typed is None else typed)
    return _run_line(invocation, words)


def _report_line(error: BaseException, words: Tokens, environment: Environment) -> int:
    from novaclient_mv.cli.running import failure

    return failure.report_line(error, words, environment)


def _run_own_word(words: Tokens, environment: Environment, refusal: errors.UnknownName) -> int:
    """Run a line that begins with an alias, or with words that stand apart; return its status."""
    from novaclient_mv.cli.reading import user_aliases

    try:
        argv = user_aliases.expanded(words, environment)
    except errors.CommandError as error:
        refusal.hint = str(error)
        argv = None
    if argv is not None:
        return _run(argv, environment, words.around)
    return _run_apart(words, environment, user_aliases.with_close_ones(refusal, environment))


def _run_apart(words: Tokens, environment: Environment, refusal: errors.UnknownName) -> int:
    """Return the exit status of a refused line as our lines, up to the first that fails."""
    from novaclient_mv.cli.running import several_lines

    return several_lines.run(words, environment, refusal, _auth_options, _run_line, _report)


def _run_line(invocation: Invocation, words: Tokens) -> int:
    environment, settings = invocation.environment, invocation.settings
    may_page = environment.is_terminal and invocation.output.interval is None
    paging = settings.outside_files('pager') if may_page else None
    if paging is None or not paging.value:
        return _run_unpaged(invocation, words)
    from novaclient_mv.cli.terminal import pager

    try:
        return pager.paged(environment, lambda: _run_unpaged(invocation, words))
    except errors.CommandError as error:
        return _report(error, environment, invocation.output)


def _run_unpaged(invocation: Invocation, words: Tokens) -> int:
    environment = invocation.environment
    try:
        status = _shown_of_several(invocation)
    except errors.Error as error:
        return _report(error, environment, OutputOptions.of(words.options(OptionTable())))
    if status is not None:
        return status
    run_settings, output = invocation.settings, invocation.output
    cloud = Cloud(environment, settings=run_settings, warn=environment.stderr.tell)
    try:
        ended_by = (_show if output.interval is None else _watch)(invocation, cloud)
        if ended_by is None:
            return ExitStatus.OK
        return _report(ended_by, environment, output, invocation.command, cloud)
    finally:
        cloud.close()
        if output.has_timings:
            from novaclient_mv.cli.showing import timings

            most = None if output.interval is None else _TIMINGS_OF_A_WATCH
            timings.show(environment, cloud.timings(), most)


def _report(
    error: Exception,
    environment: Environment,
    output: OutputOptions,
    command: Command | None = None,
    cloud: Cloud | None = None,
) -> int:
    """Tell a failure, and return the exit status."""
    from novaclient_mv.cli.running import failure

    return failure.report(error, failure.Circumstances(environment, output, command, cloud))


def _show(invocation: Invocation, cloud: Cloud) -> Exception | None:
    """Carry an invocation out and show what it brings.

    :returns: what went wrong.
    """
    environment, output = invocation.environment, invocation.output
    try:
        writer = _result_writer(invocation, output.columns)
    except errors.CommandError as error:
        return error
    with _debugging(environment, output.is_debug), _with_progress(invocation) as prepared:
        outcome = (
            _first_page(invocation)
            or local_commands.answer(invocation)
            or _carried_out(invocation, cloud)
        )
        version = outcome.version or invocation.service.range.end

        def take(part: Any) -> None:
            writer.render(prepared(part), version)
            environment.stdout.flush()

        outcome.consume(take)
        done = getattr(outcome.error, 'done', None)
        try:
            if done is not None:
                take(done)
        except errors.Error as mistake:
            # A column, query or value that does not fit. What became of a write matters more.
            if not _writes(invocation):
                return mistake
            cloud.warn(str(mistake))
        except OSError as error:
            # A full disk: the error in hand is the one that matters more.
            if isinstance(error, BrokenPipeError):
                raise
        if outcome.error is None and _writes(invocation):
            _tell_change(invocation, version, writer, cloud)
    return outcome.error


def _tell_change(
    invocation: Invocation, version: APIVersion, writer: ResultWriter, cloud: Cloud
) -> None:
    """Tell a person at a terminal what was changed."""
    environment = invocation.environment
    if environment.is_terminal or environment.is_error_terminal:
        from novaclient_mv.cli.terminal import changes

        changes.tell(invocation, version, writer, cloud)


def _watch(invocation: Invocation, cloud: Cloud) -> Exception | None:
    """Show again and again what an invocation brings, until the user stops it.

    :returns: what went wrong.
    """
    environment, output = invocation.environment, invocation.output
    with _debugging(environment, output.is_debug):
        try:
            if output.shown_format == 'table':
                from novaclient_mv.cli.terminal import watching

                return watching.watch(invocation, cloud)
            from novaclient_mv.cli.showing import change_lines

            return change_lines.watch(
                invocation, cloud, lambda: _result_writer(invocation, output.columns)
            )
        except BrokenPipeError:
            raise
        except Exception as error:
            # A column or a query that does not fit, or values that make no sense.
            return error


def _result_writer(invocation: Invocation, columns: Sequence[str]) -> ResultWriter:
    """The writer of the results of a run: on a terminal, where a table is to be shown on one.

    :raises CommandError: the style that was asked for does not exist.
    """
    environment, output = invocation.environment, invocation.output
    are_checked = invocation.has_checked_columns
    if environment.is_terminal and output.shown_format == 'table':
        from novaclient_mv.cli.terminal import terminal_table

        return terminal_table.result_writer(invocation.settings, columns, are_checked)
    return ResultWriter(environment, output.format, columns, output.query, are_checked)


def _first_page(invocation: Invocation) -> Outcome | None:
    """The page for a terminal where no command was named."""
    if invocation.command is not None or not invocation.environment.is_terminal:
        return None
    from novaclient_mv.cli.terminal import first_page

    if not first_page.is_for(invocation):
        return None
    return Outcome([results.Text(first_page.text(invocation), is_own=True)])


def _writes(invocation: Invocation) -> bool:
    command = invocation.command
    return command is not None and bool(declarations.declared(command.function, 'writes'))


def _shown_of_several(invocation: Invocation) -> int | None:
    """Run an invocation that names several clouds on each, and show the results.

    :returns: the exit status; ``None`` where one cloud is enough.
    :raises Error: it is not for several clouds, one of them is not there, or they are to be sent
        one version and share none.
    """
    if not local_commands.needs_cloud(invocation):
        return None
    from novaclient_mv.clouds import selection

    clouds = selection.several(invocation.settings)
    if clouds is None:
        return None
    from novaclient_mv.cli.running import failure
    from novaclient_mv.cli.showing import several_clouds

    with _debugging(invocation.environment, invocation.output.is_debug):
        return several_clouds.show(invocation, clouds, _result_writer, failure.report)


def _debugging(environment: Environment, is_wanted: bool) -> AbstractContextManager[None]:
    """Shows requests and answers on stderr, where that is wanted."""
    if not is_wanted:
        return nullcontext()
    from novaclient_mv.cli.showing import debug

    return debug.logged(environment)


def _with_progress(invocation: Invocation) -> AbstractContextManager[Callable[[Any], Any]]:
    """Shows the progress of work on a cloud to somebody at a terminal who wants it.

    :returns: a function for each result before it is rendered.
    """
    environment, output = invocation.environment, invocation.output
    is_quiet = invocation.options.get('quiet') or output.is_debug
    is_long = local_commands.needs_cloud(invocation)
    is_dumb = environment.variables.get('TERM') == 'dumb'
    if is_quiet or not is_long or is_dumb or not environment.is_error_terminal:
        return nullcontext(lambda part: part)
    from novaclient_mv.cli.running import progress

    def display() -> progress.Display:
        from novaclient_mv.cli.terminal import progress_lines

        return progress_lines.ProgressLines(invocation.settings)

    is_shown_as_whole = output.shown_format in ('table', 'json', 'yaml')
    counts_rows = environment.is_terminal and is_shown_as_whole
    return progress.displaying(progress.Progress(display, environment.clock, counts_rows))


def _carried_out(invocation: Invocation, cloud: Cloud) -> Outcome:
    if invocation.line is not None and '--where' in invocation.line.flags:
        from novaclient_mv.cli.showing import selecting

        return selecting.outcome(invocation, cloud, _is_confirmed)
    from novaclient_mv.cli.running import execution

    return execution.execute(invocation, cloud, _is_confirmed)


def _is_confirmed(
    invocation: Invocation, text: str, rows: results.Table | results.Rows, version: APIVersion
) -> bool:
    from novaclient_mv.cli.terminal import question

    return question.is_confirmed(invocation, text, rows, version)


def _auth_options(settings: Settings, flag: str) -> tuple[GlobalOption, ...]:
    from novaclient_mv.clouds.logins import plugins

    return plugins.auth_options(settings, flag)


if not TYPE_CHECKING:
    # For programs that import the class; no command line needs it.
    def __getattr__(name: str) -> object:
        if name == 'OpenStackComputeShell':
            from novaclient_mv.compat import debugging_shell

            return debugging_shell.OpenStackComputeShell
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')

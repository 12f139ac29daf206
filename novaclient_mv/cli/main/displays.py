"""Displays of a run: plain, with live progress, in a pager or watched; of one cloud or several."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.cli.running.outcomes import Outcome
from novaclient_mv.cli.showing import local_commands
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.versions import APIVersion

if TYPE_CHECKING:
    from novaclient_mv.clouds.selection import Selection

_TIMINGS_OF_A_WATCH = 20


class Display:
    """Shows what becomes of one invocation."""

    def __init__(self, invocation: Invocation, cloud: Cloud, targets: Selection | None) -> None:
        self.cloud = cloud
        self._invocation, self._targets = invocation, targets
        self._environment, self._output = invocation.environment, invocation.output
        self._writer = result_writer(invocation, self._output.columns)
        self._before: Callable[[Any], Any] = lambda part: part

    @contextlib.contextmanager
    def live(self) -> Iterator[None]:
        """Show requests and progress while the work continues, where that is asked for."""
        with contextlib.ExitStack() as stack:
            if self._output.is_debug:
                from novaclient_mv.cli.showing import debug

                stack.enter_context(debug.logged(self._environment))
            elif self._shows_progress():
                self._before = stack.enter_context(_progress(self._invocation))
            yield

    def _shows_progress(self) -> bool:
        is_dumb = self._environment.variables.get('TERM') == 'dumb'
        is_quiet = self._invocation.options.get('quiet') or is_dumb
        if is_quiet or not self._environment.is_error_terminal:
            return False
        is_watched = self._output.interval is not None or self._targets is not None
        return not is_watched and local_commands.needs_cloud(self._invocation)

    def outcome_without_execution(self) -> Outcome | None:
        """The outcome of what is not executed on one cloud as it is; ``None`` for all else."""
        invocation = self._invocation
        if self._targets is not None:
            from novaclient_mv.cli.running import failure
            from novaclient_mv.cli.showing import several_clouds

            report = failure.report
            status = several_clouds.show(invocation, self._targets, result_writer, report)
            return Outcome(status=status)
        if not local_commands.needs_cloud(invocation):
            return _first_page(invocation) or local_commands.answer(invocation)
        if self._output.interval is not None:
            return Outcome(error=_watched(invocation, self.cloud))
        if invocation.line is not None and '--where' in invocation.line.flags:
            from novaclient_mv.cli.showing import selecting

            return selecting.outcome(invocation, self.cloud, is_confirmed)
        return None

    def show(self, outcome: Outcome) -> None:
        """Show the results as they come, and the answers to writes that were accepted."""
        version = outcome.version or self._invocation.service.range.end

        def render(part: Any) -> None:
            self._writer.render(self._before(part), version)
            self._environment.stdout.flush()

        outcome.consume(render)
        if (done := getattr(outcome.error, 'done', None)) is not None:
            try:
                render(done)
            except errors.Error as mistake:
                # What became of a write matters more.
                if not self._invocation.writes:
                    raise
                self.cloud.warn(str(mistake))
            except OSError as error:
                # A full disk: the error in hand is the one that matters more.
                if isinstance(error, BrokenPipeError):
                    raise
        if outcome.error is None and self._invocation.writes:
            self._tell_change(version)

    def _tell_change(self, version: APIVersion) -> None:
        if self._environment.is_terminal or self._environment.is_error_terminal:
            from novaclient_mv.cli.terminal import changes

            changes.tell(self._invocation, version, self._writer, self.cloud)

    def report(self, outcome: Outcome) -> int:
        """Report a failure; return the exit status."""
        if outcome.error is None:
            return outcome.status
        from novaclient_mv.cli.running import failure

        command = self._invocation.command
        place = failure.Circumstances(self._environment, self._output, command, self.cloud)
        return failure.report(outcome.error, place)

    def show_timings(self) -> None:
        # Several clouds were shown with their own.
        if self._output.has_timings and self._targets is None:
            from novaclient_mv.cli.showing import timings

            most = None if self._output.interval is None else _TIMINGS_OF_A_WATCH
            timings.show(self._environment, self.cloud.timings(), most)


@contextlib.contextmanager
def opened(invocation: Invocation) -> Iterator[Display]:
    """Open the display of an invocation, and its cloud, to which nothing is sent yet."""
    environment, settings = invocation.environment, invocation.settings
    with contextlib.ExitStack() as stack:
        may_page = environment.is_terminal and invocation.output.interval is None
        paging = settings.outside_files('pager') if may_page else None
        if paging is not None and paging.value:
            from novaclient_mv.cli.terminal import pager

            stack.enter_context(pager.paged(environment))
        cloud = Cloud(environment, settings=settings, warn=environment.stderr.tell)
        stack.callback(cloud.close)
        targets = None
        if local_commands.needs_cloud(invocation):
            from novaclient_mv.clouds import selection

            targets = selection.several(settings)
        display = Display(invocation, cloud, targets)
        try:
            yield display
        finally:
            display.show_timings()


def _first_page(invocation: Invocation) -> Outcome | None:
    """The page for a terminal where no command was named."""
    if invocation.command is not None or not invocation.environment.is_terminal:
        return None
    from novaclient_mv.cli.terminal import first_page

    if not first_page.is_for(invocation):
        return None
    return Outcome([results.Text(first_page.text(invocation), is_own=True)])


def _watched(invocation: Invocation, cloud: Cloud) -> Exception | None:
    """Show again and again what an invocation brings, until the user stops it."""
    try:
        if invocation.output.shown_format == 'table':
            from novaclient_mv.cli.terminal import watching

            return watching.watch(invocation, cloud)
        from novaclient_mv.cli.showing import change_lines

        return change_lines.watch(
            invocation, cloud, lambda: result_writer(invocation, invocation.output.columns)
        )
    except BrokenPipeError:
        raise
    except Exception as error:
        # A column or a query that does not fit, or values that make no sense.
        return error


def result_writer(invocation: Invocation, columns: Sequence[str]) -> ResultWriter:
    """The writer of the results of a run: on a terminal, where a table is to be shown on one."""
    environment, output = invocation.environment, invocation.output
    are_checked = invocation.has_checked_columns
    if environment.is_terminal and output.shown_format == 'table':
        from novaclient_mv.cli.terminal import terminal_table

        return terminal_table.result_writer(invocation.settings, columns, are_checked)
    return ResultWriter(environment, output.format, columns, output.query, are_checked)


def _progress(
    invocation: Invocation,
) -> contextlib.AbstractContextManager[Callable[[Any], Any]]:
    """Shows the progress of work on a cloud to somebody at a terminal."""
    from novaclient_mv.cli.running import progress

    def display() -> progress.Display:
        from novaclient_mv.cli.terminal import progress_lines

        return progress_lines.ProgressLines(invocation.settings)

    environment = invocation.environment
    is_shown_as_whole = invocation.output.shown_format in ('table', 'json', 'yaml')
    counts_rows = environment.is_terminal and is_shown_as_whole
    return progress.displaying(progress.Progress(display, environment.clock, counts_rows))


def is_confirmed(
    invocation: Invocation, text: str, rows: results.Table | results.Rows, version: APIVersion
) -> bool:
    """Ask a person at a terminal before something is changed; whether the answer was yes."""
    from novaclient_mv.cli.terminal import question

    return question.is_confirmed(invocation, text, rows, version)

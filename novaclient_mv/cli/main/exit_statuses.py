"""The exit status of a run that ended early, with a line that says why."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, read
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.errors import ExitStatus


def of_end(
    end: BaseException,
    argv: Sequence[str],
    environment: Environment,
    invocation: Invocation | None = None,
) -> int:
    """Report what ended a run, and return its exit status.

    :param invocation: the one that ran; ``None`` where the command line was not understood.
    :raises BaseException: it is a fault of the program that no command line explains.
    """
    if isinstance(end, BrokenPipeError):
        environment.discard_output()
        return ExitStatus.CLOSED_PIPE
    from novaclient_mv.cli.running import failure

    if isinstance(end, failure.RefusedLine):
        invocation, end = end.invocation, end.error
    if isinstance(end, KeyboardInterrupt):
        from novaclient_mv.cli.running.interruption import Interrupted

        environment.at_interruption.close()
        error: Exception = Interrupted(end)
    elif isinstance(end, SystemExit):
        # Only a command of another package ends the program.
        error = RuntimeError(f'it ended the program with {end.code}')
        error.__cause__ = end
    elif isinstance(end, errors.Error) or (isinstance(end, Exception) and invocation is None):
        error = end
    else:
        raise end
    if invocation is not None:
        output, command = invocation.output, invocation.command
    else:
        tokens = read.split(argv)
        output = OutputOptions.of(tokens.options(OptionTable()))
        command = None if isinstance(error, errors.Error) else _named(tokens.name)
    return failure.report(error, failure.Circumstances(environment, output, command))


def _named(name: str | None) -> Command | None:
    """The command of a line that was not read, since its declarations may be what is wrong."""
    with contextlib.suppress(errors.Error):
        return commands.find(name or '')
    return None

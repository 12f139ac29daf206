"""The program: reads a command line, executes it, shows the results, and ends with a status."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from novaclient_mv.cli.main import displays, invocations
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.errors import ExitStatus


def main(argv: Sequence[str]) -> int:
    """Run a command line in this process's surroundings.

    :returns: the exit status.
    """
    return run(argv, Environment(prompt=_prompt))


def run(argv: Sequence[str], environment: Environment) -> int:
    """Run a command line; keeps no state, so that several can run at once.

    :returns: the exit status.
    """
    environment.stderr.hide_secrets_of(argv)
    status: int = ExitStatus.OK
    invocation: Invocation | None = None
    try:
        for invocation in invocations.read_all(argv, environment):
            with displays.opened(invocation) as display:
                with display.live():
                    outcome = display.outcome_without_execution()
                    if outcome is None:
                        # Help and completion go without it.
                        from novaclient_mv.cli.running.execution import execute

                        outcome = execute(invocation, display.cloud, displays.is_confirmed)
                    display.show(outcome)
                status = display.report(outcome)
            if status:
                break
        # Of a full disk and an error that was shown, the error matters more.
        with contextlib.suppress(*(OSError,) * bool(status)):
            environment.stdout.flush()
        return status
    except BaseException as end:
        from novaclient_mv.cli.main import exit_statuses

        return exit_statuses.of_end(end, argv, environment, invocation)


def _prompt(environment: Environment, question: str) -> str | None:
    from novaclient_mv.cli.terminal import prompt

    return prompt.secret(environment, question)


if not TYPE_CHECKING:
    # For programs that import the class; no command line needs it.
    def __getattr__(name: str) -> object:
        if name == 'OpenStackComputeShell':
            from novaclient_mv.compat import debugging_shell

            return debugging_shell.OpenStackComputeShell
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')

"""The surroundings of a run: environment variables, streams, clock, folders."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from novaclient_mv import errors
from novaclient_mv.clouds import encodings
from novaclient_mv.clouds.messages import Messages

if TYPE_CHECKING:
    from novaclient_mv.wire.transport import Transport


class Clock:
    """The time, and how to wait; tests replace both."""

    def __init__(
        self,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now = now
        self.sleep = sleep
        self.monotonic = monotonic


class _Closed(io.TextIOBase):
    """Stands for an output that was closed before the program started."""

    def write(self, text: str) -> int:
        """Raise ``OSError``: the output is closed."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), 'output')


class Environment:
    """Everything that a run takes from its surroundings, so that runs do not share state.

    :param variables: environment variables.
    :param transport: called with the keystoneauth1 session, to mount a transport of its own
        (tests).
    :param wrap: makes another transport of the one that sends requests: to record them, or to stop
        before a write.
    :param prompt: asks a person for a secret, with these surroundings and a question; tells
        ``None`` where they give none. Nobody is asked without it.
    """

    def __init__(
        self,
        variables: Mapping[str, str] | None = None,
        stdin: BinaryIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        clock: Clock | None = None,
        cwd: str | None = None,
        transport: Callable[[Any], None] | None = None,
        wrap: Callable[[Transport], Transport] | None = None,
        prompt: Callable[[Environment, str], str | None] | None = None,
    ) -> None:
        self.variables = os.environ if variables is None else variables
        self.stdin = stdin
        # Python has no stream at all for one that was closed when the program started.
        self.stdout = stdout or sys.stdout or _Closed()
        self.stderr = Messages(stderr or sys.stderr)
        self.clock = clock or Clock()
        self.cwd = cwd
        self.transport = transport
        self.wrap = wrap
        self.prompt = prompt
        self.at_interruption = contextlib.ExitStack()
        """Closed when the user stops the run, which may leave a thread alone with a terminal."""
        self.carried_out: list[str] = []
        """Commands that write and that the same line has carried out before this one."""

    def with_output(self, stdout: TextIO | None) -> Environment:
        """The same surroundings with another output; nothing can be written to ``None``."""
        import copy

        other = copy.copy(self)
        other.stdout = stdout or _Closed()
        return other

    @contextlib.contextmanager
    def redirected(self, stdout: TextIO | io.TextIOBase) -> Iterator[None]:
        """Write to another output meanwhile."""
        before, self.stdout = self.stdout, stdout
        try:
            yield
        finally:
            self.stdout = before

    def discard_output(self) -> None:
        """Redirect stdout to /dev/null after a closed pipe."""
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stdout.fileno())
        except (OSError, ValueError):
            return

    def get(self, *names: str) -> tuple[str, str] | None:
        """Name and value of the first variable that is set and not empty."""
        for name in names:
            value = encodings.decoded(self.variables.get(name) or '')
            if value:
                if not encodings.is_text(value):
                    raise errors.CommandError(f'{name} is not text in UTF-8.')
                return name, value
        return None

    def _folder(self, variable: str, default: str) -> str:
        base = self.variables.get(variable)
        if not base or not os.path.isabs(base):
            home = self.variables.get('HOME') or os.path.expanduser('~')
            base = os.path.join(home, default)
        return os.path.join(base, 'nova-mv')

    @property
    def cache_folder(self) -> str:
        return self._folder('XDG_CACHE_HOME', '.cache')

    @property
    def config_folder(self) -> str:
        return self._folder('XDG_CONFIG_HOME', '.config')

    @property
    def state_folder(self) -> str:
        return self._folder('XDG_STATE_HOME', os.path.join('.local', 'state'))

    @property
    def is_terminal(self) -> bool:
        """Whether the output goes to a terminal."""
        return bool(getattr(self.stdout, 'isatty', lambda: False)())

    @property
    def is_error_terminal(self) -> bool:
        """Whether messages go to a terminal."""
        return self.stderr.isatty()

    @property
    def is_input_terminal(self) -> bool:
        """Whether the input is a terminal whose foreground this process is in."""
        stdin = self.stdin or sys.stdin
        try:
            return stdin.isatty() and os.tcgetpgrp(stdin.fileno()) == os.getpgrp()
        except (AttributeError, OSError, ValueError):
            # It is closed, or its terminal is not that of this process.
            return False

    @property
    def can_confirm(self) -> bool:
        """Whether there is somebody at a terminal who reads messages and can answer."""
        return self.is_error_terminal and self.is_input_terminal

    @property
    def width(self) -> int:
        """Columns of the terminal, 80 without one."""
        columns = self.variables.get('COLUMNS', '')
        if columns.isascii() and columns.isdigit() and int(columns) > 20:
            return int(columns)
        if self.is_terminal:
            try:
                # Pseudo-terminals of other programs may have no size: 0.
                return os.get_terminal_size(self.stdout.fileno()).columns or 80
            except (OSError, ValueError):
                return 80
        return 80


def line_width(environment: Environment) -> int:
    """Columns of lines of text: 100, or those of a terminal that has fewer."""
    return min(environment.width, 100) if environment.is_terminal else 100


def shows_colour(environment: Environment, color: str = 'auto') -> bool:
    """Whether the output is bold and coloured."""
    return color == 'always' or (
        color == 'auto' and environment.is_terminal and _may_be_coloured(environment)
    )


def shows_colour_of_messages(environment: Environment, color: str = 'auto') -> bool:
    """Whether messages are coloured."""
    return color == 'always' or (
        color == 'auto' and environment.is_error_terminal and _may_be_coloured(environment)
    )


def _may_be_coloured(environment: Environment) -> bool:
    variables = environment.variables
    return not variables.get('NO_COLOR') and variables.get('TERM') != 'dumb'

"""Runs the command of a cloud file that prints a secret, and takes the first line of its output."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

from novaclient_mv import errors
from novaclient_mv.clouds import files
from novaclient_mv.clouds.origins import FileOrigin
from novaclient_mv.clouds.settings import Setting, Settings

if TYPE_CHECKING:
    import subprocess

    from novaclient_mv.clouds.origins import Origin

SECONDS = 120.0
"""The time that a command may take; a person may have to unlock something."""

_SECONDS_AFTER_LINE = 1.0
"""The time after the first line in which a command may still end with a failure."""

_LOOK_SECONDS = 0.02
_MAX_BYTES = 1 << 16


def first_line(
    words: Sequence[str],
    variables: Mapping[str, str],
    origin: Origin,
    seconds: float = SECONDS,
    has_input: bool = False,
) -> str:
    """The first line that a command prints; it ends then, with all that it started.

    :param words: the program and its arguments; no shell reads them.
    :param origin: where it stands, in words, for errors. Its arguments are in none of these.
    :param has_input: whether it may read the input of this process: that is a terminal.
    :raises LoginError: it cannot be run, fails, takes too long or prints no text.
    """
    import subprocess

    program = words[0]
    try:
        process = subprocess.Popen(
            words,
            stdin=None if has_input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=dict(variables),
            process_group=0,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else 'its words are not text'
        raise _failed(origin, f'{program} cannot be run: {reason}') from None
    try:
        with _Terminal(process.pid) as terminal:
            output, is_ended = _output_of(process, terminal, seconds)
    finally:
        # What it started ends with it, unless that has a session of its own.
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
        assert process.stdout is not None
        process.stdout.close()
    if not is_ended and b'\n' not in output:
        raise _failed(origin, f'{program} took more than {seconds:g} seconds')
    if is_ended and status:
        if status == -signal.SIGINT and terminal.is_there:
            # Ctrl-C went to the group that had the terminal.
            os.kill(os.getpid(), signal.SIGINT)
        raise _failed(origin, f'{program} {_ended_by(status)}')
    if len(output) == _MAX_BYTES and b'\n' not in output:
        raise _failed(origin, f'{program} printed no secret: its first line is too long')
    line = output.partition(b'\n')[0].removesuffix(b'\r')
    if not line:
        raise _failed(origin, f'{program} printed no secret: its first line is empty')
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise _failed(origin, f'{program} printed something that is not text in UTF-8') from None


class _Terminal:
    """Lends the terminal of this process, if it has one, to one group of processes at a time."""

    _lock = threading.Lock()

    def __init__(self, group: int) -> None:
        self._group = group
        self._descriptor: int | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is one."""
        return self._descriptor is not None

    def __enter__(self) -> Self:
        with contextlib.suppress(OSError):
            self._descriptor = os.open('/dev/tty', os.O_RDWR | os.O_NOCTTY)
            self._lock.acquire()
            self._hand_over(os.getpgrp(), self._group)
        return self

    def __exit__(self, *error: object) -> None:
        if self._descriptor is not None:
            self._hand_over(self._group, os.getpgrp())
            self._lock.release()
            os.close(self._descriptor)

    def pause(self) -> float:
        """Stop with the group, which Ctrl-Z stopped, until the shell has both go on."""
        start = time.monotonic()
        if self._descriptor is not None:
            self._hand_over(self._group, os.getpgrp())
            os.killpg(os.getpgrp(), signal.SIGTSTP)
            self._hand_over(os.getpgrp(), self._group)
        return time.monotonic() - start

    def _hand_over(self, before: int, after: int) -> None:
        """Have another group of processes read the terminal, if that is still the first one's."""
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        with contextlib.suppress(OSError):
            assert self._descriptor is not None
            if os.tcgetpgrp(self._descriptor) == before:
                os.tcsetpgrp(self._descriptor, after)
            if after == self._group:
                # It was stopped, or has stopped because it read before it might.
                os.killpg(after, signal.SIGCONT)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _output_of(
    process: subprocess.Popen[bytes], terminal: _Terminal, seconds: float
) -> tuple[bytes, bool]:
    """The output of a process, cut, and whether it ended in time or soon after its first line."""
    assert process.stdout is not None
    output, is_open, end = b'', True, time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if is_open and select.select([process.stdout], [], [], min(left, _LOOK_SECONDS))[0]:
            piece = os.read(process.stdout.fileno(), _MAX_BYTES)
            is_open = bool(piece)
            if b'\n' not in output and b'\n' in piece:
                end = min(end, time.monotonic() + _SECONDS_AFTER_LINE)
            output += piece[: _MAX_BYTES - len(output)]
        elif process.returncode is not None:
            return output, True
        elif not is_open:
            time.sleep(min(left, _LOOK_SECONDS))
        if process.returncode is None:
            changed, status = os.waitpid(process.pid, os.WNOHANG | os.WUNTRACED)
            if changed and os.WIFSTOPPED(status):
                end += terminal.pause()
            elif changed:
                process.returncode = os.waitstatus_to_exitcode(status)
    return output, False


def _ended_by(status: int) -> str:
    if status > 0:
        return f'ended with status {status}'
    try:
        return f'was ended by {signal.Signals(-status).name}'
    except ValueError:
        return f'was ended by signal {-status}'


def _failed(origin: Origin, reason: str) -> errors.LoginError:
    return errors.LoginError(f'No secret came from {origin}: {reason}.')


def of(settings: Settings) -> Setting | None:
    """The command of the cloud file, as its words, and where it stands."""
    cloud = settings.cloud
    words = None if cloud is None else cloud.settings.get(files.PASSWORD_COMMAND)
    if cloud is None or not words:
        return None
    key = files.PASSWORD_COMMAND
    return Setting(words, FileOrigin(settings.environment, cloud, (key,), words))

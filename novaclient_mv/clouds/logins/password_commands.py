"""Runs the command of a cloud file that prints a secret, and takes the first line of its output."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from novaclient_mv import errors
from novaclient_mv.clouds import files
from novaclient_mv.clouds.origins import FileOrigin
from novaclient_mv.clouds.settings import Setting, Settings

if TYPE_CHECKING:
    import subprocess

    from novaclient_mv.clouds.origins import Origin

SECONDS = 120.0
"""The time that a command may take; a person may have to unlock something."""

_MOST_OCTETS = 1 << 16


def first_line(
    words: Sequence[str],
    variables: Mapping[str, str],
    origin: Origin,
    seconds: float = SECONDS,
    has_input: bool = False,
) -> str:
    """The first line that a command prints.

    :param words: the program and its arguments; no shell reads them.
    :param variables: its environment variables.
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
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else 'its words are no text'
        raise _failed(origin, f'{program} cannot be run: {reason}') from None
    try:
        output = _output_of(process, seconds)
        status = None if output is None else _status_of(process, seconds)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()
    if output is None or status is None:
        raise _failed(origin, f'{program} took more than {seconds:g} seconds')
    if status:
        raise _failed(origin, f'{program} {_ended_by(status)}')
    if len(output) == _MOST_OCTETS and b'\n' not in output:
        raise _failed(origin, f'{program} printed no secret: its first line is too long')
    line = output.partition(b'\n')[0].removesuffix(b'\r')
    if not line:
        raise _failed(origin, f'{program} printed no secret: its first line is empty')
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise _failed(origin, f'{program} printed something that is not text in UTF-8') from None


def _output_of(process: subprocess.Popen[bytes], seconds: float) -> bytes | None:
    """The output of a process until it closes it, cut; ``None`` where that takes too long."""
    assert process.stdout is not None
    output, end = b'', time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not select.select([process.stdout], [], [], left)[0]:
            break
        piece = os.read(process.stdout.fileno(), _MOST_OCTETS)
        if not piece:
            return output
        output += piece[: _MOST_OCTETS - len(output)]
    return None


def _status_of(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    import subprocess

    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _ended_by(status: int) -> str:
    if status > 0:
        return f'ended with status {status}'
    import signal

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

"""Serves a sandbox over HTTP while a test runs."""

from __future__ import annotations

import contextlib
import re
import signal
from collections.abc import Iterator

from functional_tests.nova import Nova
from unit_tests.patience import PATIENCE

_SETTING = re.compile(r'export (OS_[A-Z_]+)=(\S+)')


_START = re.compile(r'# Sandbox on http\S+; its state is (.+); Ctrl-C ends it\.')
STATE = 'SANDBOX_STATE'


@contextlib.contextmanager
def sandbox(nova: Nova, *words: str, port: int = 0) -> Iterator[dict[str, str]]:
    """The settings that ``sandbox-serve`` prints; it serves inside the block.

    Under :data:`STATE` stands the file that the start line tells.

    :param words: options of the command.
    """
    process = nova.start('sandbox-serve', '--port', str(port), *words)
    try:
        assert process.stdout is not None
        settings = {}
        for line in process.stdout:
            start = _START.fullmatch(line.strip())
            if start is not None:
                settings[STATE] = start[1]
                break
            setting = _SETTING.fullmatch(line.strip())
            assert setting is not None, line
            settings[setting[1]] = setting[2]
        assert settings, process.stderr.read() if process.stderr else ''
        yield {**settings, 'OS_CLOUD': ''}
        process.send_signal(signal.SIGINT)
        _, messages = process.communicate(timeout=PATIENCE)
        assert (messages, process.returncode) == ('', 0)
    finally:
        process.kill()
        process.communicate()


def url(settings: dict[str, str]) -> str:
    """The base URL of a served sandbox."""
    return settings['OS_AUTH_URL'].removesuffix('/identity/v3')

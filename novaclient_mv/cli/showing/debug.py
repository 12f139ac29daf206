"""Shows requests and answers for ``--debug``, with every secret masked."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence

from novaclient_mv.clouds import line_secrets
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.wire import debugging, masking


class _Formatter(logging.Formatter):
    """Masks secrets, and those of the command line wherever they went."""

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__('%(levelname)s (%(name)s) %(message)s')
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if not hasattr(record, debugging.MASKED):
            text = masking.masked(text)
        return masking.without(text, self._secrets)


@contextlib.contextmanager
def logged(environment: Environment) -> Iterator[None]:
    """Send what is logged of requests and answers to stderr, while the context lasts."""
    handler = logging.StreamHandler(environment.stderr)
    handler.setFormatter(_Formatter(line_secrets.of_line(environment.stderr.words)))
    loggers = [logging.getLogger(name) for name in ('keystoneauth', 'novaclient_mv')]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
            if all(isinstance(present, logging.NullHandler) for present in logger.handlers):
                logger.setLevel(logging.NOTSET)

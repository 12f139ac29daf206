"""Shows requests and answers for ``--debug``, with every secret masked."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from novaclient_mv.clouds.environment import Environment
from novaclient_mv.wire import debugging, masking


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if not hasattr(record, debugging.MASKED):
            text = masking.masked(text)
        return text


@contextlib.contextmanager
def logged(environment: Environment) -> Iterator[None]:
    """Send what is logged of requests and answers to stderr, while the context lasts."""
    handler = logging.StreamHandler(environment.stderr)
    handler.setFormatter(_Formatter('%(levelname)s (%(name)s) %(message)s'))
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

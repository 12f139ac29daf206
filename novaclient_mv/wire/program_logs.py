"""Logs of requests of programs over a session of keystoneauth1, with every secret masked.

Of itself keystoneauth1 masks headers of tokens alone, and urllib3 nothing.
"""

from __future__ import annotations

import logging
from typing import Any

from novaclient_mv.wire import debugging, echoes
from novaclient_mv.wire.transport import WireRequest

_SPLIT = tuple(
    f'{debugging.SESSION}.{part}' for part in ('request', 'response', 'body', 'request-id')
)
"""Loggers that a session uses in place of its own one where a program wants several."""
_OF_URLS = ('urllib3.connectionpool', 'urllib3.util.retry')


def logger_of(
    session: object, logger: logging.Logger | None, request: WireRequest
) -> logging.LoggerAdapter[logging.Logger] | None:
    """A logger that masks; ``None`` where a session has several, which mask from now on."""
    _mask(_OF_URLS)
    if logger is None and getattr(session, '_split_loggers', False):
        _mask(_SPLIT)
        return None
    return _Masking(logger or logging.getLogger(debugging.SESSION), request)


class _Masking(logging.LoggerAdapter):  # type: ignore[type-arg]
    """Logs messages about a request without secrets."""

    def __init__(self, logger: logging.Logger, request: WireRequest) -> None:
        super().__init__(logger, {})
        self._known = echoes.Secrets(request)

    def log(self, level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
        """Log a message without secrets."""
        if self.isEnabledFor(level):
            from novaclient_mv.wire import masking

            record = logging.LogRecord('', level, '', 0, msg, args, None)
            text = masking.masked(record.getMessage(), self._known)
            # Behind this function and the one that was called.
            kwargs.setdefault('stacklevel', 3)
            super().log(level, '%s', text, **kwargs)


class _Filter(logging.Filter):
    """Masks messages, and lets them all through."""

    def filter(self, record: logging.LogRecord) -> bool:
        from novaclient_mv.wire import masking

        message = record.getMessage()
        masked = masking.masked(message)
        if masked != message:
            record.msg, record.args = masked, None
        return True


_FILTER = _Filter()


def _mask(names: tuple[str, ...]) -> None:
    for name in names:
        logger = logging.getLogger(name)
        if logger.isEnabledFor(logging.DEBUG):
            # It takes the same one once.
            logger.addFilter(_FILTER)

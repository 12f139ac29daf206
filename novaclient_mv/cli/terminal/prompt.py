"""Asks a person at a terminal for a secret, which is not shown while it is typed."""

from __future__ import annotations

import getpass
import sys
import termios
import threading
import warnings
from collections.abc import Callable
from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.environment import Environment

_LOCK = threading.Lock()
"""A process has one terminal, whatever runs in it."""


def secret(environment: Environment, question: str) -> str | None:
    """Ask for a secret; several threads of a run ask one after the other.

    :param question: what the person reads.
    :returns: ``None`` where the person ends the input.
    :raises LoginError: the terminal shows what is typed, or that is no text.
    """
    with _LOCK:
        environment.at_interruption, messages = _restored(), environment.stderr
        try:
            with messages.without_drawing(), messages.held(), warnings.catch_warnings():
                # What is typed would be seen.
                warnings.simplefilter('error', getpass.GetPassWarning)
                return getpass.getpass(escapes.safe(question))
        except EOFError:
            return None
        except getpass.GetPassWarning:
            raise errors.LoginError('The terminal would show what is typed.') from None
        except UnicodeDecodeError:
            raise errors.LoginError('What was typed is not text in UTF-8.') from None
        finally:
            environment.at_interruption = None


def _restored() -> Callable[[], None] | None:
    """Return a function that turns the echo on again, for a run that ends while a thread asks."""
    try:
        before: Any = termios.tcgetattr(sys.stdin)
    except (OSError, ValueError, AttributeError, TypeError, termios.error):
        return None
    return lambda: termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)

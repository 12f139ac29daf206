"""Asks for confirmation before resources are changed that were not named exactly."""

from __future__ import annotations

from collections.abc import Callable

from novaclient_mv import errors
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running.results import Question, Rows, Shown, Table
from novaclient_mv.versions import APIVersion

Confirm = Callable[[Invocation, str, Table | Rows, APIVersion], bool]
"""Shows rows, asks a question about them, and tells whether the answer was yes."""


class Declined(errors.Error):
    """The user did not say yes."""

    error_code = 'declined'

    def __init__(self) -> None:
        super().__init__('Nothing was done.')


def answered(
    question: Question,
    invocation: Invocation,
    version: APIVersion,
    confirm: Confirm | None,
    warn: Callable[[str], None],
) -> Shown:
    """Proceed once the user has confirmed; at once where nobody can, or need, be asked."""
    for line in question.lines:
        warn(line)
    is_asked = bool(question.text) and invocation.environment.can_confirm
    is_confirmed = (
        confirm is None
        or not is_asked
        or confirm(invocation, question.text, question.rows, version)
    )
    if not is_confirmed:
        raise Declined
    return question.proceed()

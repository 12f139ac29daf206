"""Takes answers apart, and says which answer it was that is not what its operation answers with."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors

if TYPE_CHECKING:
    from novaclient_mv.wire.request import Answer, Request

MALFORMED = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
)
"""Exceptions of Python for a value whose type is not the API's."""


def unreadable(
    reason: str, request: Request | None, url: str, request_id: str | None
) -> errors.CloudError:
    """The error for an answer that cannot be read; after a write it says how to look for what the
    write did.

    :param reason: method, URL and status of the answer, and what is wrong with it.
    """
    text = f'{reason} (Request-ID: {request_id})' if request_id else reason
    if request is not None and request.is_write:
        text = f'{text}: {request.uncertainty}'
        return errors.WriteUncertain(text, url=url, request_id=request_id)
    return about_answer(f'{text}.', url, request_id)


def about_answer(
    message: str, url: str | None = None, request_id: str | None = None
) -> errors.CloudError:
    """An error on what is in an answer, not on how it came."""
    error = errors.CloudError(message, url=url, request_id=request_id)
    return error.update(is_about_answer=True)


def unexpected(answer: Answer, needed: str) -> errors.CloudError:
    """The error for a body that is not what the operation answers with."""
    return _of(answer, f'answered {answer.status} without {needed}')


def malformed(answer: Answer, error: Exception) -> errors.CloudError:
    reason = reason_of(error)
    return _of(answer, f'answered {answer.status} with malformed values: {reason}')


def reason_of(error: Exception) -> str:
    """Return an error's message, or its class without one, as the end of a sentence."""
    return str(error).rstrip('.') or type(error).__name__


def _of(answer: Answer, reason: str) -> errors.CloudError:
    method = f'{answer.request.method} ' if answer.request is not None else ''
    return unreadable(
        f'{method}{answer.url} {reason}', answer.request, answer.url, answer.request_id
    )


UNWRAPPED = None
"""In place of a key: the body of an answer, or of a request, is the resource itself."""


def member(answer: Answer, name: str | None, kind: type) -> Any:
    """The value that an answer wraps in a key, or that it is (``UNWRAPPED``)."""
    if name is UNWRAPPED:
        value = answer.body
    else:
        value = answer.body.get(name) if isinstance(answer.body, Mapping) else None
    if not isinstance(value, kind):
        raise unexpected(answer, _called(name, kind))
    return value


def with_beside(
    value: dict[str, Any], answer: Answer, name: str | None, known: Container[str]
) -> dict[str, Any]:
    """An object that an answer wraps in a key, with the keys beside it.

    :param known: keys of such objects: what has one of these names stands below ``extra``, so that
        it is not read as the object's own.
    """
    if name is UNWRAPPED or len(answer.body) == 1:
        return value
    beside = {
        key: entry
        for key, entry in answer.body.items()
        if key != name and not key.endswith('links')
    }
    own = {key: beside.pop(key) for key in [*beside] if key in value or key in known}
    return {**value, **beside, **({'extra': own} if own and 'extra' not in value else {})}


def _called(name: str | None, kind: type) -> str:
    """Return the name of an answer's member for messages."""
    if name is not UNWRAPPED:
        return f"'{name}'"
    return 'an object' if kind is dict else f'a {kind.__name__}'


def objects(answer: Answer, rows: Iterable[Any]) -> list[dict[str, Any]]:
    """The rows of a list, each of which is an object."""
    checked = list(rows)
    if not all(isinstance(row, dict) for row in checked):
        raise unexpected(answer, 'a list of objects')
    return checked


def created(answer: Answer, name: str | None, keys: tuple[str, ...] = ('id',)) -> dict[str, Any]:
    """Return the representation of a created resource.

    :param keys: where its id may be; one of them has it, if there are any.
    :raises WriteUncertain: the answer lacks the object, or its id.
    """
    info: dict[str, Any] = member(answer, name, dict)
    ids = [info.get(key) for key in keys]
    if keys and not any(isinstance(id, int | str) and str(id) for id in ids):
        raise unexpected(answer, f'the id of {_called(name, dict)}')
    return info

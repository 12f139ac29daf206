"""Deletes the resources that a command line names, and says what was accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from novaclient_mv.cli.running import results, several
from novaclient_mv.resources import Resource, is_uuid

R = TypeVar('R', bound=Resource)


def on_each(
    references: Sequence[str], find: Callable[[str], R], delete: Callable[[R], object]
) -> results.Started:
    """Delete what is found for each reference; all are tried, whatever fails."""
    gone = several.on_each_found(references, find, delete)
    result = _accepted((_label(target), {'id': target.id}) for target in gone)
    started = results.Started(result, gone, labels=gone.labels)
    gone.check(started)
    return started


def by_reference(references: Sequence[str], delete: Callable[[str], object]) -> results.Done:
    """Delete each name or id without looking it up; all are tried, whatever fails."""
    return several.each_done(
        references,
        delete,
        '{}: delete accepted'.format,
        lambda reference: {**_known_of(reference), 'action': 'delete'},
    )


def by_id(ids: Sequence[str], delete: Callable[[str], object]) -> results.Done:
    """Delete what each id stands for, which is gone at once; all are tried, whatever fails."""

    def delete_one(id: str) -> str:
        delete(id)
        return id

    return by_name_or_id(ids, delete_one)


def by_name_or_id(words: Sequence[str], delete: Callable[[str], str | None]) -> results.Done:
    """Delete what each word names, which is gone at once; all are tried, whatever fails."""
    deleted = several.on_each(words, delete)
    result = results.Done(
        [f'{word}: deleted' for word in deleted.labels],
        [{'id': id, 'action': 'delete'} for id in deleted],
    )
    deleted.check(result)
    return result


def _known_of(reference: str) -> dict[str, str | None]:
    """Return the id or name of a resource from a user's reference."""
    is_id = is_uuid(reference)
    return {'id': reference if is_id else None, 'name': None if is_id else reference}


def _accepted(gone: Iterable[tuple[str, dict[str, Any]]]) -> results.Done:
    """Return the lines of accepted deletions, from labels and known fields."""
    deletions = list(gone)
    return results.Done(
        [f'{label}: delete accepted' for label, _ in deletions],
        [{**row, 'action': 'delete'} for _, row in deletions],
    )


def _label(target: Resource) -> str:
    name = getattr(target, 'name', None)
    return f'{name} ({target.id})' if name and name != target.id else str(target.id)

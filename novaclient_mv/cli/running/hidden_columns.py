"""Says of columns that were named and that the cloud's policy hides from a login that it does."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.running.results import Record, Table
from novaclient_mv.policies import judgement
from novaclient_mv.policies.judgement import Need
from novaclient_mv.resources import Resource
from novaclient_mv.services import policy_releases
from novaclient_mv.wire import policy_refusals
from novaclient_mv.wire.logins import callers
from novaclient_mv.wire.sender import Sender

_READING = 'GET /'
"""A placeholder for any operation that reads."""


def line(result: Table | Record, keys: Sequence[str], connection: Sender) -> str | None:
    """A line about columns that an answer lacks since rules refuse them to the login; ``None``
    where there are none, or its roles are unknown. Nothing is sent.

    :param keys: the columns that were named, of which the first row is asked.
    """
    resource = _first(result)
    if resource is None:
        return None
    hidden: dict[str, list[str]] = {}
    for field in type(resource).fields:
        is_told = connection.api_version in field.range
        rule = type(resource).hidden_by.get(field.key) if field.key in keys and is_told else None
        if rule is not None and field.read(resource._info) is None:
            need = _refused(rule, connection)
            if need is not None:
                words = f'{judgement.in_words(need)} (rule {rule})'
                hidden.setdefault(words, []).append(field.key)
    if not hidden:
        return None
    reasons = '; '.join(
        f'{_listed(those)} {"needs" if len(those) == 1 else "need"} {words}'
        for words, those in hidden.items()
    )
    return f'this cloud hides {_listed([*itertools.chain(*hidden.values())])} from you: {reasons}'


def _first(result: Table | Record) -> Resource | None:
    if isinstance(result, Record):
        return result.resource
    if not isinstance(result.rows, Iterator):
        return next(iter(result.rows), None)
    first = list(itertools.islice(result.rows, 1))
    result.rows = itertools.chain(first, result.rows)
    return first[0] if first else None


def _refused(rule: str, connection: Sender) -> Need | None:
    """The need of a rule at the newest release that refuses it to the login; ``None`` where none of
    those does that the cloud may be.
    """
    try:
        who = callers.of_token(connection.access.token_facts())
    except errors.Error:
        return None
    policies = policy_releases.policies_of(connection.service)
    if policies is None or who.roles is None:
        return None
    needs = [
        judgement.of_rule(rule, _READING, who.caller, release, policies)
        for release in policy_refusals.releases_of(connection).releases
    ]
    return next((need for need in reversed(needs) if need and need.answer == 'no'), None)


def _listed(names: Sequence[str]) -> str:
    return ' and '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)

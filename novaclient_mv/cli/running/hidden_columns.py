"""Warns of requested columns that the cloud's policy hides from the login."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.running.results import Record, Table
from novaclient_mv.policies import judgement
from novaclient_mv.policies.judgement import RoleNeed
from novaclient_mv.resources import Field, Resource
from novaclient_mv.services import policy_releases
from novaclient_mv.wire import policy_refusals
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins import callers


def watched(
    result: Table | Record, keys: Sequence[str], connection: Connection, warn: Callable[[str], None]
) -> None:
    """Warn, after the last row, of columns that no row has since rules refuse them; no request."""
    kind = result.resource if isinstance(result, Table) else type(result.resource)
    fields = [
        field
        for field in kind.fields
        if field.key in keys and connection.api_version in field.range
    ]
    rows: Iterable[Resource] = [result.resource] if isinstance(result, Record) else result.rows
    reading = _read(rows, fields, connection, warn)
    if isinstance(result, Table) and isinstance(rows, Iterator):
        result.replace_rows(reading)
    else:
        for _ in reading:
            pass


def _read(
    rows: Iterable[Resource],
    fields: list[Field],
    connection: Connection,
    warn: Callable[[str], None],
) -> Iterator[Resource]:
    """The rows; after the last one, a warning of the fields that are in none of them."""
    hidden_by: Mapping[str, str] = {}
    for row in rows:
        hidden_by = type(row).hidden_by
        fields = [field for field in fields if field.read(row._info) is None]
        yield row
    text = _line(
        {field.key: hidden_by[field.key] for field in fields if field.key in hidden_by}, connection
    )
    if text is not None:
        warn(text)


def _line(rules: Mapping[str, str], connection: Connection) -> str | None:
    """A line about columns that are hidden by rules; ``None`` where none of these refuses."""
    hidden: dict[str, list[str]] = {}
    for key, rule in rules.items():
        need = _refused(rule, connection)
        if need is not None:
            hidden.setdefault(f'{judgement.in_words(need)} (rule {rule})', []).append(key)
    if not hidden:
        return None
    reasons = '; '.join(
        f'{_listed(those)} {"needs" if len(those) == 1 else "need"} {words}'
        for words, those in hidden.items()
    )
    return f'this cloud hides {_listed([*itertools.chain(*hidden.values())])} from you: {reasons}'


def _refused(rule: str, connection: Connection) -> RoleNeed | None:
    """The need of a rule at the newest possible release that refuses it to the login, if any."""
    try:
        who = callers.of_token(connection.access.token_facts())
    except errors.Error:
        return None
    policies = policy_releases.policies_of(connection.service)
    if policies is None or who.roles is None:
        return None
    needs = [
        judgement.of_rule(rule, who.caller, release, policies)
        for release in policy_refusals.releases_of(connection).releases
    ]
    return next((need for need in reversed(needs) if need and need.answer == 'no'), None)


def _listed(names: Sequence[str]) -> str:
    return ' and '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)

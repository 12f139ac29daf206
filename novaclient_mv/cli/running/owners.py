"""Looks up the ids of projects and users that a command line names."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.types.owners import Owner
from novaclient_mv.cli.running import results
from novaclient_mv.wire import request
from novaclient_mv.wire.connection import Connection

T = TypeVar('T')

_IDENTITY = 'identity'


class Unanswered(Exception):
    """The identity service does not say it: it refuses, has no such call, or is in no catalog."""


def with_ids(
    args: Args,
    connection: Connection,
    warn: Callable[[str], None],
    takes_any: Collection[str] = (),
) -> None:
    """Replace the names of projects and users by their ids.

    The login's own project and user are known from its token. Of others the identity service is
    asked; where it does not answer, a name is unchanged, and a line says so.

    :param takes_any: arguments in which the cloud takes any word, so that one with the form of an
        id is looked up as well.
    """
    for name, value in list(vars(args).items()):
        if not isinstance(value, Owner) or not value:
            continue
        if not value.has_form_of_id:
            setattr(args, name, _id_of(value, connection, warn))
        elif name in takes_any:
            setattr(args, name, _id_behind(value, connection))


def calling(call: Callable[[], T], args: Args, connection: Connection) -> T:
    """A command's result; again with other ids, where a word with the form of an id was a name."""
    try:
        result = call()
    except (errors.BadRequest, errors.NotFound):
        if connection.has_written or not _names_became_ids(args, connection):
            raise
    else:
        is_final = connection.has_written or not _is_nothing(result)
        if is_final or not _names_became_ids(args, connection):
            return result
    return call()


def _is_nothing(result: object) -> bool:
    """Whether a result is what the cloud answers of an owner that it does not know."""
    result = result.data if isinstance(result, results.Views) else result
    if isinstance(result, results.Table):
        return result.is_empty
    resource = result.resource if isinstance(result, results.Record) else None
    # A resource may ask the cloud for an attribute that it lacks.
    return hasattr(type(resource), 'is_nothing') and bool(getattr(resource, 'is_nothing', False))


def _names_became_ids(args: Args, connection: Connection) -> bool:
    """Replace names that look like an id by the id; whether there were any."""
    changed = False
    for name, value in list(vars(args).items()):
        if isinstance(value, Owner) and value and value.has_form_of_id:
            id = _id_behind(value, connection)
            changed = changed or id != value
            # It is not looked up again.
            setattr(args, name, id)
    return changed


def _id_behind(owner: Owner, connection: Connection) -> str:
    """The id of what has an owner's id or name; the word itself where that is not told."""
    try:
        own = _own_id(owner, connection)
        if own is None and not _is_id(owner, connection):
            own = _of_name(owner, connection)
    except (Unanswered, errors.ClientException, errors.CloudError):
        own = None
    return own or str(owner)


def require(args: Args, connection: Connection) -> None:
    """Look up owners for a later command; silent where the identity service does not answer."""
    for value in vars(args).values():
        if isinstance(value, Owner) and value and _own_id(value, connection) is None:
            with contextlib.suppress(Unanswered):
                _looked_up(value, connection)


def _id_of(owner: Owner, connection: Connection, warn: Callable[[str], None]) -> str:
    own = _own_id(owner, connection)
    if own is not None:
        return own
    try:
        return _looked_up(owner, connection)
    except Unanswered as reason:
        warn(f'{reason}; the {owner.kind} {str(owner)!r} is sent as it was typed')
        return str(owner)


def _own_id(owner: Owner, connection: Connection) -> str | None:
    """The id of the login's own project or user, where that has this name."""
    facts = connection.access.token_facts()
    own = None if facts is None else getattr(facts, owner.kind)
    return own.id if own is not None and owner in (own.id, own.name) else None


def _looked_up(owner: Owner, connection: Connection) -> str:
    """The id as the identity service tells it: of a name, or of an id of an unusual form.

    ``GET /v3/projects``, ``GET /v3/users`` of the identity service
    """
    id = _of_name(owner, connection)
    if id is None and not _is_id(owner, connection):
        raise errors.ResourceNotFound(
            f'There is no {owner.kind} with the name or id {str(owner)!r}.',
            kind=owner.kind,
            name=str(owner),
        )
    return id or str(owner)


def _of_name(owner: Owner, connection: Connection) -> str | None:
    """The id of what has a name; ``None`` where nothing has it."""
    listed = identity_answer(
        connection, request.request(f'GET /v3/{owner.kind}s', query={'name': str(owner)})
    )
    rows = rows_of(listed, f'{owner.kind}s')
    named = [row for row in rows if row.get('name') == owner] or [
        row for row in rows if str(row.get('name')).casefold() == owner.casefold()
    ]
    ids = [str(row['id']) for row in named]
    if len(ids) > 1:
        places = [f'{row["id"]} (domain {row.get("domain_id")})' for row in named]
        raise errors.NoUniqueMatch(
            f'{len(ids)} {owner.kind}s have the name {str(owner)!r}; give one of the ids: '
            f'{", ".join(places)}',
            ids=ids,
        )
    return ids[0] if ids else None


def _is_id(owner: Owner, connection: Connection) -> bool:
    call = request.request(f'GET /v3/{owner.kind}s/{{id}}', str(owner))
    try:
        identity_answer(connection, call)
    except errors.NotFound:
        return False
    return True


def rows_of(body: object, key: str) -> list[Mapping[str, Any]]:
    """The entries of a list of the identity service."""
    rows = body.get(key) if isinstance(body, Mapping) else None
    if not isinstance(rows, list) or not all(_is_row(row) for row in rows):
        raise Unanswered('The identity service answers with something else than a list')
    return rows


def _is_row(row: object) -> bool:
    return isinstance(row, Mapping) and isinstance(row.get('id'), str)


def identity_answer(connection: Connection, call: request.Request) -> object:
    """Return an answer of the identity service."""
    try:
        connection.base_url(_IDENTITY)
    except errors.CloudError as error:
        raise Unanswered('The cloud has no identity service in its catalog') from error
    try:
        answer = connection.send(call._replace(service=_IDENTITY))
    except errors.Forbidden as error:
        raise Unanswered('The identity service refuses to look names up') from error
    except errors.NotFound:
        if '{id}' in call.operation:
            raise
        raise Unanswered('The identity service has no list to look names up in') from None
    except errors.ClientException as error:
        if error.code in (401, 429) or error.code >= 500:
            raise
        raise Unanswered('The identity service has no list to look names up in') from error
    return answer.body


def project_names(
    ids: Collection[str], connection: Connection, warn: Callable[[str], None]
) -> dict[str, str]:
    """Id to name of the projects whose name this login may learn.

    ``GET /v3/projects`` of the identity service; for a login that may not list all,
    ``GET /v3/auth/projects``, those that it may work in.

    :param ids: the ids in question; without any nothing is asked.
    """
    if not ids:
        return {}
    names: dict[str, str] = {}
    for path in ('/v3/projects', '/v3/auth/projects'):
        try:
            listed = identity_answer(connection, request.request(f'GET {path}'))
            rows = rows_of(listed, 'projects')
        except Unanswered:
            continue
        names = {str(row['id']): str(row.get('name') or row['id']) for row in rows}
        break
    # Some logs tell the name.
    unknown = sum(id not in names and id not in names.values() for id in ids)
    if unknown:
        warn(f'the identity service tells no name of {unknown} of {len(ids)} projects')
    return {id: names[id] for id in ids if id in names}

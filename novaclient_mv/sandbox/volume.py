"""The volume service: Cinder v3, as much of it as goes with Compute."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import clocks, tokens, volume_quotas
from novaclient_mv.sandbox.compute import volume_states
from novaclient_mv.sandbox.wsgi import Context, Fault, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Database, Row, Session

# The key of an error body.
_NAMES = {400: 'badRequest', 403: 'forbidden', 404: 'itemNotFound'}


class VolumeService:
    """Answers below ``/volume``."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __call__(self, request: Request) -> Response:
        path = request.path.rstrip('/')
        if request.method == 'GET' and path in ('', '/v3'):
            return Response.of(300 if path == '' else 200, _versions(request))
        try:
            with self.database.session() as session:
                context = tokens.context_of(session, request)
                response = self.route(request, path.split('/')[1:], session, context)
                session.commit()
                return response
        except tokens.Unauthenticated as error:
            return tokens.unauthenticated(request, error)
        except Fault as fault:
            name = _NAMES.get(fault.status, 'computeFault')
            return Response.of(
                fault.status, {name: {'code': fault.status, 'message': fault.message}}
            )

    def route(
        self, request: Request, parts: list[str], session: Session, context: Context
    ) -> Response:
        """Find the handler of a path and call it; ids of projects in it are optional."""
        if parts[:1] != ['v3']:
            raise Fault(404, 'The resource could not be found.')
        rest = parts[1:]
        if rest[:1] == [context.project_id]:
            rest = rest[1:]
        if request.method == 'GET' and rest == ['limits']:
            return volume_quotas.limits(session, context)
        if request.method == 'GET' and rest[:1] == ['os-quota-sets'] and len(rest) in (2, 3):
            return volume_quotas.show(request, session, context, rest[1])
        if rest[:1] != ['volumes'] or len(rest) > 2:
            raise Fault(404, 'The resource could not be found.')
        if request.method == 'GET' and len(rest) == 1:
            return index(request, session, context, is_detailed=False)
        if request.method == 'GET' and rest[1] == 'detail':
            return index(request, session, context, is_detailed=True)
        if request.method == 'GET':
            return Response.of(200, {'volume': view(_find(session, context, rest[1]))})
        session.begin()
        if request.method == 'POST' and len(rest) == 1:
            return create(request, session, context)
        if request.method == 'DELETE' and len(rest) == 2:
            return delete(session, context, rest[1])
        raise Fault(404, 'The resource could not be found.')


def _versions(request: Request) -> dict[str, Any]:
    link = {'rel': 'self', 'href': f'{request.host_url}/volume/v3/'}
    facts = {'id': 'v3.0', 'status': 'CURRENT', 'version': '3.0', 'min_version': '3.0'}
    return {'versions': [{**facts, 'updated': '2026-01-01T00:00:00Z', 'links': [link]}]}


def view(row: Row) -> dict[str, Any]:
    """A volume in full."""
    facts = row.document
    return {
        'id': row.id,
        'name': row.name,
        'created_at': clocks.iso_micro(row.created),
        'updated_at': clocks.iso_micro(row.updated),
        'os-vol-tenant-attr:tenant_id': row.project,
        'bootable': str(facts['bootable']).lower(),
        'encrypted': False,
        'multiattach': False,
        **{
            key: facts[key]
            for key in (
                'status', 'size', 'description', 'availability_zone', 'volume_type',
                'snapshot_id', 'metadata', 'attachments', 'user_id',
            )
        },
    }  # fmt: skip


def _find(session: Session, context: Context, id: str) -> Row:
    row = volume_states.find(session, id, None if context.is_admin else context.project_id)
    if row is None:
        raise Fault(404, f'Volume {id} could not be found.')
    return row


def index(request: Request, session: Session, context: Context, is_detailed: bool) -> Response:
    """``GET /v3/{project}/volumes``, and its detail"""
    is_everywhere = context.is_admin and request.parameter('all_tenants') in ('1', 'True', 'true')
    project = None if is_everywhere else context.project_id
    shown = []
    for row in volume_states.find_all(session, project):
        full = view(row)
        wanted = ('name', request.parameter('name')), ('status', request.parameter('status'))
        if all(value in (None, full[key]) for key, value in wanted):
            brief = {'id': row.id, 'name': row.name}
            shown.append(full if is_detailed else brief)
    return Response.of(200, {'volumes': shown})


def create(request: Request, session: Session, context: Context) -> Response:
    """``POST /v3/{project}/volumes``"""
    try:
        given = request.json()['volume']
        size = int(given['size'])
    except (ValueError, KeyError, TypeError):
        raise Fault(400, 'A volume needs a size.') from None
    if size < 1:
        raise Fault(400, f'Invalid input for field/attribute size. Value: {size}.')
    id = str(uuid.uuid4())
    facts = volume_states.document(
        context.user_id,
        size,
        description=given.get('description'),
        volume_type=given.get('volume_type') or volume_states.TYPE,
        metadata=dict(given.get('metadata') or {}),
        bootable=given.get('imageRef') is not None,
    )
    session.insert('volume', id, facts, project=context.project_id, name=given.get('name') or '')
    return Response.of(202, {'volume': view(_find(session, context, id))})


def delete(session: Session, context: Context, id: str) -> Response:
    """``DELETE /v3/{project}/volumes/{id}``"""
    row = _find(session, context, id)
    if row.document['status'] not in ('available', 'error'):
        raise Fault(
            400, f'Invalid volume: Volume {id} is {row.document["status"]}, and cannot be deleted.'
        )
    session.remove(row)
    return Response(202)

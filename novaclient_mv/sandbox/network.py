"""The network service: Neutron v2.0, as much of it as a Compute client reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import clocks, tokens
from novaclient_mv.sandbox.wsgi import Context, Fault, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Database, Row, Session

KINDS = {
    'networks': 'network',
    'subnets': 'subnet',
    'ports': 'port',
    'security-groups': 'security_group',
}


class NetworkFault(Fault):
    """An error with the name that the network service has for it."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(status, message)
        self.kind = kind


class NetworkService:
    """Answers below ``/network``."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __call__(self, request: Request) -> Response:
        path = request.path.rstrip('/')
        if request.method == 'GET' and path == '':
            return Response.of(200, {'versions': [_version(request)]})
        if request.method == 'GET' and path == '/v2.0':
            return Response.of(200, {'resources': _resources(request)})
        try:
            with self.database.session() as session:
                context = tokens.context_of(session, request)
                return self.route(request, path, session, context)
        except tokens.Unauthenticated as error:
            return tokens.unauthenticated(request, error)
        except Fault as fault:
            facts = {'type': getattr(fault, 'kind', 'HTTPNotFound'), 'message': fault.message}
            return Response.of(fault.status, {'NeutronError': {**facts, 'detail': ''}})

    def route(self, request: Request, path: str, session: Session, context: Context) -> Response:
        """Find the handler of a path and call it."""
        parts = path.split('/')[1:]
        if parts[:2] == ['v2.0', 'quotas'] and len(parts) in (3, 4) and request.method == 'GET':
            return quotas(session, context, parts[2], parts[3:])
        if parts[0] == 'v2.0' and len(parts) in (2, 3) and parts[1] in KINDS:
            if request.method != 'GET':
                raise Fault(405, 'The method is not allowed for this resource.')
            if len(parts) == 2:
                return index(request, session, context, KINDS[parts[1]])
            return show(session, context, KINDS[parts[1]], parts[2])
        raise Fault(404)


def _version(request: Request) -> dict[str, Any]:
    link = {'rel': 'self', 'href': f'{request.host_url}/network/v2.0/'}
    return {'id': 'v2.0', 'status': 'CURRENT', 'links': [link]}


def _resources(request: Request) -> list[dict[str, Any]]:
    return [
        {
            'name': kind,
            'collection': plural,
            'links': [{'rel': 'self', 'href': f'{request.host_url}/network/v2.0/{plural}'}],
        }
        for plural, kind in KINDS.items()
    ]


def visible(session: Session, context: Context, kind: str) -> list[Row]:
    """The networks, subnets, ports or security groups that a caller can see."""
    return [
        row
        for row in session.find(kind)
        if context.is_admin
        or row.project == context.project_id
        or row.document.get('shared')
        or row.document.get('router:external')
    ]


def view(row: Row) -> dict[str, Any]:
    """A thing as Neutron shows it."""
    return {
        **row.document,
        'id': row.id,
        'name': row.name,
        'project_id': row.project,
        'tenant_id': row.project,
        'created_at': clocks.iso(row.created),
        'updated_at': clocks.iso(row.updated or row.created),
    }


_NO_FILTERS = frozenset(('fields', 'limit', 'marker', 'page_reverse', 'sort_key', 'sort_dir'))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def index(request: Request, session: Session, context: Context, kind: str) -> Response:
    """``GET /v2.0/networks`` and the like; several values of one filter are alternatives."""
    wanted: dict[str, set[str]] = {}
    for name, value in request.query:
        if name not in _NO_FILTERS:
            wanted.setdefault(name, set()).add(
                value.lower() if value in ('True', 'False') else value
            )
    fields = request.parameters('fields')
    shown = []
    for row in visible(session, context, kind):
        thing = view(row)
        if all(_text(thing.get(name)) in values for name, values in wanted.items()):
            shown.append({key: thing[key] for key in fields if key in thing} if fields else thing)
    return Response.of(200, {f'{kind}s': shown})


# What a missing thing is called in an error.
_NOT_FOUND = {
    'network': ('NetworkNotFound', 'Network'),
    'subnet': ('SubnetNotFound', 'Subnet'),
    'port': ('PortNotFound', 'Port'),
    'security_group': ('SecurityGroupNotFound', 'Security group'),
}


def show(session: Session, context: Context, kind: str, id: str) -> Response:
    """``GET /v2.0/networks/{id}`` and the like."""
    for row in visible(session, context, kind):
        if row.id == id:
            return Response.of(200, {kind: view(row)})
    error, word = _NOT_FOUND[kind]
    raise NetworkFault(404, error, f'{word} {id} could not be found.')


# What a project may have at most, and the kind of thing that counts.
QUOTAS: dict[str, tuple[int, str | None]] = {
    'network': (100, 'network'),
    'subnet': (100, 'subnet'),
    'port': (500, 'port'),
    'security_group': (10, 'security_group'),
    'security_group_rule': (100, None),
    'router': (10, None),
    'floatingip': (50, None),
    'rbac_policy': (10, None),
    'subnetpool': (-1, None),
}


def quotas(session: Session, context: Context, project: str, view: list[str]) -> Response:
    """``GET /v2.0/quotas/{project}``, and with ``details`` behind it what is in use"""
    if not context.is_admin and project != context.project_id:
        raise NetworkFault(404, 'HTTPNotFound', 'The resource could not be found.')
    found: dict[str, Any] = {name: limit for name, (limit, _) in QUOTAS.items()}
    if view[:1] in (['details'], ['details.json']):
        found = {
            name: {
                'limit': limit,
                'used': len(list(session.find(kind, project=project))) if kind else 0,
                'reserved': 0,
            }
            for name, (limit, kind) in QUOTAS.items()
        }
    return Response.of(200, {'quota': found})

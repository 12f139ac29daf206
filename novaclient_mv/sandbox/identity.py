"""The identity service: Keystone v3 with tokens, a catalog, projects and users."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import catalog, clocks, tokens
from novaclient_mv.sandbox.wsgi import Fault, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Database, Row, Session

DOMAIN = {'id': 'default', 'name': 'Default'}

TITLES = {
    400: 'Bad Request',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'Not Found',
    405: 'Method Not Allowed',
}

Handler = Any


class IdentityService:
    """Answers below ``/identity``."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __call__(self, request: Request) -> Response:
        path = request.path.rstrip('/')
        if path == '' and request.method == 'GET':
            location = ('Location', f'{request.host_url}/identity/v3/')
            return Response.of(300, {'versions': {'values': [_version(request)]}}, [location])
        if path == '/v3' and request.method == 'GET':
            return Response.of(200, {'version': _version(request)})
        try:
            with self.database.session() as session:
                response = self.route(request, path, session)
                session.commit()
                return response
        except Fault as fault:
            title = TITLES.get(fault.status, 'Error')
            body = {'error': {'code': fault.status, 'message': fault.message, 'title': title}}
            response = Response.of(fault.status, body, fault.headers)
            if fault.status == 401:
                response.headers.append(tokens.challenge(request))
            return response

    def route(self, request: Request, path: str, session: Session) -> Response:
        """Find the handler of a path and call it."""
        handlers: dict[str, dict[str, Handler]] = {
            '/v3/auth/tokens': {
                'POST': create_token,
                'GET': show_token,
                'HEAD': check_token,
                'DELETE': delete_token,
            },
            '/v3/auth/catalog': {'GET': show_catalog},
            '/v3/auth/projects': {'GET': list_own_projects},
            '/v3/projects': {'GET': list_projects},
            '/v3/users': {'GET': list_users},
        }
        methods = handlers.get(path)
        if methods is not None:
            handler = methods.get(request.method)
            if handler is None:
                raise Fault(405, 'The method is not allowed for the requested URL.')
            found: Response = handler(request, session)
            return found
        for kind in ('project', 'user'):
            prefix = f'/v3/{kind}s/'
            if path.startswith(prefix) and request.method == 'GET':
                return show_one(request, session, kind, path[len(prefix) :])
        raise Fault(404, 'The requested URL was not found on the server.')


def _version(request: Request) -> dict[str, Any]:
    return {
        'id': 'v3.14',
        'status': 'stable',
        'updated': '2020-04-07T00:00:00Z',
        'links': [{'rel': 'self', 'href': f'{request.host_url}/identity/v3/'}],
        'media-types': [
            {
                'base': 'application/json',
                'type': 'application/vnd.openstack.identity-v3+json',
            }
        ],
    }


# -- tokens


def create_token(request: Request, session: Session) -> Response:
    """``POST /v3/auth/tokens``"""
    try:
        auth = request.json()['auth']
        methods = auth['identity']['methods']
    except (ValueError, TypeError, KeyError):
        raise Fault(400, 'Expecting to find auth in request body.') from None
    session.begin()
    facts: dict[str, Any] = {'methods': methods}
    scope = auth.get('scope')
    for method in methods:
        if method not in _METHODS:
            raise Fault(401, f'Authentication method {method} is not supported.')
        details = auth['identity'].get(method)
        if not isinstance(details, dict):
            raise Fault(400, f'Expecting to find {method} in identity.')
        user, bound = _METHODS[method](session, details)
        scope = bound or scope
    facts.update(user_id=user.id, user_name=user.name, issued=session.now)
    _apply_scope(session, user, scope, facts)
    token = tokens.issue(session, facts)
    with_catalog = 'nocatalog' not in dict(request.query)
    body = _token_body(request, facts, with_catalog)
    return Response.of(201, body, [('X-Subject-Token', token), ('Vary', 'X-Auth-Token')])


def _refused() -> Fault:
    return Fault(401, 'The request you have made requires authentication.')


def _find_user(session: Session, facts: Any) -> Row:
    """The user that a request names by id, or by name and domain."""
    if not isinstance(facts, dict):
        raise _refused()
    if 'id' in facts:
        user = session.get('user', str(facts['id']))
    else:
        domain = facts.get('domain') or {}
        if domain.get('id') != DOMAIN['id'] and domain.get('name') != DOMAIN['name']:
            raise _refused()
        user = session.one('user', name=str(facts.get('name')))
    if user is None:
        raise _refused()
    return user


def _by_password(session: Session, details: dict[str, Any]) -> tuple[Row, Any]:
    facts = details.get('user')
    user = _find_user(session, facts)
    assert isinstance(facts, dict)
    if tokens.digest(str(facts.get('password'))) != user.document['password']:
        raise _refused()
    return user, None


def _by_token(session: Session, details: dict[str, Any]) -> tuple[Row, Any]:
    row = tokens.find(session, details.get('id'))
    user = session.get('user', row.document['user_id']) if row else None
    if row is None or user is None:
        raise _refused()
    return user, None


def _by_application_credential(session: Session, details: dict[str, Any]) -> tuple[Row, Any]:
    if 'id' in details:
        found = session.get('application_credential', str(details['id']))
    else:
        user = _find_user(session, details.get('user'))
        found = session.one('application_credential', parent=user.id, name=str(details.get('name')))
    if found is None or tokens.digest(str(details.get('secret'))) != found.document['secret']:
        raise _refused()
    owner = session.get('user', found.parent or '')
    assert owner is not None
    return owner, {'project': {'id': found.project}}


_METHODS = {
    'password': _by_password,
    'token': _by_token,
    'application_credential': _by_application_credential,
}


def _apply_scope(session: Session, user: Row, scope: Any, facts: dict[str, Any]) -> None:
    """Put project and roles into a token's facts; without a scope it has neither."""
    facts['roles'] = []
    if not isinstance(scope, dict):
        return
    if 'system' in scope or 'domain' in scope:
        raise _refused()
    wanted = scope.get('project')
    if not isinstance(wanted, dict):
        return
    if 'id' in wanted:
        project = session.get('project', str(wanted['id']))
    else:
        project = session.one('project', name=str(wanted.get('name')))
    roles = user.document['roles'].get(project.id) if project else None
    if project is None or not roles:
        raise _refused()
    facts.update(project_id=project.id, project_name=project.name, roles=roles)


def _token_body(
    request: Request, facts: dict[str, Any], with_catalog: bool = True
) -> dict[str, Any]:
    token: dict[str, Any] = {
        'methods': facts['methods'],
        'user': {
            'domain': DOMAIN,
            'id': facts['user_id'],
            'name': facts['user_name'],
            'password_expires_at': None,
        },
        'audit_ids': [tokens.digest(facts['user_id'] + str(facts['issued']))[:22]],
        'expires_at': f'{clocks.iso_micro(facts["expires"])}Z',
        'issued_at': f'{clocks.iso_micro(facts["issued"])}Z',
    }
    if facts.get('project_id'):
        token['project'] = {
            'domain': DOMAIN,
            'id': facts['project_id'],
            'name': facts['project_name'],
        }
        token['is_domain'] = False
        token['roles'] = [{'id': tokens.digest(name)[:32], 'name': name} for name in facts['roles']]
        if with_catalog:
            token['catalog'] = catalog.entries(request, facts['project_id'])
    return {'token': token}


def _own_token(request: Request, session: Session) -> Row:
    row = tokens.find(session, request.header('X-Auth-Token'))
    if row is None:
        raise _refused()
    return row


def _subject(request: Request, session: Session) -> Row:
    """The token that a request is about."""
    own = _own_token(request, session)
    text = request.header('X-Subject-Token')
    if text is None:
        raise Fault(400, 'The X-Subject-Token header is missing.')
    row = tokens.find(session, text)
    is_admin = 'admin' in own.document['roles']
    if row is not None and not is_admin and row.document['user_id'] != own.document['user_id']:
        raise Fault(403, 'You are not authorized to perform the requested action.')
    if row is None:
        raise Fault(404, f'Could not find token: {text[:16]}.')
    return row


def show_token(request: Request, session: Session) -> Response:
    """``GET /v3/auth/tokens``"""
    row = _subject(request, session)
    text = request.header('X-Subject-Token') or ''
    return Response.of(200, _token_body(request, row.document), [('X-Subject-Token', text)])


def check_token(request: Request, session: Session) -> Response:
    """``HEAD /v3/auth/tokens``"""
    _subject(request, session)
    return Response(200, b'', [('X-Subject-Token', request.header('X-Subject-Token') or '')])


def delete_token(request: Request, session: Session) -> Response:
    """``DELETE /v3/auth/tokens``"""
    session.begin()
    tokens.revoke(session, _subject(request, session))
    return Response(204)


# -- what a token can see


def show_catalog(request: Request, session: Session) -> Response:
    """``GET /v3/auth/catalog``"""
    facts = _own_token(request, session).document
    project = facts.get('project_id')
    if project is None:
        raise Fault(403, 'You are not authorized to perform the requested action.')
    entries = catalog.entries(request, project)
    return Response.of(200, {'catalog': entries, 'links': _links(request)})


def _links(request: Request) -> dict[str, Any]:
    return {'next': None, 'previous': None, 'self': request.url}


def _project(request: Request, row: Row) -> dict[str, Any]:
    return {
        'id': row.id,
        'name': row.name,
        'description': '',
        'domain_id': DOMAIN['id'],
        'parent_id': DOMAIN['id'],
        'enabled': True,
        'is_domain': False,
        'tags': [],
        'options': {},
        'links': {'self': f'{request.host_url}/identity/v3/projects/{row.id}'},
    }


def _user(request: Request, row: Row) -> dict[str, Any]:
    return {
        'id': row.id,
        'name': row.name,
        'domain_id': DOMAIN['id'],
        'enabled': True,
        'options': {},
        'password_expires_at': None,
        'links': {'self': f'{request.host_url}/identity/v3/users/{row.id}'},
    }


_VIEWS = {'project': _project, 'user': _user}


def _listed(request: Request, rows: list[Row], kind: str) -> Response:
    view = _VIEWS[kind]
    name = request.parameter('name')
    shown = [view(request, row) for row in rows if name is None or row.name == name]
    return Response.of(200, {f'{kind}s': shown, 'links': _links(request)})


def list_own_projects(request: Request, session: Session) -> Response:
    """``GET /v3/auth/projects``"""
    own = _own_token(request, session)
    user = session.get('user', own.document['user_id'])
    roles = user.document['roles'] if user else {}
    rows = [row for row in session.find('project') if row.id in roles]
    return _listed(request, rows, 'project')


def _require_admin(request: Request, session: Session, action: str) -> Row:
    own = _own_token(request, session)
    if 'admin' not in own.document['roles']:
        raise Fault(403, f'You are not authorized to perform the requested action: {action}.')
    return own


def list_projects(request: Request, session: Session) -> Response:
    """``GET /v3/projects``"""
    _require_admin(request, session, 'identity:list_projects')
    return _listed(request, list(session.find('project')), 'project')


def list_users(request: Request, session: Session) -> Response:
    """``GET /v3/users``"""
    _require_admin(request, session, 'identity:list_users')
    return _listed(request, list(session.find('user')), 'user')


def show_one(request: Request, session: Session, kind: str, id: str) -> Response:
    """``GET /v3/projects/{id}`` and ``GET /v3/users/{id}``"""
    own = _own_token(request, session)
    if own.document.get(f'{kind}_id') != id:
        _require_admin(request, session, f'identity:get_{kind}')
    row = session.get(kind, id)
    if row is None:
        raise Fault(404, f'Could not find {kind}: {id}.')
    return Response.of(200, {kind: _VIEWS[kind](request, row)})

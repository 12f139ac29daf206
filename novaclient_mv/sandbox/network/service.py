"""Answers below ``/network``: which collection serves a path, and lists in pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from novaclient_mv.sandbox.http import authentication, neighbour
from novaclient_mv.sandbox.http.wsgi import MOST_DIGITS, Fault, Request, Response
from novaclient_mv.sandbox.network import attribute_kinds, quotas
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.network.floating_ips import FloatingIps
from novaclient_mv.sandbox.network.network_faults import NetworkFault, invalid
from novaclient_mv.sandbox.network.networks import Networks, Subnets
from novaclient_mv.sandbox.network.ports import Ports
from novaclient_mv.sandbox.network.routers import Routers
from novaclient_mv.sandbox.network.security_groups import SecurityGroupRules, SecurityGroups
from novaclient_mv.sandbox.state.context import Context

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Session

COLLECTIONS: dict[str, type[Collection]] = {
    collection.plural: collection
    for collection in (
        Networks, Subnets, Ports, SecurityGroups, SecurityGroupRules, Routers, FloatingIps,
    )
}  # fmt: skip

# What this cloud has none of, and is asked for all the same.
EMPTY = (
    'address-groups', 'address-scopes', 'agents', 'availability_zones',
    'network-ip-availabilities', 'rbac-policies', 'service-providers', 'subnetpools',
)  # fmt: skip

# Alias and name of what goes beyond the core of the API.
EXTENSIONS = (
    ('allowed-address-pairs', 'Allowed Address Pairs'),
    ('binding', 'Port Binding'),
    ('external-net', 'Neutron external network'),
    ('ext-gw-mode', 'Neutron L3 Configurable external gateway mode'),
    ('extra_dhcp_opt', 'Neutron Extra DHCP options'),
    ('fip-port-details', 'Floating IP Port Details Extension'),
    ('net-mtu', 'Network MTU'),
    ('net-mtu-writable', 'Network MTU (writable)'),
    ('pagination', 'Pagination support'),
    ('port-security', 'Port Security'),
    ('project-id', 'project_id field enabled'),
    ('provider', 'Provider Network'),
    ('quota_details', 'Quota details management support'),
    ('quotas', 'Quota management support'),
    ('router', 'Neutron L3 Router'),
    ('security-group', 'security-group'),
    ('sorting', 'Sorting support'),
    ('standard-attr-description', 'standard-attr-description'),
    ('standard-attr-revisions', 'Resource revision numbers'),
    ('standard-attr-tag', 'Tag support for resources with standard attribute'),
    ('standard-attr-timestamp', 'Resource timestamps'),
    ('stateful-security-group', 'Stateful security group'),
)

# What everything has, and what is no attribute and narrows a list all the same.
_SHARED = frozenset((
    'id', 'name', 'project_id', 'tenant_id', 'description', 'created_at', 'updated_at', 'tags',
    'revision_number',
))  # fmt: skip
_TAG_FILTERS = frozenset(('tags', 'tags-any', 'not-tags', 'not-tags-any'))
_NO_FILTERS = frozenset(('fields', 'limit', 'marker', 'page_reverse', 'sort_key', 'sort_dir'))


class NoExtension(Fault):
    """There is no extension of an alias."""


class NetworkService(neighbour.Neighbour):
    """Answers below ``/network``."""

    def open(self, request: Request) -> Response | None:
        """The document of versions, to everybody."""
        if request.method == 'GET' and request.path.rstrip('/') == '':
            return Response.of(200, {'versions': [_version(request)]})
        request.request_id = neighbour.new_request_id()
        return None

    def changes(self, request: Request) -> bool:
        """Whether a request may change the state."""
        return super().changes(request) or request.path.startswith(_GROUPS)

    def fault(self, request: Request, fault: Fault) -> Response:
        """The error in its shape; the layer in front has one of its own."""
        if isinstance(fault, authentication.Unauthenticated):
            return authentication.unauthenticated(request, fault)
        if isinstance(fault, NoExtension):
            body = {'message': fault.message, 'code': '404 Not Found', 'title': 'Not Found'}
            return Response.of(404, body)
        kind = getattr(fault, 'kind', 'HTTPBadRequest' if fault.status == 400 else 'HTTPNotFound')
        facts = {'type': kind, 'message': fault.message, 'detail': ''}
        return Response.of(fault.status, {'NeutronError': facts})

    def serve(self, request: Request, session: Session, context: Context) -> Response:
        """Find what serves a path, and call it."""
        parts = request.path.rstrip('/').split('/')[1:]
        if parts == ['v2.0'] and request.method == 'GET':
            return Response.of(200, {'resources': _resources(request)})
        if parts[:1] != ['v2.0'] or len(parts) < 2:
            raise Fault(404)
        name, rest = parts[1], parts[2:]
        # Clients of old put a suffix behind everything.
        rest = [part.removesuffix('.json') for part in rest]
        name = name.removesuffix('.json')
        if name == 'quotas':
            return _quotas(request, session, context, rest)
        if name == 'extensions' and request.method == 'GET':
            return _extensions(rest)
        if (name, rest) == ('qos', ['policies']) and request.method == 'GET':
            return Response.of(200, {'policies': []})
        if name in EMPTY and request.method == 'GET' and not rest:
            return Response.of(200, {name.replace('-', '_'): []})
        if name not in COLLECTIONS:
            raise Fault(404)
        collection = COLLECTIONS[name](session, context, request)
        if len(rest) >= 2:
            return _below(request, collection, rest)
        return _dispatch(request, collection, rest)


# Whoever lists groups gets a default one made.
_GROUPS = '/v2.0/security-group'


def _dispatch(request: Request, collection: Collection, rest: list[str]) -> Response:
    """The answer to what is done with a list, or with one resource."""
    key = collection.key
    rules = collection if isinstance(collection, SecurityGroupRules) else None
    match request.method, rest:
        case 'GET', []:
            return index(request, collection)
        case 'GET', [id]:
            view = rules.show(id) if rules else collection.view(collection.find(id))
            return Response.of(200, {key: _narrow(view, request.parameters('fields'))})
        case 'POST', []:
            body = _body(request)
            if collection.list_key in body:
                attributes = body[collection.list_key]
                if not isinstance(attributes, list) or not all(
                    isinstance(entry, dict) for entry in attributes
                ):
                    raise invalid(f"Unable to find '{collection.list_key}' in request body")
                many = [_create(collection, entry) for entry in attributes]
                return Response.of(201, {collection.list_key: many})
            return Response.of(201, {key: _create(collection, _object_below(body, key))})
        case 'PUT', [id] if rules is None:
            row = collection.update(id, _object_below(_body(request), key))
            return Response.of(200, {key: collection.view(row)})
        case 'DELETE', [id]:
            collection.delete(id)
            return Response(204)
    raise Fault(405, 'The method is not allowed for this resource.')


def _create(collection: Collection, attributes: Any) -> dict[str, Any]:
    if isinstance(collection, SecurityGroupRules):
        return collection.add(attributes)
    return collection.view(collection.create(attributes))


def _body(request: Request) -> dict[str, Any]:
    try:
        body = request.json()
    except ValueError:
        raise invalid('The request body is not JSON.') from None
    return body if isinstance(body, dict) else {}


def _object_below(body: dict[str, Any], key: str) -> dict[str, Any]:
    attributes = body.get(key)
    if not isinstance(attributes, dict):
        raise invalid(f"Unable to find '{key}' in request body")
    return attributes


def _below(request: Request, collection: Collection, rest: list[str]) -> Response:
    """Tags of a resource, and what can be done with it."""
    row = collection.find(rest[0])
    tags = list(row.document.get('tags', []))
    match request.method, rest[1:]:
        case 'GET', ['tags']:
            return Response.of(200, {'tags': tags})
        case 'GET', ['tags', tag]:
            if tag not in tags:
                raise NetworkFault(404, 'TagNotFound', f'Tag {tag} could not be found.')
            return Response(204)
        case 'PUT', ['tags']:
            attributes = _body(request).get('tags') or []
            if not attribute_kinds.is_kind('tags', attributes, []):
                raise invalid(
                    f"Invalid input for tags. Reason: '{attributes}' is not a list of texts."
                )
            tags, status = sorted(set(attributes)), 200
        case 'PUT', ['tags', tag]:
            tags, status = sorted({*tags, tag}), 201
        case 'DELETE', ['tags']:
            tags, status = [], 204
        case 'DELETE', ['tags', tag]:
            if tag not in tags:
                raise NetworkFault(404, 'TagNotFound', f'Tag {tag} could not be found.')
            tags, status = [other for other in tags if other != tag], 204
        case 'PUT', [action]:
            return Response.of(200, collection.act(row, action, _body(request)))
        case _:
            raise Fault(404)
    collection.require_member('update_tags')
    row.document['tags'] = tags
    collection.touch(row)
    if status == 201:
        return Response.of(201, None)
    return Response.of(200, {'tags': tags}) if status == 200 else Response(status)


def _version(request: Request) -> dict[str, Any]:
    link = {'rel': 'self', 'href': f'{request.host_url}/network/v2.0/'}
    return {'id': 'v2.0', 'status': 'CURRENT', 'links': [link]}


def _resources(request: Request) -> list[dict[str, Any]]:
    return [
        {
            'name': collection.key,
            'collection': plural,
            'links': [{'rel': 'self', 'href': f'{request.host_url}/network/v2.0/{plural}'}],
        }
        for plural, collection in COLLECTIONS.items()
    ]


def _extensions(rest: list[str]) -> Response:
    views = [
        {
            'alias': alias,
            'name': name,
            'description': name,
            'updated': '2016-01-01T00:00:00-00:00',
            'links': [],
        }
        for alias, name in EXTENSIONS
    ]
    if not rest:
        return Response.of(200, {'extensions': views})
    for view in views:
        if view['alias'] == rest[0]:
            return Response.of(200, {'extension': view})
    words = f'Extension with alias {rest[0]} does not exist'
    raise NoExtension(404, words)


def _quotas(request: Request, session: Session, context: Context, rest: list[str]) -> Response:
    match request.method, rest:
        case 'GET', []:
            return Response.of(200, {'quotas': quotas.show_all(session, context)})
        case 'GET', [project]:
            return Response.of(200, {'quota': quotas.show(session, context, project)})
        case 'GET', [project, 'details' | 'default' as view]:
            return Response.of(200, {'quota': quotas.show(session, context, project, view)})
        case 'PUT', [project]:
            attributes = _body(request).get('quota')
            return Response.of(200, {'quota': quotas.update(session, context, project, attributes)})
        case 'DELETE', [project]:
            quotas.delete(session, context, project)
            return Response(204)
    raise Fault(404)


# -- lists


def index(request: Request, collection: Collection) -> Response:
    """``GET /v2.0/networks`` and the like; several values of one filter are alternatives."""
    _check_query(request, collection)
    if isinstance(collection, SecurityGroupRules):
        views = collection.views()
    else:
        views = [collection.view(row) for row in collection.rows()]
    filters: dict[str, set[str]] = {}
    for name, value in request.query:
        if name not in _NO_FILTERS:
            filters.setdefault(name, set()).add(value)
    views = [
        view
        for view in views
        if all(_matches(view, name, values) for name, values in filters.items())
    ]
    for key, way in reversed(list(_sorting(request))):
        views.sort(key=lambda view: _sortable(view.get(key)), reverse=way == 'desc')
    body, fields = {}, request.parameters('fields')
    limit = request.parameter('limit')
    if limit is not None and int(limit) > 0:
        views, body[f'{collection.list_key}_links'] = _page(request, views, int(limit))
    return Response.of(
        200, {collection.list_key: [_narrow(view, fields) for view in views], **body}
    )


def _check_query(request: Request, collection: Collection) -> None:
    """Refuse filters, orders and limits that there are not."""
    for name, value in request.query:
        if name in _NO_FILTERS or name in _TAG_FILTERS:
            continue
        if name not in _SHARED and name not in collection.attributes:
            raise invalid(f"['{name}'] is invalid attribute for filtering")
        attribute = collection.attributes.get(name)
        default = attribute.default if attribute is not None else None
        if isinstance(default, bool) and neighbour.flag(value) is None:
            raise _bad_value(f"'{value}' cannot be converted to boolean.")
        if type(default) is int and not value.removeprefix('-').isdecimal():
            raise _bad_value(f"'{value}' is not an integer.")
    keys, ways = request.parameters('sort_key'), request.parameters('sort_dir')
    if len(keys) != len(ways):
        raise invalid('The number of sort_keys and sort_dirs must be same')
    for key, way in zip(keys, ways, strict=True):
        if key not in _SHARED and key not in collection.attributes:
            raise invalid(f"['{key}'] is invalid attribute for sort_keys")
        if way not in ('asc', 'desc'):
            raise invalid(f"['{way}'] is invalid value for sort_dirs")
    limit = request.parameter('limit')
    if limit is not None and (not limit.isdecimal() or len(limit) > MOST_DIGITS):
        message = f"Bad limit request: Limit must be an integer 0 or greater and not '{limit}'."
        raise NetworkFault(400, 'BadRequest', message)


def _bad_value(why: str) -> NetworkFault:
    return NetworkFault(400, 'InvalidInput', f'Invalid input for operation: {why}')


def _narrow(view: dict[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    return {key: view[key] for key in fields if key in view} if fields else view


def _sorting(request: Request) -> Iterable[tuple[str, str]]:
    keys, ways = request.parameters('sort_key'), request.parameters('sort_dir')
    return zip(keys, ways + ['asc'] * len(keys), strict=False)


def _sortable(value: Any) -> tuple[bool, Any]:
    return value is not None, value if isinstance(value, (int, str)) else str(value)


def _matches(view: dict[str, Any], name: str, values: set[str]) -> bool:
    """Whether a resource has one of the values that a filter names."""
    if name == 'fixed_ips':
        return _has_address(view.get('fixed_ips') or [], values)
    if name in _TAG_FILTERS:
        tags = {tag for value in values for tag in value.split(',')}
        has = set(view.get('tags') or [])
        has_them = bool(tags & has) if name.endswith('any') else tags <= has
        return not has_them if name.startswith('not') else has_them
    if name == 'security_groups':
        return bool(values & set(view.get('security_groups') or []))
    actual = view.get(name)
    if isinstance(actual, bool):
        return actual in {neighbour.flag(value) for value in values}
    return ('' if actual is None else str(actual)) in values


def _has_address(fixed: list[dict[str, Any]], values: set[str]) -> bool:
    pairs = [value.partition('=')[::2] for value in values]
    for fixed_ip in fixed:
        if all(
            value in fixed_ip['ip_address']
            if key == 'ip_address_substr'
            else fixed_ip.get(key) == value
            for key, value in pairs
        ):
            return True
    return False


def _page(
    request: Request, views: list[dict[str, Any]], limit: int
) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """A page of a list, and the links to the pages around it."""
    marker, is_back = request.parameter('marker'), request.parameter('page_reverse')
    ids = [view['id'] for view in views]
    if marker in ids:
        at = ids.index(marker)
        views = views[:at] if is_back else views[at + 1 :]
    page = views[-limit:] if is_back else views[:limit]
    rest = [(key, value) for key, value in request.query if key not in ('marker', 'page_reverse')]

    def link(rel: str, *more: tuple[str, str]) -> dict[str, str]:
        return {'rel': rel, 'href': f'{request.url}?{urlencode([*rest, *more])}'}

    links = []
    if len(page) == limit:
        links.append(link('next', ('marker', page[-1]['id'])))
    first = [('marker', page[0]['id'])] if page else []
    links.append(link('previous', *first, ('page_reverse', 'True')))
    return page, links

"""The way in which the service finds the handler of a path that no route takes as it stands.

The service walks a path from place to place. What stays of it behind the last place are
arguments, by their places: ``/nodes/x/y`` shows the field ``y`` of ``x``, and a path that has more
of them than its handler takes makes the service fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from novaclient_mv.sandbox.baremetal import bodies, routes
from novaclient_mv.sandbox.baremetal.refusals import Aborted, Refused
from novaclient_mv.sandbox.http.routing import Route


class Target(NamedTuple):
    """The handler of a request.

    :param called: what the service calls it.
    :param held: variables of the path that are not among its arguments in the service.
    :param placed: its arguments from the path.
    :param is_below: whether the resources of another place are named below their owner.
    """

    route: Route
    handler: str
    called: str
    held: Mapping[str, str]
    placed: tuple[str, ...]
    is_below: bool = False


class Place(NamedTuple):
    """A place where a walk may end.

    :param path: with variables in braces.
    :param controller: what the service calls it.
    :param gets: its reader by the service: one for all and one for each, or one for both.
    :param is_told: whether the last variable of its path is the first argument of its handlers.
    :param like: the place whose resources these are.
    :param since: the minor version that has it.
    :param takes_all: the one handler of all methods, if there is one.
    """

    path: str
    controller: str
    gets: str = 'get_all get_one'
    is_told: bool = False
    like: str = ''
    since: int = 1
    takes_all: str = ''


_NODE = '/nodes/{id}'
_MANAGEMENT = f'{_NODE}/management'
PLACES = (
    Place('/nodes', 'NodesController'),
    Place(f'{_NODE}/states', 'NodeStatesController', 'get', True),
    Place(f'{_NODE}/states/console', 'NodeConsoleController', 'get', True),
    Place(f'{_NODE}/maintenance', 'NodeMaintenanceController', '', True),
    Place(_MANAGEMENT, 'NodeManagementController', '', True),
    Place(f'{_MANAGEMENT}/boot_device', 'BootDeviceController', 'get', True),
    Place(f'{_MANAGEMENT}/inject_nmi', 'InjectNmiController', '', True),
    Place(f'{_MANAGEMENT}/indicators', 'IndicatorController', is_told=True),
    Place(
        f'{_NODE}/vendor_passthru', 'NodeVendorPassthruController', is_told=True,
        takes_all='_default',
    ),
    Place(f'{_NODE}/traits', 'NodeTraitsController', 'get_all', since=37),
    Place(f'{_NODE}/vifs', 'NodeVIFController', 'get_all'),
    Place(f'{_NODE}/vmedia', 'NodeVmediaController', 'get'),
    Place(f'{_NODE}/bios', 'NodeBiosController'),
    Place(f'{_NODE}/firmware', 'NodeFirmwareController', 'get_all'),
    Place(f'{_NODE}/inventory', 'NodeInventoryController', 'get'),
    Place(f'{_NODE}/history', 'NodeHistoryController'),
    Place(f'{_NODE}/children', 'NodeChildrenController', 'get_all'),
    Place(f'{_NODE}/allocation', 'NodeAllocationController', 'get_all'),
    Place(f'{_NODE}/volume', 'VolumeController', 'get'),
    Place(f'{_NODE}/volume/connectors', 'VolumeConnectorsController', like='/volume/connectors'),
    Place(f'{_NODE}/volume/targets', 'VolumeTargetsController', like='/volume/targets'),
    Place(f'{_NODE}/ports', 'PortsController', like='/ports'),
    Place(f'{_NODE}/portgroups', 'PortgroupsController', like='/portgroups'),
    Place('/ports', 'PortsController'),
    Place('/portgroups', 'PortgroupsController'),
    Place('/portgroups/{id}/ports', 'PortsController', like='/ports'),
    Place('/chassis', 'ChassisController'),
    Place('/chassis/{chassis}/nodes', 'NodesController', is_told=True, like='/nodes'),
    Place('/drivers', 'DriversController'),
    Place('/drivers/{name}/raid', 'DriverRaidController', '', True),
    Place(
        '/drivers/{name}/vendor_passthru', 'DriverPassthruController', is_told=True,
        takes_all='_default',
    ),
    Place('/conductors', 'ConductorsController'),
    Place('/shards', 'ShardController'),
    Place('/allocations', 'AllocationsController'),
    Place('/deploy_templates', 'DeployTemplatesController'),
    Place('/runbooks', 'RunbooksController'),
    Place('/runbooks/{id}/traits', 'RunbookTraitsController', 'get_all'),
    Place('/inspection_rules', 'InspectionRuleController'),
    Place('/volume', 'VolumeController', 'get'),
    Place('/volume/connectors', 'VolumeConnectorsController'),
    Place('/volume/targets', 'VolumeTargetsController'),
    Place('/lookup', 'LookupController', 'get_all'),
    Place('/heartbeat', 'HeartbeatController', ''),
    Place('/continue_inspection', 'ContinueInspectionController', ''),
    Place('/events', 'EventsController', ''),
)  # fmt: skip


def find(path: str, method: str, minor: float) -> Target:
    """The handler of a path, whatever stays of the path.

    :raises Fault: 404: there is no such place; 405: it does not have the method; 400: what should
        name a node or a port group cannot.
    """
    walk = _walked(path, minor)
    if walk is None:
        raise Aborted(404, '')
    place, variables, rest = walk
    owner = (list(variables.values())[-1],) if place.is_told else ()
    held = {} if place.is_told else variables
    match = _action(place, method, rest) or _member(place, method, rest)
    _check_names(place, variables, rest, match is not None)
    if match is None:
        raise Aborted(405, '', (('Allow', _allowed(place)),))
    route, named, placed = match
    handler = route.methods[method if method in route.methods else 'GET']
    is_own = route.path.startswith(place.path)
    return Target(
        route,
        handler,
        f'{place.controller}.{named}()',
        held if is_own else {},
        (*owner, *placed),
        not is_own,
    )


def _walked(path: str, minor: float) -> tuple[Place, dict[str, str], list[str]] | None:
    """The last place of a path, its variables, and what stays of the path."""
    segments = path.split('/')[1:]
    for place, parts in _BY_LENGTH:
        if minor < place.since or len(parts) > len(segments):
            continue
        pairs = list(zip(parts, segments, strict=False))
        if all(part == segment or part[0] == '{' for part, segment in pairs):
            variables = {part[1:-1]: segment for part, segment in pairs if part[0] == '{'}
            return place, variables, [segment for segment in segments[len(parts) :] if segment]
    return None


_Match = tuple[Route, str, tuple[str, ...]]


def _action(place: Place, method: str, rest: list[str]) -> _Match | None:
    """The handler that a word of the path names, as ``detail`` or ``power``."""
    if not rest:
        return None
    first = method in ('PUT', 'DELETE')
    word, others = (rest[0], rest[1:]) if first else (rest[-1], rest[:-1])
    for route in (*_ACTIONS.get(place.path, ()), *_ACTIONS.get(place.like, ())):
        if route.path.endswith(f'/{word}') and method in route.methods:
            return route, word, tuple(others)
    return None


def _member(place: Place, method: str, rest: list[str]) -> _Match | None:
    """The handler of the resources of a place, or of a single one."""
    own, like = (_ROUTES.get(path, []) for path in (place.path, place.like))
    if place.takes_all:
        route = own[-1 if rest else 0]
        return route, place.takes_all, tuple(rest)
    names = place.gets.split()
    candidates = own[::-1] if rest else own
    if method == 'GET':
        if not names or (rest and names == ['get_all']):
            return None
        named = names[-1] if rest else names[0]
        candidates = [route for route in (*candidates, *like[::-1]) if _is_of(route, named)]
    else:
        named = method.lower()
        candidates = [*candidates, *(like[::-1] if rest else like)]
    route_of_it = next((route for route in candidates if method in route.methods), None)
    return None if route_of_it is None else (route_of_it, named, tuple(rest))


def _is_of(route: Route, named: str) -> bool:
    """Whether a route is of one resource or of all, as a reader is."""
    return named == 'get' or route.path.endswith('}') == (named == 'get_one')


def _check_names(
    place: Place, variables: Mapping[str, str], rest: list[str], is_found: bool
) -> None:
    """Refuse what should name a node or a port group, where the service looks for one."""
    root = place.path.split('/')[1]
    own = place.like or place.path
    idents = []
    if root in _NOUNS and 'id' in variables and not (place.is_told and is_found):
        idents.append((root, variables['id']))
    if own in ('/nodes', '/portgroups'):
        idents += [(own[1:], ident) for ident in rest[:1]]
    for named, ident in idents:
        if not bodies.is_name_or_uuid(ident):
            raise Aborted(400, f'Expected UUID or name for {_NOUNS[named]}: {ident}')


_NOUNS = {'nodes': 'node', 'portgroups': 'portgroup'}


def _allowed(place: Place) -> str:
    """The methods of a place; the service forgets those below the management of a node."""
    if place.path.startswith(_MANAGEMENT):
        return ''
    served = [*_ROUTES.get(place.path, ()), *_ROUTES.get(place.like, ())]
    return ', '.join(sorted({method for route in served for method in route.methods}))


def check_owner(target: Target, method: str) -> None:
    """Refuse what is asked of resources below their owner, where only lists are.

    :raises Refused: 400 or 403.
    """
    is_too_long = target.handler == 'delete' and len(target.placed) > 1
    if not target.is_below or is_too_long or target.called.startswith('Portgroups'):
        return
    if method in ('GET', 'DELETE'):
        raise Refused(400, 'Malformed request URI.')
    raise Refused(403, 'Operation not permitted.')


def _own_routes() -> Iterator[tuple[str, Route]]:
    """The routes of each place: of all its resources, then of a single one."""
    paths = {place.path for place in PLACES}
    for route in routes.ROUTES:
        owner, _, last = route.path.rpartition('/')
        if route.path in paths:
            yield route.path, route
        elif last[0] == '{' and owner in paths:
            yield owner, route


def _actions() -> Iterator[tuple[str, Route]]:
    """The routes that a word names, by their places."""
    paths = sorted((place.path for place in PLACES), key=len, reverse=True)
    own = {route.path for _, route in _own_routes()}
    for route in routes.ROUTES:
        if route.path not in own:
            yield next(path for path in paths if route.path.startswith(f'{path}/')), route


def _grouped(pairs: Iterator[tuple[str, Route]]) -> dict[str, list[Route]]:
    groups: dict[str, list[Route]] = {}
    for path, route in pairs:
        groups.setdefault(path, []).append(route)
    return groups


_ROUTES = _grouped(_own_routes())
_ACTIONS = _grouped(_actions())
_BY_LENGTH = sorted(
    ((place, place.path.split('/')[1:]) for place in PLACES),
    key=lambda pair: len(pair[1]),
    reverse=True,
)

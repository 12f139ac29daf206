"""The servers that one create request made, where it asked for more than one."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from novaclient_mv import errors
from novaclient_mv.v2 import instance_action
from novaclient_mv.v2.servers import requests

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server, ServerManager

_RESERVATION = 'OS-EXT-SRV-ATTR:reservation_id'
_NUMBER = re.compile(r'-([0-9]+)\Z')
# Servers of one request are created within moments; a busy cloud may record them a little later.
_LONGEST_GAP = 600.0


def of_reservation(manager: ServerManager, reservation_id: str) -> list[Server]:
    """The servers of a reservation, in the order of their numbers: ``GET /servers/detail``."""
    servers = manager.iterate(search_opts={'reservation_id': reservation_id})
    return sorted(servers, key=_order)


def created_with(manager: ServerManager, first: Server, name: str, max_count: int) -> list[Server]:
    """Return the servers of the request that created one server, that one first.

    They share a reservation. The cloud shows its id to administrators only, from 2.3; for
    others they are those with the names that it gives them (the name of the request, a dash and the
    number from 1) that were created by it. All have the password that only the answer to the
    request has.

    :param first: the server of the answer, with all its fields.
    :param name: the name of the request.
    :param max_count: how many servers it asked for at most.

    ``GET /servers/detail``, ``GET /servers/{server_id}/os-instance-actions``
    """
    reservation_id = first._info.get(_RESERVATION)
    if reservation_id:
        others = of_reservation(manager, reservation_id)
    else:
        others = _numbered(manager, first, name, max_count)
    servers = [first, *(other for other in others if other.id != first.id)]
    for server in servers:
        copy_password(server, first)
    return servers


def copy_password(server: Server, first: Server) -> None:
    """Copy the admin password of the first server: all servers of a request share it."""
    if 'adminPass' in first._info:
        server.set_info('adminPass', first._info['adminPass'])


def _numbered(manager: ServerManager, first: Server, name: str, max_count: int) -> list[Server]:
    """Return the servers ``NAME-2`` and so on that the request of the first server created."""
    stem = name.strip()
    if first._info.get('name') == stem:
        # A server that is alone gets no number.
        return []
    pattern = f'^{requests.name_pattern(stem)}-[0-9]+$'
    closest: dict[int, tuple[float, Server]] = {}
    for server in manager.iterate(search_opts={'name': pattern}):
        full_name = str(server._info.get('name'))
        number = _number(full_name)
        if full_name != f'{stem}-{number}' or number > max_count or server.id == first.id:
            continue
        gap = _gap(manager, server, first)
        if gap <= _LONGEST_GAP and (number not in closest or gap < closest[number][0]):
            closest[number] = gap, server
    closest.pop(_number(str(first._info.get('name'))), None)
    return [closest[number][1] for number in sorted(closest)]


def _gap(manager: ServerManager, server: Server, first: Server) -> float:
    """Return the distance of a server from the request of the first one.

    Its record of actions tells which request created it, as soon as a cell has taken it up; until
    then the time of its creation stands in.
    """
    try:
        actions = instance_action.InstanceActionManager(manager.api).list(server)
    except (errors.ClientException, errors.VersionNotFoundForAPIMethod):
        actions = []
    for action in actions:
        if action._info.get('action') == 'create' and first.request_ids:
            is_same = action._info.get('request_id') == first.request_ids[0]
            return 0.0 if is_same else math.inf
    return abs(_created(server) - _created(first))


def _number(name: str) -> int:
    """The number at the end of a name; 0 without one."""
    number = _NUMBER.search(name)
    return int(number[1]) if number else 0


def _created(server: Server) -> float:
    """Return the time of creation in seconds; 0 if the cloud does not report it."""
    from oslo_utils import timeutils

    try:
        return timeutils.parse_isotime(str(server._info.get('created'))).timestamp()
    except ValueError:
        return 0.0


def _order(server: Server) -> tuple[int, str]:
    name = str(server._info.get('name'))
    return _number(name), name

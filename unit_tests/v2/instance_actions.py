"""Instance actions of a scripted cloud, as Nova records them for the writes of a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unit_tests.scripted import Request, ScriptedCloud, fault


def record(cloud: ScriptedCloud, server_id: str, action: Callable[[], Any]) -> None:
    """Let a cloud tell of the action of the first write, by the id of its request, and of no other.

    :param action: makes the answer: the action's fields, or an ``Answer``.
    """

    def answer(request: Request) -> Any:
        if request.path.rpartition('/')[2] != _request_id_of_the_write(cloud):
            return fault(404, 'Action not found')
        found = action()
        return {'instanceAction': found} if isinstance(found, dict) else found

    cloud.on('GET', f'/servers/{server_id}/os-instance-actions/*', answer)


def _request_id_of_the_write(cloud: ScriptedCloud) -> str:
    asked = [each for each in cloud.requests if cloud.nova.route(each.path)]
    number = next(place for place, each in enumerate(asked, 1) if each.method != 'GET')
    return f'req-{number:08d}-0000-4000-8000-000000000000'


def event(name: str, result: str | None = None, **fields: Any) -> dict[str, Any]:
    """An event of an action; one without a result goes on."""
    time = None if result is None else '2026-01-01T12:00:00.000000'
    return {'event': name, 'finish_time': time, 'result': result, **fields}

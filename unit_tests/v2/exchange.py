"""A conversation of a user or program with a scripted compute endpoint, and the output."""

from __future__ import annotations

from typing import Any

from unit_tests.nova import Result
from unit_tests.scripted import ScriptedCloud


def sent(cloud: ScriptedCloud) -> list[str]:
    """Each request below the compute endpoint, as in ``GET /servers?name=web``."""
    found = []
    for each in cloud.requests:
        route = cloud.nova.route(each.path)
        if route is None or route[2] in ('', '/'):
            continue
        query = '&'.join(f'{name}={value}' for name, value in each.query)
        found.append(f'{each.method} {route[2]}' + (f'?{query}' if query else ''))
    return found


def bodies(cloud: ScriptedCloud) -> list[Any]:
    """The bodies of the writes to compute."""
    return [
        each.body
        for each in cloud.requests
        if each.method != 'GET' and cloud.nova.route(each.path) is not None
    ]


def table(result: Result) -> list[list[str]]:
    """Titles and rows of the last table of a result."""
    return tables(result)[-1]


def tables(result: Result) -> list[list[list[str]]]:
    """Titles and rows of each table of a result."""
    found: list[list[list[str]]] = []
    rules = 0
    for line in result.lines:
        if line.startswith('+'):
            rules += 1
            if rules % 3 == 1:
                found.append([])
        elif line.startswith('|'):
            found[-1].append([cell.strip() for cell in line.strip('|').split('|')])
    return found


def properties(result: Result) -> dict[str, str]:
    """Names and values of a table of one resource."""
    return {row[0]: row[1] for row in table(result)[1:]}


def echo(key: str, **fields: Any) -> Any:
    """An answer with what a request's body has under a key, and more fields."""

    def answer(request: Any) -> Any:
        return {key: {**request.body[key], **fields}}

    return answer


def writes(cloud: ScriptedCloud) -> list[str]:
    """The requests below the compute endpoint that are not reads."""
    return [each for each in sent(cloud) if not each.startswith('GET')]

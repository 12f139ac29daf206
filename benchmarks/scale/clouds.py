"""One list on 200 clouds at once."""

from __future__ import annotations

import argparse
import json
import pathlib
import tempfile

from measuring import Stub
from programs import Failed
from runs import Figure, Run, run, tell

MEGABYTES = 220
SERVERS = 5
COLD_REQUESTS = 4
"""Of each cloud: where to log in, the login, the versions, the list."""
LATENCY = 0.25
SHARE = 1 / 4
"""Of the time that the requests take one after the other; a busy machine takes its part of it."""


def main(words: list[str]) -> int:
    """Measure a list of many clouds; 1 where a figure is beyond its bound."""
    parser = argparse.ArgumentParser(prog='benchmarks/scale clouds', description=__doc__)
    parser.add_argument('--clouds', type=int, default=200)
    count = parser.parse_args(words).clouds
    with Stub(SERVERS, LATENCY) as stub, tempfile.TemporaryDirectory() as home:
        _write_clouds(pathlib.Path(home), stub, count)
        cold = _list(stub, home, count)
        cold_requests = len(stub.requests())
        warm = _list(stub, home, count)
        warm_requests = len(stub.requests())
    title = f'{count} clouds'
    return tell(
        [
            Figure(f'{title}, cold: requests', cold_requests, '', COLD_REQUESTS * count),
            Figure(f'{title}, cold: memory', cold.megabytes, 'MB', MEGABYTES),
            Figure(f'{title}, cold: clock', cold.clock, 's', cold_requests * LATENCY * SHARE),
            Figure(f'{title}, cold: processor time', cold.processor, 's'),
            Figure(f'{title}, warm: requests', warm_requests, '', count),
            Figure(f'{title}, warm: memory', warm.megabytes, 'MB', MEGABYTES),
            Figure(f'{title}, warm: clock', warm.clock, 's', warm_requests * LATENCY * SHARE),
            Figure(f'{title}, warm: processor time', warm.processor, 's'),
        ]
    )


def _write_clouds(home: pathlib.Path, stub: Stub, count: int) -> None:
    """Name as many clouds, each with a user of its own."""
    environment = stub.environment(str(home))
    auth = {
        'auth_url': environment['OS_AUTH_URL'],
        'password': environment['OS_PASSWORD'],
        **dict.fromkeys(('project_name',), 'bench'),
        **dict.fromkeys(('user_domain_name', 'project_domain_name'), 'Default'),
    }
    clouds = {
        f'cloud-{number:03d}': {'auth': {**auth, 'username': f'user-{number}'}}
        for number in range(count)
    }
    # JSON is YAML.
    (home / 'clouds.yaml').write_text(json.dumps({'clouds': clouds}), encoding='utf-8')


def _list(stub: Stub, home: str, count: int) -> Run:
    variables = stub.environment(home)
    variables = {name: text for name, text in variables.items() if not name.startswith('OS_')}
    words = ('--os-cloud', 'all', 'server-list', '-f', 'csv', '-c', 'name')
    done = run(words, variables, home, b',server-')
    if done.marked != count * SERVERS:
        raise Failed(f'{done.marked} rows of {count} clouds.')
    return done

"""A scripted Placement service, and a client of the library on the sandbox."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.services import PLACEMENT
from unit_tests.nova import SANDBOX, Nova, Result, Stream
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud

HEADER = 'OpenStack-API-Version'
PATH = '/placement'

Run = Callable[..., Result]


class Placement:
    """A Placement service on a scripted cloud; its endpoint has no version in its path.

    :param maximum: highest version.
    """

    def __init__(self, cloud: ScriptedCloud, maximum: str) -> None:
        self.cloud = cloud
        self.maximum = maximum
        self.requests: list[Request] = []
        document = {
            'id': 'v1.0',
            'status': 'CURRENT',
            'min_version': '1.0',
            'max_version': maximum,
            'links': [{'rel': 'self', 'href': ''}],
        }
        self.on('GET', '/', {'versions': [document]})

    def on(self, method: str, path: str, body: object, status: int = 200) -> None:
        """Answer requests below the endpoint, in the version that they ask for."""

        def answer(request: Request) -> Answer:
            self.requests.append(request)
            version = (request.headers[HEADER] or 'placement 1.0').partition(' ')[2]
            return Answer(status, body, [(HEADER, f'placement {version}')])

        self.cloud.on(method, PATH + path, answer)

    @property
    def wire(self) -> list[str]:
        """Version and request, as in ``1.39 GET /traits``; ``-`` without a version."""
        return [
            f'{(each.headers[HEADER] or "placement -").partition(" ")[2]} {each.method} '
            f'{each.path.removeprefix(PATH)}'
            for each in self.requests
        ]


@pytest.fixture
def start_placement(start_cloud: StartCloud) -> Callable[..., Placement]:
    """Starts scripted services: ``service = start_placement('1.17')``."""

    def start(maximum: str | None = None) -> Placement:
        cloud = start_cloud(catalog={'placement': PATH})
        return Placement(cloud, maximum or str(PLACEMENT.range.end))

    return start


@pytest.fixture
def library(nova: Nova) -> Callable[[str], Client]:
    """Makes clients of the sandbox: ``client = library('1.28')``."""

    def make(version: str | None = None) -> Client:
        surroundings = Environment(
            variables=nova.variables(SANDBOX, {}),
            stdin=None,
            stdout=Stream(),
            stderr=Stream(),
            clock=nova.clock.clock(),
            cwd=str(nova.home),
        )
        chosen = PLACEMENT.range.end if version is None else PLACEMENT.version(version)
        return Client.from_connection(Cloud(surroundings, SANDBOX).connection(PLACEMENT, chosen))

    return make


@pytest.fixture
def place(nova: Nova) -> Run:
    """Runs a command of Placement on the sandbox: ``place('trait-list', version='1.6')``."""

    def run(command: str, *words: str, version: str | None = None, stdin: str = '') -> Result:
        options = () if version is None else (PLACEMENT.version_option, version)
        name = f'placement-{command}'
        return nova(*options, name, *words, cloud=SANDBOX, stdin=stdin.encode())

    return run


@pytest.fixture
def rows(place: Run) -> Callable[..., list[dict[str, object]]]:
    """The rows that a list shows, as JSON has them."""

    def read(command: str, *words: str, version: str | None = None) -> list[dict[str, object]]:
        result = place(command, *words, '-f', 'json', version=version)
        assert result.status == 0, result.err
        found: list[dict[str, object]] = json.loads(result.out)
        return found

    return read

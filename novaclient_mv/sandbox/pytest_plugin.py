"""The sandbox as a fixture of pytest, for the tests of programs that use the Compute API."""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from novaclient_mv import sandbox
from novaclient_mv.sandbox import newest

if TYPE_CHECKING:
    from typing import Unpack

    from keystoneauth1.session import Session

    from novaclient_mv.sandbox.cloud import Options
    from novaclient_mv.sandbox.faults import Faults
    from novaclient_mv.sandbox.http.server import Server
    from novaclient_mv.v2.client import Client

START = 1_767_268_800.0
"""When the clock of a sandbox begins: 2026-01-01T12:00:00Z."""


class Clock:
    """A clock that only :meth:`advance` moves."""

    def __init__(self, start: float = START) -> None:
        self.time = start
        self._lock = threading.Lock()

    def __call__(self) -> float:
        """Seconds since the epoch."""
        return self.time

    def advance(self, seconds: float) -> None:
        """Let time pass: changes under way become due, tokens expire."""
        with self._lock:
            self.time += seconds


class SandboxCloud:
    """A cloud of one test.

    In process it is under every session that :meth:`session` makes, unless they are to go over
    HTTP. Over HTTP it serves from the moment that :attr:`url` or :attr:`environ` is first read.

    :param path: the file of the state.
    :param servers: how many servers are there besides the usual ones.
    :param http: whether sessions go over HTTP.
    :param faults: what is to go wrong, as keywords of ``faults.add``.
    :param start: when the clock begins.
    :param options: as of :class:`~novaclient_mv.sandbox.cloud.Options`; a ``release``, as ``pike``
        or ``2024.1``, gives its newest versions besides its policies.
    :raises ValueError: the release or shape is unknown, or a version malformed.
    """

    def __init__(
        self,
        path: Path,
        *,
        servers: int = 0,
        http: bool = False,
        faults: tuple[Mapping[str, Any], ...] = (),
        start: float = START,
        **options: Unpack[Options],
    ) -> None:
        from novaclient_mv.sandbox import cloud
        from novaclient_mv.sandbox.faults import Faults

        compute, baremetal = _newest_of(options.get('release'))
        options['maximum'] = options.get('maximum') or compute
        options['baremetal_maximum'] = options.get('baremetal_maximum') or baremetal
        _check_versions(*(value for name, value in options.items() if 'imum' in name))
        _check_catalog(options.get('catalog', 'default'))
        self.clock = Clock(start)
        # A latency takes time of the cloud's clock, not the test's; over HTTP it takes both.
        self.faults: Faults = Faults(self._sleep)
        self.is_http = http
        self._maximum = options['maximum'] if options.get('microversions', True) else '2.0'
        self.application = cloud.Application(path, self.clock, on_demand=self.faults, **options)
        self._server: Server | None = None
        if servers:
            self.application.seed_servers(servers)
        for fault in faults:
            self.faults.add(**fault)

    def _sleep(self, seconds: float) -> None:
        if self._server is not None:
            threading.Event().wait(seconds)
        self.clock.advance(seconds)

    @property
    def url(self) -> str:
        """The base URL over HTTP."""
        if self._server is None:
            from novaclient_mv.sandbox.http import server

            self._server = server.Server(self.application)
            self._server.start()
        return self._server.url

    @property
    def environ(self) -> dict[str, str]:
        """The variables with which any OpenStack client finds the cloud, over HTTP."""
        return {f'OS_{name.upper()}': value for name, value in sandbox.settings(self.url).items()}

    def session(self, user: str = 'admin', **options: Any) -> Session:
        """A session of keystoneauth1 that logs in as ``admin``, ``demo``, as the user of a seeded
        project, or as ``reader``, who may only read, in the project ``demo``.

        :param options: as of ``keystoneauth1.session.Session``.
        """
        import requests
        from keystoneauth1 import session
        from keystoneauth1.identity import v3

        settings: dict[str, Any] = dict(
            sandbox.settings(self.url if self.is_http else sandbox.BASE_URL, user)
        )
        settings.pop('region_name')
        transport = requests.Session()
        # Neither the process nor this computer is reached by a proxy, and looking for one at each
        # request takes as long as many an answer.
        transport.trust_env = False
        if not self.is_http:
            from novaclient_mv.sandbox.http import transport as in_process

            adapter = in_process.SandboxAdapter(self.application)
            transport.mount(sandbox.BASE_URL, adapter)
        return session.Session(v3.Password(**settings), session=transport, **options)

    def client(self, version: str | None = None, user: str = 'admin', **options: Any) -> Client:
        """A client of this package for the cloud.

        :param version: as of the client; without one the newest that the cloud serves.
        :param options: as of ``novaclient_mv.client.Client``.
        """
        from novaclient_mv import client

        return client.Client(version or self._maximum, session=self.session(user), **options)

    def close(self) -> None:
        """End serving over HTTP."""
        if self._server is not None:
            self._server.stop()
            self._server = None


def _newest_of(release: str | None) -> tuple[str, str]:
    """The newest versions of Compute and of Bare Metal in a release."""
    if release is None:
        return newest.COMPUTE, newest.BAREMETAL
    from novaclient_mv import services

    releases = services.COMPUTE.releases
    compute = releases.newest_of(release)
    if compute is None:
        names = [name.lower() for name in releases.names()]
        raise ValueError(
            f'sandbox_cloud: unknown release {release!r}. Known: {names[0]} to {names[-1]}.'
            f'{_suggestion(release, names)}'
        )
    return compute, services.BAREMETAL.releases.newest_of(release) or newest.BAREMETAL


def _check_versions(*versions: object) -> None:
    """Check the spelling of versions."""
    for version in versions:
        if not isinstance(version, str) or not re.fullmatch(r'[1-9]\d*\.(0|[1-9]\d*)', version):
            raise ValueError(
                f"sandbox_cloud: {version!r} is not a version like '2.53'; name a release with "
                "release='pike'."
            )


def _check_catalog(shape: str) -> None:
    """Check the shape of the catalog."""
    from novaclient_mv.sandbox.identity.catalog import SHAPES

    if shape not in SHAPES:
        raise ValueError(
            f'sandbox_cloud: unknown shape {shape!r} of a catalog. Known: {", ".join(SHAPES)}.'
            f'{_suggestion(shape, [*SHAPES])}'
        )


def _check_options(options: Mapping[str, Any]) -> None:
    """Check the names of options."""
    from novaclient_mv.sandbox.cloud import Options

    parameters = inspect.signature(SandboxCloud).parameters.values()
    own = [option.name for option in parameters if option.kind is option.KEYWORD_ONLY]
    names = [*Options.__annotations__, *own]
    for name in options:
        if name not in names:
            more = _suggestion(name, names) or f' It has {", ".join(names)}.'
            raise ValueError(f'sandbox_cloud has no option {name!r}.{more}')


def _suggestion(word: str, known: list[str]) -> str:
    """The question whether a similar name was meant, if there is one."""
    import difflib

    alike = difflib.get_close_matches(word.lower(), known, 1)
    return f' Did you mean {alike[0]}?' if alike else ''


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line(
        'markers',
        'sandbox_cloud(**options): what the cloud of the fixture sandbox_cloud is like, as in '
        "release='pike' or maximum='2.53'.",
    )


@pytest.fixture
def make_sandbox_cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """Makes clouds: ``old, new = make_sandbox_cloud(release='pike'), make_sandbox_cloud()``."""
    clouds: list[SandboxCloud] = []

    def make(**options: Any) -> SandboxCloud:
        path = tmp_path_factory.mktemp('sandbox') / 'state.sqlite'
        refusal = ''
        try:
            _check_options(options)
            clouds.append(SandboxCloud(path, **options))
        except (ValueError, sandbox.SandboxError) as error:
            refusal = str(error)
        # Not where it was caught: one sentence says more than the way to the place that found it.
        if refusal:
            pytest.fail(refusal, pytrace=False)
        return clouds[-1]

    yield make
    for cloud in clouds:
        cloud.close()


@pytest.fixture
def sandbox_cloud(
    request: pytest.FixtureRequest, make_sandbox_cloud: Callable[..., SandboxCloud]
) -> SandboxCloud:
    """A cloud, as new, with administrator ``admin`` and user ``demo``."""
    options: dict[str, Any] = {}
    for marker in reversed(list(request.node.iter_markers('sandbox_cloud'))):
        if marker.args:
            word = repr(marker.args[0])
            refusal = f"sandbox_cloud takes options by name, as in release='pike', not {word}."
            pytest.fail(refusal, pytrace=False)
        options.update(marker.kwargs)
    options.update(getattr(request, 'param', {}))
    return make_sandbox_cloud(**options)

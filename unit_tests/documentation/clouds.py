"""The clouds that a page speaks of: the sandbox, one of a release, and the one of its reader."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

from novaclient_mv import services
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud
from unit_tests.documentation.named_clouds import LOST, OF_THE_READER
from unit_tests.nova import TestClock

ADDRESS = 'http://127.0.0.1:8774'
"""Where pages serve the sandbox; another port is used, since this one may be taken."""


class Clock(TestClock):
    """A clock whose time also passes in served clouds."""

    def __init__(self) -> None:
        super().__init__()
        self.served: list[SandboxCloud] = []

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        super().sleep(seconds)
        for cloud in self.served:
            cloud.clock.advance(seconds)


class Clouds:
    """The clouds of a page; they are made when first asked for.

    :param state: the file in which the page's sandbox keeps its state.
    """

    def __init__(self, state: pathlib.Path, clock: Clock) -> None:
        self._state = state
        self._clock = clock
        self._made: dict[str, SandboxCloud] = {}

    def sandbox(self) -> SandboxCloud:
        """Return the page's sandbox, as the program opens it."""
        self._state.parent.mkdir(parents=True, exist_ok=True)
        return self._cloud('sandbox', self._state)

    def environ(self, name: str) -> dict[str, str]:
        """The variables with which a cloud is used.

        :param name: what the mark ``cloud`` says: ``sandbox``, the name of a release, a range of
            versions as in ``2.1 to 2.53``, or ``without microversions``.
        """
        if name == 'sandbox':
            return {'OS_CLOUD': 'sandbox'}
        state = self._state.with_name(f'{name}.sqlite')
        if name == 'without microversions':
            return self._cloud(name, state, microversions=False).environ
        minimum, _, maximum = name.partition(' to ')
        if maximum:
            return self._cloud(name, state, minimum=minimum, maximum=maximum).environ
        newest = services.COMPUTE.releases.newest_of(name)
        assert newest is not None, f'There is no release {name}.'
        return self._cloud(name, state, maximum=newest).environ

    def file(self, names: Iterable[str]) -> str:
        """A ``clouds.yaml`` with clouds of the page's reader, by their names in a page."""
        return 'clouds:\n' + ''.join(map(self._entry, names))

    def _entry(self, name: str) -> str:
        if name == LOST:
            return f'  {name}:\n    auth_type: none\n    auth: {{endpoint: "http://127.0.0.1:9"}}\n'
        if name == OF_THE_READER:
            variables = dict(self.sandbox().environ)
        else:
            variables = dict(self.environ(name.removesuffix('-cloud')))
        region = variables.pop('OS_REGION_NAME')
        auth = ''.join(
            f'      {key.removeprefix("OS_").lower()}: {value}\n'
            for key, value in variables.items()
        )
        return f'  {name}:\n    region_name: {region}\n    auth:\n{auth}'

    def close(self) -> None:
        """End what is served."""
        for cloud in self._made.values():
            cloud.close()

    def _cloud(self, name: str, state: pathlib.Path, **options: object) -> SandboxCloud:
        if name not in self._made:
            state.parent.mkdir(parents=True, exist_ok=True)
            made = SandboxCloud(state, start=self._clock.now(), **options)  # type: ignore[arg-type]
            self._made[name] = made
            self._clock.served.append(made)
        return self._made[name]

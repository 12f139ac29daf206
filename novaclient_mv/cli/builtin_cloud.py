"""The one door from the client to the sandbox, the cloud that is built in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from novaclient_mv.cli.environment import Environment

if TYPE_CHECKING:
    from types import ModuleType


def state_file(environment: Environment) -> str:
    """Where the sandbox keeps its state."""
    return os.path.join(environment.state_folder, 'sandbox.sqlite')


def open_sandbox() -> ModuleType:
    """The sandbox."""
    from novaclient_mv import sandbox

    return sandbox


def auth_settings() -> dict[str, Any]:
    """How to log in to the sandbox in process."""
    values = dict(open_sandbox().settings())
    values.pop('region_name', None)
    return values


def mount(session: Any, environment: Environment) -> None:
    """Put the sandbox under a session, in place of the network."""
    sandbox = open_sandbox()
    adapter = sandbox.adapter(state_file(environment), environment.clock.now)
    session.session.mount(sandbox.BASE_URL, adapter)

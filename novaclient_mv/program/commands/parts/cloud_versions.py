"""The version of a run on the cloud of an invocation, for commands that run without one."""

from __future__ import annotations

import contextlib

from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion


def negotiated(invocation: Invocation, service: Service, version: APIVersion) -> APIVersion:
    """The version that this client and the cloud use where a run asks for one."""
    with contextlib.closing(Cloud(invocation.environment, settings=invocation.settings)) as cloud:
        offered, _ = cloud.range(service, is_fresh=True)
        cloud.keep()
    return service.negotiate(version, offered)

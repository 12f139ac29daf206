"""The client of the depot service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.resources import client
from unit_tests.fictional.depot import DEPOT

if TYPE_CHECKING:
    from unit_tests.fictional.depot import crates


class Client(client.Client):
    """A client of one depot at one version."""

    service = DEPOT

    crates: crates.CrateManager

"""The client of the depot service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from novaclient_mv.resources import client
from unit_tests.fictional.depot import DEPOT

if TYPE_CHECKING:
    from unit_tests.fictional.depot import crates


class Client(client.Client):
    """A client of one depot at one version."""

    service = DEPOT
    MANAGERS: ClassVar[Mapping[str, tuple[str, str]]] = {'crates': ('crates', 'CrateManager')}

    if TYPE_CHECKING:
        crates: crates.CrateManager

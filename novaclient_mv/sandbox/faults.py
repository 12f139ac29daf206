"""Faults on demand: every kind that the sandbox has, on one screen."""

from __future__ import annotations

import time
from collections.abc import Callable

from novaclient_mv.sandbox.compute import fault_kinds as compute
from novaclient_mv.sandbox.http import fault_rules
from novaclient_mv.sandbox.http.fault_rules import PATH as PATH
from novaclient_mv.sandbox.http.fault_rules import BadFault as BadFault
from novaclient_mv.sandbox.http.fault_rules import Dropped as Dropped

KINDS: dict[str, fault_rules.Kind] = {
    'latency': fault_rules.LATENCY,
    'unavailable': compute.UNAVAILABLE,
    'unauthorized': fault_rules.UNAUTHORIZED,
    'not_acceptable': compute.NOT_ACCEPTABLE,
    'cut': fault_rules.CUT,
    'drop': fault_rules.DROP,
    'error': compute.ERROR,
    'down_cell': compute.DOWN_CELL,
}
"""Every fault by its name."""


class Faults(fault_rules.Faults):
    """The faults of one cloud; one that names no path is for Compute.

    :param sleep: lets time pass, in seconds.
    """

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        super().__init__(KINDS, compute.PATHS, sleep)

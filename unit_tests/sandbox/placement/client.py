"""Requests of the Placement service at a version."""

from __future__ import annotations

from typing import Any

from unit_tests.sandbox.caller import Answer, Caller

HEADER = 'OpenStack-API-Version'


def ask(cloud: Caller, method: str, path: str, body: Any = None, version: str = '1.39') -> Answer:
    """Send a request at a version of Placement."""
    headers = {HEADER: f'placement {version}'}
    return cloud(method, f'/placement{path}', body=body, headers=headers)

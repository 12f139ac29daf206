"""A new state of the sandbox, and the tokens of those who send requests to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.state import seed
from unit_tests.sandbox.caller import password_login

START = 1_800_000_000.0


def logged_in(path: Path) -> dict[str, str]:
    """Make a state, and return the tokens of those who send requests, by role."""
    cloud = sandbox.application(path, lambda: START)
    return {role: _token(cloud, *who) for role, who in _USERS.items()}


_USERS: dict[str, tuple[str, str | None]] = {
    'admin': ('admin', 'admin'),
    'member': ('demo', 'demo'),
    'reader': ('reader', 'demo'),
    'manager': ('manager', 'demo'),
    'service': ('service', 'demo'),
    'unscoped': ('demo', None),
}


def _token(cloud: Any, user: str, project: str | None) -> str:
    body = json.dumps(password_login(user, project, seed.PASSWORD)).encode()
    url = f'{sandbox.BASE_URL}/identity/v3/auth/tokens'
    kind = [('Content-Type', 'application/json')]
    _, headers, _ = in_process.call(cloud, 'POST', url, kind, body)
    return dict(headers)['X-Subject-Token']

"""Errors of the network service, each with the name that it has there."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Fault


class NetworkFault(Fault):
    """An error with the name that the network service has for it."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(status, message)
        self.kind = kind


def refused(rule: str) -> NetworkFault:
    """Return the refusal of a change to a visible resource."""
    return NetworkFault(403, 'PolicyNotAuthorized', f'rule:{rule} is disallowed by policy')


def invalid(message: str) -> NetworkFault:
    """A request that is wrong in itself."""
    return NetworkFault(400, 'HTTPBadRequest', message)

"""Names of resources on the sandbox that drivers meet."""

from __future__ import annotations

HOST = 'host1'
OTHER_HOST = 'host2'
IMAGE = 'cirros'
NETWORK = 'private'

USER = PROJECT = 'admin'
MEMBER = 'demo'
"""A user who is no administrator, and the project of that user."""

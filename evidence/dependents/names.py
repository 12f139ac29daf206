"""Names of resources on the cloud under test: as on the sandbox, unless variables say."""

from __future__ import annotations

import os

PREFIX = 'NOVA_MV_TRIED_'


def _name(kind: str, usual: str) -> str:
    return os.environ.get(f'{PREFIX}{kind}', usual)


HOST = _name('HOST', 'host1')
OTHER_HOST = _name('OTHER_HOST', 'host2')
IMAGE = _name('IMAGE', 'cirros')
NETWORK = _name('NETWORK', 'private')

USER = _name('USER', 'admin')
PROJECT = _name('PROJECT', 'admin')
MEMBER = _name('MEMBER', 'demo')
"""A user who is no administrator, and the project of that user."""

IS_SHARED = PREFIX + 'HOST' in os.environ
"""Whether the cloud was there before: it counts on, and its scheduler chooses hosts."""


def variables(**of_cloud: str) -> dict[str, str]:
    """The variables that tell a process what things are called.

    :param of_cloud: names by the kinds above, in small letters.
    """
    return {f'{PREFIX}{kind.upper()}': name for kind, name in of_cloud.items()}

"""The two clouds, for the tests that compare them."""

from __future__ import annotations

import os

import pytest

from evidence.side_by_side import clouds
from evidence.side_by_side.pair import Pair


@pytest.fixture(scope='session')
def pairs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Pair]:
    """``admin`` and ``member``, each on both clouds."""
    if not os.environ.get(clouds.REFERENCE):
        pytest.skip(f'{clouds.REFERENCE} names no running Nova to compare the sandbox with')
    ours = clouds.sandbox_users(tmp_path_factory.mktemp('sandbox'))
    theirs = clouds.reference_users()
    found = {role: Pair(ours[role], user) for role, user in theirs.items()}
    for pair in found.values():
        pair.find('image', '/images?status=ACTIVE')
        pair.find('flavor', '/flavors', name='m1.tiny')
        pair.find('bigger', '/flavors', name='m1.small')
    return found


@pytest.fixture(scope='session')
def admin(pairs: dict[str, Pair]) -> Pair:
    """The administrator of both clouds."""
    return pairs['admin']


@pytest.fixture(scope='session')
def member(pairs: dict[str, Pair]) -> Pair:
    """A user of a project of both clouds, who is no administrator."""
    if 'member' not in pairs:
        pytest.skip(f'{clouds.REFERENCE} names no member')
    return pairs['member']


@pytest.fixture(scope='session')
def reader(pairs: dict[str, Pair]) -> Pair:
    """A user who may only read what the member's project has, on both clouds."""
    if 'reader' not in pairs:
        pytest.skip(f'{clouds.REFERENCE} names no reader')
    return pairs['reader']

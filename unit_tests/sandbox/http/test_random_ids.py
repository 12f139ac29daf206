"""Random ids are UUIDs of version 4."""

from __future__ import annotations

import uuid

from novaclient_mv.sandbox.http.random_ids import random_id


def test_ids_are_random_uuids() -> None:
    ids = {random_id() for _ in range(200)}
    assert len(ids) == 200
    for text in ids:
        read = uuid.UUID(text)
        assert (str(read), read.version, read.variant) == (text, 4, uuid.RFC_4122)

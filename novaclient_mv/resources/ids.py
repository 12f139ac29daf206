"""Ids of what the cloud keeps."""

from __future__ import annotations

import re
from typing import Any

_UUID = r'(?ai)[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}'


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID, with or without dashes."""
    return re.fullmatch(_UUID, text) is not None


def getid(obj: object) -> Any:  # noqa: ANN401 - text or a number, as the API has it
    """The id of a resource, or the id itself."""
    return getattr(obj, 'id', obj)

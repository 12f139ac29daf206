"""The answers of 500 that real services give, which the sandbox gives on purpose."""

from __future__ import annotations

import re

SENTENCES: tuple[tuple[str, int, str], ...] = ()


def sentence(service: str, status: int, body: bytes) -> str | None:
    """The entry for an answer, ``None`` where there is none: then it is a defect of the sandbox."""
    text = body.decode('utf-8', 'replace')
    for name, code, pattern in SENTENCES:
        if name == service and code == status and re.search(pattern, text):
            return pattern
    return None

"""Reads the query of a request as the service does."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes


def pairs(text: str) -> list[tuple[str, str]]:
    """Names and values in order; a semicolon parts them as well as an ampersand.

    :raises UnicodeDecodeError: what is escaped is no UTF-8.
    """
    parameters = []
    for part in re.split('[&;]', text):
        if part:
            name, _, value = part.partition('=')
            parameters.append((_decoded(name), _decoded(value)))
    return parameters


def _decoded(text: str) -> str:
    return unquote_to_bytes(text.replace('+', ' ')).decode()

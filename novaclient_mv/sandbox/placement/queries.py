"""Reads the query of a request as the service does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
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


def is_surely_valid(schema: Mapping[str, Any], parameters: Mapping[str, str]) -> bool:
    """Whether a query is as its schema has it, where that takes no schema library to tell.

    A first read would wait longer for the library than for all else.
    """
    if not parameters.keys() >= {*schema.get('required', ())}:
        return False
    return all(_may_be_any_text(schema, name) for name in parameters)


def _may_be_any_text(schema: Mapping[str, Any], name: str) -> bool:
    rules = [schema['properties'][name]] if name in schema['properties'] else []
    for pattern, rule in schema.get('patternProperties', {}).items():
        if re.search(pattern, name):
            rules.append(rule)
    return bool(rules) and all(rule.keys() == {'type'} for rule in rules)

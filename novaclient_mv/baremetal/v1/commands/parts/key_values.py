"""Values of the form ``key=value``, where a value may be written as JSON."""

from __future__ import annotations

import json

from novaclient_mv.cli.reading import types


def key_json(text: str) -> tuple[str, object]:
    """``key=value``; what is JSON is read as JSON, all else is a text.

    :raises ArgumentTypeError: there is no key.
    """
    key, value = types.key_value(text)
    return key, json_or_text(value)


def json_or_text(text: str) -> object:
    """The value that a text spells as JSON; the text itself where it spells none."""
    try:
        return json.loads(text)
    except ValueError:
        return text

"""Values of the form ``key=value``, where a value may be written as JSON."""

from __future__ import annotations

import argparse

from novaclient_mv.cli.reading import types
from novaclient_mv.errors import bodies


def key_json(text: str) -> tuple[str, object]:
    """``key=value``; what is JSON is read as JSON, all else is a text."""
    key, value = types.key_value(text)
    return key, json_or_text(value)


def json_or_text(text: str) -> object:
    """The value that a text spells as JSON; the text itself where it spells none."""
    try:
        return bodies.decode(text)
    except bodies.TooDeep as error:
        raise argparse.ArgumentTypeError(f'{text[:20]!r}... is JSON of {error}') from None
    except ValueError:
        return text

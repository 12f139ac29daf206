"""Hints for the scheduler, which Nova keeps with a server."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault


def of(body: dict[str, Any]) -> dict[str, list[str]]:
    """The hints of a request for servers: whatever was sent, lists of texts.

    :raises Fault: 400 for what Nova cannot keep.
    """
    hints = body.get('os:scheduler_hints') or body.get('OS-SCH-HNT:scheduler_hints') or {}
    lists = {key: value if isinstance(value, list) else [value] for key, value in hints.items()}
    all_hints = (hint for listed in lists.values() for hint in listed)
    are_texts = all(isinstance(hint, str | int | float) for hint in all_hints)
    if not are_texts or (hints.get('group') and isinstance(hints['group'], list)):
        raise Fault(400, 'Malformed request body')
    return {key: [str(hint) for hint in listed] for key, listed in lists.items()}

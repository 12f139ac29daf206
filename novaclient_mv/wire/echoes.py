"""Secrets of a request that its answer repeats, as errors of a cloud do."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from novaclient_mv.wire.transport import WireAnswer, WireRequest

_MINIMUM = 6
"""Letters of a secret that is looked for: a shorter one stands in a text by chance."""


class Secrets:
    """The secrets of a request, which are looked for when they are asked for."""

    def __init__(self, request: WireRequest) -> None:
        self._request = request

    def __iter__(self) -> Iterator[str]:
        from novaclient_mv.wire import secret_values

        secrets: set[str] = set()

        def note(name: str, value: Any) -> Any:
            plain = str(value)
            spelt = (json.dumps(plain), json.dumps(plain, ensure_ascii=False))
            secrets.update((plain, *(text[1:-1] for text in spelt)))
            return value

        secret_values.replaced_in_headers(self._request.headers, note)
        secret_values.replaced_in_url(self._request.url, note)
        # A body that is no JSON is none of ours.
        with contextlib.suppress(ValueError, RecursionError):
            secret_values.replaced(json.loads(self._request.body or b'null'), note)
        return (
            secret for secret in sorted(secrets, key=len, reverse=True) if len(secret) >= _MINIMUM
        )


def masked(answer: WireAnswer, request: WireRequest) -> WireAnswer:
    """An error answer without what it repeats of the request's secrets."""
    from novaclient_mv.wire import masking

    # A body may be in any encoding, or none.
    text = masking.without(answer.body.decode('utf-8', 'surrogateescape'), Secrets(request))
    body = text.encode('utf-8', 'surrogateescape')
    return answer if body == answer.body else answer._replace(body=body)

"""The answer to a request, with the names that programs know from ``requests.Response``."""

from __future__ import annotations

import http
import json
from collections.abc import Mapping
from typing import Any

from novaclient_mv.wire.request import Answer


class Response:
    """The answer to a request, with the names that programs know from ``requests.Response``.

    :param answer: what the cloud answered.
    """

    __slots__ = ('_answer',)

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def __repr__(self) -> str:
        return f'<Response [{self.status_code}]>'

    @property
    def status_code(self) -> int:
        """The HTTP status."""
        return self._answer.status

    @property
    def ok(self) -> bool:
        """Whether the status is below 400."""
        return self.status_code < 400

    @property
    def reason(self) -> str:
        """The reason phrase of the status."""
        try:
            return http.HTTPStatus(self.status_code).phrase
        except ValueError:
            return ''

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, by names in any case."""
        return self._answer.headers

    @property
    def url(self) -> str:
        """The URL of the request."""
        return self._answer.url

    @property
    def text(self) -> str:
        """The body as JSON text; empty where there was none."""
        return '' if self._answer.body is None else json.dumps(self._answer.body)

    @property
    def content(self) -> bytes:
        """The body as JSON in UTF-8."""
        return self.text.encode()

    def json(self) -> Any:  # noqa: ANN401 - whatever the API sends
        """The body.

        :raises ValueError: there was none.
        """
        return json.loads(self.text)

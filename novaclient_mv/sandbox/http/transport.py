"""Carries the requests of a ``requests`` session to the sandbox in this process."""

from __future__ import annotations

import io
from typing import Any

import requests
import urllib3
from requests import adapters

from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.http.wsgi import Application


class SandboxAdapter(adapters.HTTPAdapter):
    """Calls an application instead of opening a connection; holds no state of its own."""

    def __init__(self, application: Application) -> None:
        super().__init__()
        self.application = application

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Any = None,
    ) -> requests.Response:
        """The answer of the application as a response like any other."""
        patience = timeout[1] if isinstance(timeout, tuple) else timeout
        headers = [(name, _text(value)) for name, value in request.headers.items()]
        try:
            answer = in_process.call(
                self.application,
                request.method or 'GET',
                request.url or '',
                headers,
                _content(request),
                patience,
            )
        except ConnectionResetError as error:
            cause = urllib3.exceptions.ProtocolError('Connection aborted.', error)
            raise requests.ConnectionError(cause, request=request) from error
        except TimeoutError:
            message = f'No answer within {patience} s.'
            raise requests.ReadTimeout(message, request=request) from None
        return self._response(request, answer, stream)

    def _response(
        self, request: requests.PreparedRequest, answer: in_process.Answer, stream: bool
    ) -> requests.Response:
        status, headers, body = answer
        code, _, reason = status.partition(' ')
        raw = urllib3.HTTPResponse(
            body=io.BytesIO(body),
            headers=urllib3.HTTPHeaderDict(headers),
            status=int(code),
            reason=reason,
            version=11,
            preload_content=False,
            decode_content=False,
            request_method=request.method,
            request_url=request.url,
        )
        response = self.build_response(request, raw)
        if not stream:
            response.content  # noqa: B018 - reading it takes the body off the stream
        return response


def _text(value: str | bytes) -> str:
    return value.decode('latin-1') if isinstance(value, bytes) else str(value)


def _content(request: requests.PreparedRequest) -> bytes:
    body: Any = request.body or b''
    if hasattr(body, 'read'):
        body = body.read()
    elif not isinstance(body, (str, bytes, bytearray)):
        body = b''.join(part if isinstance(part, bytes) else part.encode() for part in body)
    return body.encode() if isinstance(body, str) else bytes(body)

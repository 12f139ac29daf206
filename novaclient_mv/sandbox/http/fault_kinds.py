"""Kinds of faults that know no service: a slow, a cut or a dropped answer, a refused token."""

from __future__ import annotations

from novaclient_mv.sandbox.http import authentication
from novaclient_mv.sandbox.http.fault_rules import (
    FLAG,
    SECONDS,
    Dropped,
    Faults,
    Key,
    Kind,
    Respond,
)
from novaclient_mv.sandbox.http.wsgi import Request, Response


def _latency(faults: Faults, request: Request, respond: Respond, seconds: float) -> Response:
    patience = request.environ.get('sandbox.timeout')
    if patience is not None and seconds > patience:
        # In process nobody watches the time but we.
        faults.sleep(patience)
        raise TimeoutError
    faults.sleep(seconds)
    return respond(request)


def _unauthorized(faults: Faults, request: Request, respond: Respond) -> Response:
    return authentication.unauthenticated(request, authentication.Unauthenticated())


def _cut(faults: Faults, request: Request, respond: Respond) -> Response:
    response = respond(request)
    response.headers.append(('Content-Length', str(len(response.body))))
    response.body = response.body[: len(response.body) // 2]
    return response


def _drop(faults: Faults, request: Request, respond: Respond, is_carried_out: bool) -> Response:
    if is_carried_out:
        respond(request)
    raise Dropped


LATENCY = Kind(_latency, seconds=Key(1.0, SECONDS))
UNAUTHORIZED = Kind(_unauthorized)
CUT = Kind(_cut)
DROP = Kind(_drop, is_carried_out=Key(False, FLAG))

"""Transports: send one request to a cloud, return its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv.values import NamedTuple, Protocol
from novaclient_mv.wire.request import Request


class WireRequest(NamedTuple):
    """A request as it goes over the wire; ``headers`` has all of them, those of the login too.

    ``call`` is the call of the API that it carries out; a login has none.
    """

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None = None
    call: Request | None = None


class WireAnswer(NamedTuple):
    """An answer as it came: names of headers ignore case; ``seconds`` is how long it took."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float = 0.0


class Transport(Protocol):
    """Sends requests; it follows nothing and repeats nothing.

    A keystoneauth1 session, the sandbox in the same process and scripted tests are transports;
    what masks, times or records requests wraps one.
    """

    def send(self, request: WireRequest) -> WireAnswer:
        """Send a request once.

        :raises CloudError: no answer came; ``may_be_sent`` says whether the request may have
            arrived all the same.
        """

    def close(self) -> None:
        """Close connections."""


class Headers(dict[str, str]):
    """Headers whose names ignore case; they are listed as they came, or, joined, as first came."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._names: dict[str, str] = {}
        for name, value in pairs:
            key = self._names.setdefault(name.lower(), name)
            before = super().get(key)
            super().__setitem__(key, value if before is None else f'{before}, {value}')

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(self._names[name.lower()])

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._names

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(self._names.get(name.lower(), name), default)

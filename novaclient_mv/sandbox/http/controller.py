"""The base of the handlers of all services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import policy
from novaclient_mv.sandbox.http.wsgi import PAGE, Fault, Headers, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call
    from novaclient_mv.sandbox.state.rows import Row

ONE = versions.APIVersion('1.0')
"""The version of a service that has only one."""


class Controller:
    """Handlers of one resource; an object of it lives for one request.

    :cvar asks_itself: its handlers ask for the permission, since they look for something first.
    """

    asks_itself = False

    def __init__(self, call: Call, statuses: tuple[int, ...] | None = None) -> None:
        self.call = call
        self.req = call.request
        self.api_version = call.version or ONE
        self.db = call.session
        self.context = call.context
        self.now = call.session.now
        self.statuses = statuses

    # -- what is asked

    def matches(self, start: str, end: str | None = None) -> bool:
        """Whether the request's version is in a range, which is open without an end."""
        return self.api_version in versions.VersionRange(start, end)

    def json(self, *keys: str) -> dict[str, Any]:
        """The object that the body is, or that is in it below some keys."""
        content: Any = self.call.body
        for key in keys:
            content = content.get(key) if isinstance(content, dict) else None
        if not isinstance(content, dict):
            raise Fault(400, f'The request body lacks an object: {".".join(keys) or "it is none"}.')
        return content

    # -- who asks

    @property
    def own_project(self) -> str | None:
        """The project that the caller is confined to; ``None`` for administrators."""
        return None if self.context.is_admin else self.context.project_id

    def require(self, rule: str, is_allowed: bool) -> None:
        """Refuse in the name of a rule, unless it allows."""
        if not is_allowed:
            raise policy.refusal(rule, self.call.service.words_of_403)

    def require_admin(self, rule: str) -> None:
        """Refuse everybody but administrators."""
        self.require(rule, self.context.is_admin)

    def require_member(self, rule: str) -> None:
        """Refuse those who may only read."""
        self.require(rule, bool({'member', 'admin'} & self.context.roles))

    def may(self, rule: str) -> bool:
        """Whether a rule lets the caller through; without a policy it does so administrators."""
        permission = self.call.permission
        return self.context.is_admin if permission is None else permission.may(rule)

    # -- what is there

    def find(
        self, kind: str, id: str, project: str | None = None, called: str | None = None
    ) -> Row:
        """A resource."""
        row = self.db.get(kind, id, project)
        if row is None:
            raise self.not_found(called or kind, id)
        return row

    def not_found(self, kind: str, id: str) -> Fault:
        """The refusal for an unknown id."""
        return Fault(404, self.call.service.words_of_404.format(kind=kind, id=id))

    # -- answers

    def answer(
        self,
        body: Mapping[str, Any] | None = None,
        headers: Headers = (),
        status: int | None = None,
    ) -> Response:
        """The answer of a handler."""
        status = status or (self.statuses or (200,))[0]
        if body is None:
            return Response(status, b'', (*self.call.service.empty_headers, *headers))
        return Response.of(status, body, headers)

    def plain_answer(self, headers: Headers = (), status: int | None = None) -> Response:
        """An answer without a body whose type is that of a page, as web libraries have it."""
        return Response(status or (self.statuses or (200,))[0], b'', (PAGE, *headers))

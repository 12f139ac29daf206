"""The user, project and roles of a token, for services."""

from __future__ import annotations

from collections.abc import Iterable


class Context:
    """The user, project and roles of a token; administrators see all projects."""

    __slots__ = ('is_admin', 'project_id', 'project_name', 'roles', 'token', 'user_id', 'user_name')

    def __init__(
        self,
        user_id: str,
        user_name: str,
        project_id: str | None,
        project_name: str | None,
        roles: Iterable[str],
        token: str = '',
    ) -> None:
        self.user_id = user_id
        self.user_name = user_name
        self.project_id = project_id
        self.project_name = project_name
        self.roles = frozenset(roles)
        self.token = token
        self.is_admin = 'admin' in self.roles

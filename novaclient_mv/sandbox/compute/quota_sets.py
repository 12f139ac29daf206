"""Quotas of projects, and of users in them."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, quotas
from novaclient_mv.sandbox.compute.lists import Lists, parameter
from novaclient_mv.sandbox.compute.schemas import quotas as schemas
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response

QUERY = Lists(parameter('user_id'), closed='2.75')


class QuotaSets(controller.ComputeController):
    """``/os-quota-sets``"""

    asks_itself = True

    @query_schema(QUERY.schema)
    def show(self, id: str) -> Response:
        self._require_own(id)
        return self._answer(quotas.limits(self.db, id, self._user()), id)

    @query_schema(QUERY.schema)
    def detail(self, id: str) -> Response:
        self._require_own(id)
        has = quotas.used(self.db, id, self._user())
        limits = quotas.limits(self.db, id, self._user())
        return self._answer(
            {
                name: {'limit': limit, 'in_use': has[name], 'reserved': 0}
                for name, limit in limits.items()
            },
            id,
        )

    @query_schema(schema_parts.ANY_QUERY)
    def defaults(self, id: str) -> Response:
        if self.context.is_admin:
            # The identity service tells nobody else of the projects that there are.
            self.require_project(id)
        return self._answer(quotas.of_class(self.db), id)

    @query_schema(QUERY.schema)
    @schema(schemas.update.schema)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        self._require_own(id)
        attributes = dict(body['quota_set'])
        is_forced = schema_parts.is_true(attributes.pop('force', False))
        try:
            changes = {name: int(value) for name, value in attributes.items()}
            if unknown := changes.keys() - quotas.DEFAULTS.keys():
                raise KeyError(*unknown)
        except (KeyError, TypeError, ValueError) as error:
            # /v2 lets in what is no quota.
            raise Fault(400, 'Malformed request body') from error
        user = self._user()
        if not is_forced:
            self._require_enough(id, user, changes)
            if user is not None:
                self._require_left(id, user, changes)
        key = id if user is None else f'{id}/{user}'
        quotas.set_limits(self.db, quotas.KIND, key, changes)
        return self._answer(quotas.limits(self.db, id, user))

    @success(202)
    @query_schema(QUERY.schema)
    def delete(self, id: str) -> Response:
        user = self._user()
        for row in list(self.db.find(quotas.KIND)):
            project, _, owner = row.id.partition('/')
            # What was set for a project goes with all that was set for its users.
            if project == id and user in (None, owner):
                self.db.remove(row)
        return self.answer()

    def _user(self) -> str | None:
        return self.req.parameter('user_id') or None

    def _require_own(self, project: str) -> None:
        """Administrators see the quotas of all projects, others that of their own."""
        self.ask(project)
        self.require_project(project)

    def _require_enough(self, project: str, user: str | None, changes: dict[str, int]) -> None:
        """Refuse limits below current use, or below limits of the project's users."""
        has = quotas.used(self.db, project, user)
        if user is None:
            promised = quotas.of_users(self.db, project)
            has = {name: max(count, promised.get(name, 0)) for name, count in has.items()}
        for name, limit in changes.items():
            if limit != quotas.UNLIMITED and limit < has[name]:
                raise Fault(
                    400,
                    f'Quota limit {limit} for {name} must be greater than or equal to already '
                    f'used and reserved {has[name]}.',
                )

    def _require_left(self, project: str, user: str, changes: dict[str, int]) -> None:
        """A user can have what the project has beyond the limits of its other users."""
        whole = quotas.limits(self.db, project)
        promised = quotas.of_users(self.db, project, without=user)
        for name, limit in changes.items():
            left = whole[name] - promised.get(name, 0)
            # Where others have been promised more than there is, nobody looks any more.
            if whole[name] != quotas.UNLIMITED and left >= 0 and not 0 <= limit <= left:
                raise Fault(
                    400, f'Quota limit {limit} for {name} must be less than or equal to {left}.'
                )

    def _answer(self, facts: dict[str, Any], id: str | None = None) -> Response:
        view = {
            field.key: facts[field.key]
            for field in quotas.FIELDS
            if self.api_version in field.versions
        }
        return self.answer({'quota_set': view if id is None else {'id': id, **view}})

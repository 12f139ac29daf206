"""Quotas that hold where nothing was set for a project."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, quotas
from novaclient_mv.sandbox.compute.schemas import quotas as schemas
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response

_LONGEST = 255
"""Octets of the name of a class."""


class QuotaClassSets(controller.ComputeController):
    """``/os-quota-class-sets``; the one class that counts is called ``default``"""

    def show(self, id: str) -> Response:
        return self.answer({'quota_class_set': {'id': id, **self._limits(id)}})

    @schema(schemas.update_class, '2.1', '2.49')
    @schema(schemas.update_class_2_50, '2.50', '2.56')
    @schema(schemas.update_class_2_57, '2.57')
    def update(self, id: str, body: dict[str, Any]) -> Response:
        try:
            asked = {name: _limit(value) for name, value in body['quota_class_set'].items()}
        except (TypeError, KeyError, AttributeError) as error:
            # /v2 has no schema here.
            raise Fault(400, 'Malformed request body') from error
        if asked and len(id.encode()) > _LONGEST:
            words = f'quota_class_name has {len(id.encode())} characters, more than {_LONGEST}.'
            raise Fault(400, words)
        numbers = {name: value for name, value in asked.items() if isinstance(value, int)}
        quotas.set_limits(self.db, quotas.CLASS_KIND, id, numbers)
        limits = self._limits(id)
        view = {name: asked.get(name, limit) for name, limit in limits.items()}
        return self.answer({'quota_class_set': view})

    def _limits(self, id: str) -> dict[str, int]:
        row = self.db.get(quotas.CLASS_KIND, id)
        limits = {**quotas.DEFAULTS, **(row.document if row else {})}
        return {
            field.key: limits[field.key]
            for field in quotas.CLASS_FIELDS
            if self.api_version in field.versions
        }


def _limit(value: Any) -> Any:
    """A limit as the database keeps it: a number where it can be read as one."""
    if isinstance(value, list | dict):
        raise Fault(400, 'Malformed request body')
    try:
        return value if isinstance(value, float) else int(value)
    except (TypeError, ValueError):
        return value

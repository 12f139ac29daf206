"""Quotas that hold where nothing was set for a project."""

from __future__ import annotations

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

    @schema(schemas.update_class.schema, '2.1')
    def update(self, id: str) -> Response:
        try:
            asked = {name: int(value) for name, value in self.json('quota_class_set').items()}
        except (TypeError, ValueError) as error:
            # /v2 has no schema here.
            raise Fault(400, 'Malformed request body') from error
        if asked and len(id.encode()) > _LONGEST:
            raise Fault(400, f'quota_class_name has more than {_LONGEST} characters.')
        quotas.set_limits(self.db, quotas.CLASS_KIND, id, asked)
        return self.answer({'quota_class_set': self._limits(id)})

    def _limits(self, id: str) -> dict[str, int]:
        row = self.db.get(quotas.CLASS_KIND, id)
        limits = {**quotas.DEFAULTS, **(row.document if row else {})}
        return {
            field.key: limits[field.key]
            for field in quotas.CLASS_FIELDS
            if self.api_version in field.versions
        }

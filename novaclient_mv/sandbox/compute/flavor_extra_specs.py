"""Extra specs of a flavor: free keys that steer scheduler and hypervisor."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, extra_spec_rules
from novaclient_mv.sandbox.compute.flavors import find_flavor
from novaclient_mv.sandbox.compute.schemas import flavors as schemas
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response


class FlavorExtraSpecs(controller.ComputeController):
    """``/flavors/{flavor_id}/os-extra_specs``"""

    def index(self, flavor_id: str) -> Response:
        specs = find_flavor(self, flavor_id).document['extra_specs']
        return self.answer({'extra_specs': specs})

    @schema(schemas.create_specs)
    def create(self, flavor_id: str, body: dict[str, Any]) -> Response:
        self._check(body['extra_specs'])
        return self.answer({'extra_specs': self._set(flavor_id, body['extra_specs'])})

    def show(self, flavor_id: str, id: str) -> Response:
        specs = find_flavor(self, flavor_id).document['extra_specs']
        if id not in specs:
            raise Fault(404, f'Flavor {flavor_id} has no extra specs with key {id}.')
        return self.answer({id: specs[id]})

    @schema(schemas.update_spec)
    def update(self, flavor_id: str, id: str, body: dict[str, Any]) -> Response:
        self._check(body)
        if id not in body:
            raise Fault(400, 'Request body and URI mismatch')
        return self.answer(self._set(flavor_id, body))

    def delete(self, flavor_id: str, id: str) -> Response:
        row = find_flavor(self, flavor_id)
        if row.document['extra_specs'].pop(id, None) is None:
            raise Fault(404, f'Flavor {flavor_id} has no extra specs with key {id}.')
        self.db.save(row)
        return self.answer()

    # From 2.86 names and values of well-known namespaces are checked, before anything else is.

    @api_version('2.1', '2.85')
    def _check(self, specs: dict[str, Any]) -> None:
        """Accept whatever the schema accepts."""

    @api_version('2.86')
    def _check(self, specs: dict[str, Any]) -> None:
        """Refuse what Nova knows better."""
        for key, value in specs.items():
            extra_spec_rules.check(key, str(value))

    def _set(self, flavor_id: str, attributes: dict[str, Any]) -> dict[str, Any]:
        """Store specs, numbers as texts; returns them as they were sent, as Nova answers."""
        row = find_flavor(self, flavor_id)
        row.document['extra_specs'].update({key: str(value) for key, value in attributes.items()})
        self.db.save(row)
        return attributes

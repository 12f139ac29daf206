"""Extra specs of a flavor: free keys that steer scheduler and hypervisor."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.flavors import find_flavor
from novaclient_mv.sandbox.compute.schemas import parts
from novaclient_mv.sandbox.wsgi import Fault, Response, query_schema


class FlavorExtraSpecs(controller.ComputeController):
    """``/flavors/{flavor_id}/os-extra_specs``"""

    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def index(self, flavor_id: str) -> Response:
        """``GET /flavors/{flavor_id}/os-extra_specs``"""
        specs = find_flavor(self, flavor_id).document['extra_specs']
        return self.answer(200, {'extra_specs': specs})

    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def show(self, flavor_id: str, id: str) -> Response:
        """``GET /flavors/{flavor_id}/os-extra_specs/{id}``"""
        specs = find_flavor(self, flavor_id).document['extra_specs']
        if id not in specs:
            raise Fault(404, f'Flavor {flavor_id} has no extra specs with key {id}.')
        return self.answer(200, {id: specs[id]})

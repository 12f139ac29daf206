"""Extra specs of a flavor: free keys that steer scheduler and hypervisor."""

from __future__ import annotations

import re
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.flavors import find_flavor
from novaclient_mv.sandbox.compute.schemas import flavors as schemas
from novaclient_mv.sandbox.compute.schemas import parts
from novaclient_mv.sandbox.wsgi import Fault, Response, query_schema, schema

RULE = 'os_compute_api:os-flavor-extra-specs'

_BOOLEAN = r'(?i:true|false|on|off|yes|no|y|n|t|f|1|0)'
_POSITIVE = r'[1-9]\d*'

# Names of well-known namespaces that are checked from 2.86 on, each with what its value looks like.
KNOWN = {
    'hw:boot_menu': _BOOLEAN,
    'hw:cpu_cores': _POSITIVE,
    'hw:cpu_dedicated_mask': r'[\^\d,-]+',
    'hw:cpu_max_cores': _POSITIVE,
    'hw:cpu_max_sockets': _POSITIVE,
    'hw:cpu_max_threads': _POSITIVE,
    'hw:cpu_policy': 'dedicated|mixed|shared',
    'hw:cpu_realtime': _BOOLEAN,
    'hw:cpu_realtime_mask': r'.+',
    'hw:cpu_sockets': _POSITIVE,
    'hw:cpu_thread_policy': 'prefer|isolate|require',
    'hw:cpu_threads': _POSITIVE,
    'hw:emulator_threads_policy': 'isolate|share',
    'hw:hide_hypervisor_id': _BOOLEAN,
    'hw:locked_memory': _BOOLEAN,
    'hw:mem_encryption': _BOOLEAN,
    'hw:mem_page_size': r'large|small|any|\d+([kKMGT]i?[bB]?)?',
    'hw:numa_nodes': _POSITIVE,
    'hw:pci_numa_affinity_policy': 'required|preferred|legacy|socket',
    'hw:pmu': _BOOLEAN,
    'hw:serial_port_count': r'\d+',
    'hw:tpm_model': 'tpm-tis|tpm-crb',
    'hw:tpm_version': r'1\.2|2\.0',
    'hw:vif_multiqueue_enabled': _BOOLEAN,
    'hw:watchdog_action': 'none|pause|poweroff|reset|disabled',
    **{
        f'quota:{thing}': r'\d+'
        for thing in (
            'cpu_period', 'cpu_shares', 'disk_read_bytes_sec', 'disk_read_iops_sec',
            'disk_total_bytes_sec', 'disk_total_iops_sec', 'disk_write_bytes_sec',
            'disk_write_iops_sec',
        )
    },
    'quota:cpu_quota': r'-?\d+',
}  # fmt: skip
# Keys of a NUMA node carry its number.
_NUMBERED = re.compile(r'hw:numa_(cpus|mem)\.\d+')


class FlavorExtraSpecs(controller.ComputeController):
    """``/flavors/{flavor_id}/os-extra_specs``"""

    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def index(self, flavor_id: str) -> Response:
        """``GET /flavors/{flavor_id}/os-extra_specs``"""
        specs = find_flavor(self, flavor_id).document['extra_specs']
        return self.answer(200, {'extra_specs': specs})

    @schema(schemas.create_specs)
    def create(self, flavor_id: str, body: dict[str, Any]) -> Response:
        """``POST /flavors/{flavor_id}/os-extra_specs``"""
        self.require_admin(f'{RULE}:create')
        return self.answer(200, {'extra_specs': self._set(flavor_id, body['extra_specs'])})

    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def show(self, flavor_id: str, id: str) -> Response:
        """``GET /flavors/{flavor_id}/os-extra_specs/{id}``"""
        specs = find_flavor(self, flavor_id).document['extra_specs']
        if id not in specs:
            raise Fault(404, f'Flavor {flavor_id} has no extra specs with key {id}.')
        return self.answer(200, {id: specs[id]})

    @schema(schemas.update_spec)
    def update(self, flavor_id: str, id: str, body: dict[str, Any]) -> Response:
        """``PUT /flavors/{flavor_id}/os-extra_specs/{id}``"""
        self.require_admin(f'{RULE}:update')
        if id not in body:
            raise Fault(400, 'Request body and URI mismatch')
        return self.answer(200, self._set(flavor_id, body))

    def delete(self, flavor_id: str, id: str) -> Response:
        """``DELETE /flavors/{flavor_id}/os-extra_specs/{id}``"""
        self.require_admin(f'{RULE}:delete')
        row = find_flavor(self, flavor_id)
        if row.document['extra_specs'].pop(id, None) is None:
            raise Fault(404, f'Flavor {flavor_id} has no extra specs with key {id}.')
        self.db.save(row)
        return self.answer(200)

    def _set(self, flavor_id: str, given: dict[str, Any]) -> dict[str, str]:
        row = find_flavor(self, flavor_id)
        specs = {key: str(value) for key, value in given.items()}
        if self.is_at_least('2.86'):
            for key, value in specs.items():
                _check(key, value)
        row.document['extra_specs'].update(specs)
        self.db.save(row)
        return specs


def _check(key: str, value: str) -> None:
    """Refuse a name or a value that a well-known namespace does not have."""
    if key.partition(':')[0] not in ('hw', 'quota') or _NUMBERED.fullmatch(key):
        return
    if key not in KNOWN:
        raise Fault(
            400, f"Validation failed; extra spec '{key}' does not appear to be a valid extra spec."
        )
    if not re.fullmatch(KNOWN[key], value):
        raise Fault(400, f"Validation failed; invalid value '{value}' for extra spec '{key}'.")

"""Steps and config drives that orders of provision states name, and how they are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.sandbox.baremetal import bodies, hardware

_INTERFACE: bodies.Schema = {'enum': hardware.STEP_INTERFACES}
_STEP: bodies.Schema = {'type': 'string', 'minLength': 1}
_MANUAL = bodies.schema_of(
    ('interface', 'step'),
    interface=_INTERFACE,
    step=_STEP,
    args={'type': 'object'},
    order=bodies.ORDER,
    execute_on_child_nodes={'type': 'boolean'},
    limit_child_node_execution={'type': 'array'},
)
_DEPLOY = bodies.schema_of(
    ('interface', 'step', 'args', 'priority'),
    args={'type': 'object'},
    interface=_INTERFACE,
    priority=bodies.ORDER,
    step=_STEP,
)
_CONFIGDRIVE = bodies.schema_of(
    (),
    meta_data={'type': 'object'},
    network_data={'type': 'object'},
    user_data={'type': ['object', 'array', 'string', 'null']},
    vendor_data={'type': 'object'},
)
MANUAL: bodies.Schema = {'type': 'array', 'items': _MANUAL}
"""Of steps of cleaning and service."""
DEPLOY: bodies.Schema = {'type': 'array', 'items': _DEPLOY}
"""Of steps of deployment."""
configdrive = bodies.kind({'anyOf': [{'type': 'string'}, _CONFIGDRIVE]})
"""The kind of config drives."""


def left_behind(
    process: str, body: Mapping[str, Any], steps: list[dict[str, Any]] | None
) -> dict[str, Any]:
    """The facts in ``driver_internal_info`` after a failed process."""
    ramdisk = body.get('disable_ramdisk')
    if process == 'clean':
        return {
            'clean_steps': steps,
            'cleaning_disable_ramdisk': bool(ramdisk),
            'declarative_cleaning': True,
        }
    if process == 'service':
        return {'service_steps': steps, 'service_disable_ramdisk': ramdisk}
    return {}


def failure(process: str, uuid: str, step: dict[str, Any]) -> str:
    """Return the error of a node whose hardware does not have a step."""
    if process == 'clean':
        return f'Cannot clean node {uuid}: node does not support this clean step: {step}'
    interface = str(step['interface'])
    name = interface.upper() if interface in ('bios', 'raid') else interface.capitalize()
    return f"Node {uuid} failed step {step}: 'Fake{name}' object has no attribute '{step['step']}'"

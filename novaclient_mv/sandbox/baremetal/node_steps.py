"""Steps and config drives that orders of provision states name, and how they are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.sandbox.baremetal import bodies, hardware

_ORDER: bodies.Schema = {
    'anyOf': [
        {'type': 'integer', 'minimum': 0},
        {'type': 'string', 'minLength': 1, 'pattern': '^[0-9]+$'},
    ]
}

_MANUAL: bodies.Schema = {
    'type': 'object',
    'required': ['interface', 'step'],
    'properties': {
        'interface': {'enum': hardware.STEP_INTERFACES},
        'step': {'type': 'string', 'minLength': 1},
        'args': {'type': 'object', 'properties': {}},
        'order': _ORDER,
        'execute_on_child_nodes': {
            'type': 'boolean',
        },
        'limit_child_node_execution': {
            'type': 'array',
        },
    },
    'additionalProperties': False,
}
_DEPLOY: bodies.Schema = {
    'type': 'object',
    'properties': {
        'args': {'type': 'object'},
        'interface': {'type': 'string', 'enum': hardware.STEP_INTERFACES},
        'priority': _ORDER,
        'step': {'type': 'string', 'minLength': 1},
    },
    'required': ['interface', 'step', 'args', 'priority'],
    'additionalProperties': False,
}
_SCHEMAS = {
    'clean_steps': {'type': 'array', 'items': _MANUAL},
    'service_steps': {'type': 'array', 'items': _MANUAL},
    'deploy_steps': {'type': 'array', 'items': _DEPLOY},
}
_CONFIGDRIVE: bodies.Schema = {
    'anyOf': [
        {
            'type': 'object',
            'properties': {
                'meta_data': {'type': 'object'},
                'network_data': {'type': 'object'},
                'user_data': {'type': ['object', 'array', 'string', 'null']},
                'vendor_data': {'type': 'object'},
            },
            'additionalProperties': False,
        },
        {'type': ['string', 'null']},
    ]
}


def check(key: str, steps: list[Any]) -> None:
    """Refuse steps that are not as their schema says.

    :param key: ``clean_steps``, ``deploy_steps`` or ``service_steps``.
    :raises Refused: 400.
    """
    bodies.check(_SCHEMAS[key], steps)


def check_configdrive(configdrive: Any) -> None:
    """Refuse a config drive that has other parts, or parts of other types.

    :raises Refused: 400.
    """
    bodies.check(_CONFIGDRIVE, configdrive)


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

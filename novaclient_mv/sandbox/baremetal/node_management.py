"""Maintenance, validation, boot devices, indicators and NMI of nodes."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.baremetal import (
    bodies,
    kinds,
    locks,
    node_states,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.arguments import NAMED, takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import Response

Method = dict[str, Any]

_DEVICES = ['pxe']
_VALIDATED = (
    'boot', 'deploy', 'management', 'network', 'power', 'bios', 'console', 'firmware', 'inspect',
    'raid', 'rescue', 'storage',
)  # fmt: skip
_INDICATORS = {
    'led-0@chassis': ('chassis', True, ['off', 'on']),
    'led@system': ('system', False, ['blinking', 'off', 'on']),
}


class NodeManagement(node_states.NodeStates):
    """The management interface of a node, and requests that need no hardware."""

    @takes(body=NAMED, id=kinds.uuid_or_name, reason=kinds.string)
    def set_maintenance(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/maintenance``"""
        row = self.node(id)
        locks.lock(self.db, row, self.now)
        reason = self.arguments.get('reason')
        row.document.update(maintenance=True, maintenance_reason=reason, updated_at=self.now)
        self.db.save(row)
        return self.accepted()

    def unset_maintenance(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/maintenance``"""
        row = self.node(id)
        locks.lock(self.db, row, self.now)
        row.document.update(
            maintenance=False, maintenance_reason=None, fault=None, updated_at=self.now
        )
        self.db.save(row)
        return self.accepted()

    @takes(node=kinds.uuid_or_name, node_uuid=kinds.uuid)
    def validate(self, id: str | None = None) -> Response:
        """``GET /v1/nodes/{id}/validate``: a UUID in the query counts more"""
        named = id or self.arguments.get('node')
        if self.minor < 5 and named is not None and not bodies.is_uuid(named):
            raise refusals.too_new()
        ident = self.arguments.get('node_uuid') or named
        if ident is None:
            raise Refused(400, 'Expected a logical name or UUID but received None.')
        node = self.node(ident).document
        results: dict[str, dict[str, Any]] = {}
        for name in _VALIDATED:
            implementation = node[f'{name}_interface']
            if implementation.startswith('no-'):
                words = f'Driver {node["driver"]} does not support {name} (disabled or not'
                results[name] = {'result': False, 'reason': f'{words} implemented).'}
            else:
                results[name] = {'result': True}
        return self.answer(results)

    def boot_device(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/management/boot_device``: it also locks the node"""
        locks.require_free(self.node(id), self.now)
        return self.answer({'boot_device': _DEVICES[0], 'persistent': False})

    def supported_boot_devices(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/management/boot_device/supported``"""
        self.node(id)
        return self.answer({'supported_boot_devices': _DEVICES})

    @takes(
        'boot_device',
        body=NAMED,
        id=kinds.uuid_or_name,
        boot_device=kinds.string,
        persistent=kinds.boolean,
    )
    def set_boot_device(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/management/boot_device``"""
        device = self.arguments['boot_device']
        row = self.node(id)
        if device not in _DEVICES:
            raise Refused(400, f'Invalid boot device {device} specified.')
        locks.lock(self.db, row, self.now)
        return self.accepted(status=204)

    @takes(body=NAMED, id=kinds.uuid_or_name)
    def inject_nmi(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/management/inject_nmi``"""
        if self.minor < 29:
            raise Refused(404, 'Resource could not be found.')
        row = self.node(id)
        locks.lock(self.db, row, self.now)
        driver = row.document['driver']
        words = f'Driver {driver} does not support inject_nmi (disabled or not implemented).'
        raise Refused(400, words)

    @takes(is_open=True, id=kinds.uuid_or_name)
    def indicators(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/management/indicators``"""
        self.node(id)
        listed = [
            {
                'name': name,
                'component': component,
                'readonly': is_readonly,
                'states': states,
                'links': views.links(self.req, f'nodes/{id}/management/indicators/{name}'),
            }
            for name, (component, is_readonly, states) in _INDICATORS.items()
        ]
        return self.answer({'indicators': listed})

    @takes('name', id=kinds.uuid_or_name, name=kinds.string)
    def indicator(self, id: str, name: str) -> Response:
        """``GET /v1/nodes/{id}/management/indicators/{name}``"""
        row = self.node(id)
        locks.require_free(row, self.now)
        _require_name(name)
        own, _, component = name.partition('@')
        if component not in {known for known, _, _ in _INDICATORS.values()}:
            raise Refused(400, f'Invalid component {component} specified.')
        if name not in _INDICATORS:
            raise Refused(400, f'Invalid indicator {own} specified.')
        return self.answer({'state': 'on'})

    @takes(
        'name', 'state', body=NAMED, id=kinds.uuid_or_name, name=kinds.string, state=kinds.string
    )
    def set_indicator(self, id: str, name: str) -> Response:
        """``PUT /v1/nodes/{id}/management/indicators/{name}``: the hardware cannot do it"""
        row = self.node(id)
        locks.lock(self.db, row, self.now)
        _require_name(name)
        words = f'Driver {row.document["driver"]} does not support set_indicator_state'
        raise Refused(400, f'{words} (disabled or not implemented).')

    # -- methods of vendors

    def methods(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vendor_passthru/methods``"""
        self.node(id)
        return self.answer(_METHODS)

    @takes(
        'method',
        body='data',
        id=kinds.uuid_or_name,
        method=kinds.string,
        data=kinds.anything,
    )
    def pass_through(self, id: str, method: str = '') -> Response:
        """``POST /v1/nodes/{id}/vendor_passthru``"""
        method = self.arguments['method'] or ''
        row = self.node(id)
        if not method:
            raise Refused(400, 'Method not specified')
        if method not in _METHODS:
            raise Refused(400, f'No handler for method {method}')
        if self.req.method not in _METHODS[method]['http_methods']:
            words = f'The method {method} does not support HTTP {self.req.method}'
            raise Refused(400, words)
        body = self.arguments['data']
        body = {} if body is None else body
        _check_call(method, body)
        if _METHODS[method]['require_exclusive_lock']:
            locks.lock(self.db, row, self.now)
        if _METHODS[method]['async']:
            return self.accepted()
        return Response.of(200, body['bar'] == 'meow')


def _check_call(method: str, body: Any) -> None:
    """Refuse a body that is not the arguments of a method.

    :raises Refused: 400.
    """
    own = ('self', 'task', 'method', 'http_method')
    if not isinstance(body, dict) or any(name in own for name in body):
        raise Refused(400, f"The body is not the arguments of method '{method}'.")
    if not body.get('bar') and method != 'log_passthrough':
        raise Refused(400, f"Parameter 'bar' not passed to method '{method}'.")
    if not _METHODS[method]['async'] and body.keys() != {'bar'}:
        raise Refused(400, f"Unexpected arguments of method '{method}'.")


def _require_name(name: str) -> None:
    if '@' not in name:
        raise Refused(400, f'Malformed indicator name "{name}"')


def _method(
    description: str, is_async: bool = True, is_exclusive: bool = True
) -> dict[str, object]:
    return {
        'http_methods': ['POST'],
        'async': is_async,
        'description': description,
        'attach': False,
        'require_exclusive_lock': is_exclusive,
    }


_METHODS: dict[str, Method] = {
    'fourth_method_shared_lock': _method('Test if the value of bar is woof', is_exclusive=False),
    'log_passthrough': _method('Test pass-through to wait.'),
    'second_method': _method('Test if the value of bar is kazoo'),
    'third_method_sync': _method('Test if the value of bar is meow', is_async=False),
}

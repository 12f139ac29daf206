"""Maintenance, validation, boot devices, indicators and NMI of nodes."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.baremetal import bodies, kinds, locks, node_states, refusals, views
from novaclient_mv.sandbox.baremetal.kinds import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import Response

Method = dict[str, Any]

_VALIDATED = (
    'boot', 'deploy', 'management', 'network', 'power', 'bios', 'console', 'firmware', 'inspect',
    'raid', 'rescue', 'storage',
)  # fmt: skip
_INDICATORS = {
    'led-0@chassis': ('chassis', True, ['off', 'on']),
    'led@system': ('system', False, ['blinking', 'off', 'on']),
}
# What methods themselves are called with, and a caller cannot name.
_OWN = ('self', 'task', 'method', 'http_method')
_ARGUMENTS = bodies.kind({
    'type': ['object', 'null'], 'properties': dict.fromkeys(_OWN, False),
})  # fmt: skip


class NodeManagement(node_states.NodeStates):
    """The management interface of a node, and requests that need no hardware."""

    @takes(reason=kinds.text)
    def set_maintenance(self, id: str, reason: str | None = None) -> Response:
        """``PUT /v1/nodes/{id}/maintenance``"""
        return self._save(id, maintenance=True, maintenance_reason=reason)

    def unset_maintenance(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/maintenance``"""
        return self._save(id, maintenance=False, maintenance_reason=None, fault=None)

    def _save(self, ident: str, **changes: Any) -> Response:
        row = self.node(ident)
        locks.lock(self.db, row, self.now)
        row.document.update(changes)
        self.db.save(row)
        return self.accepted()

    @takes(node=kinds.ident, node_uuid=kinds.uuid)
    def validate(
        self, id: str | None = None, node: str | None = None, node_uuid: str | None = None
    ) -> Response:
        """``GET /v1/nodes/{id}/validate``: a UUID in the query counts more"""
        named = id or node
        if self.minor < 5 and named is not None and not kinds.is_uuid(named):
            raise refusals.too_new()
        row = self.node(node_uuid or named or '')
        results: dict[str, dict[str, Any]] = {}
        for name in _VALIDATED:
            is_there = not row.document[f'{name}_interface'].startswith('no-')
            reason = {} if is_there else {'reason': node_states.unsupported(name, row)}
            results[name] = {'result': is_there, **reason}
        return self.answer(results)

    def boot_device(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/management/boot_device``: it also locks the node"""
        locks.require_free(self.node(id), self.now)
        return self.answer({'boot_device': 'pxe', 'persistent': False})

    def supported_boot_devices(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/management/boot_device/supported``"""
        self.node(id)
        return self.answer({'supported_boot_devices': ['pxe']})

    @takes('boot_device', boot_device=kinds.one_of('pxe'), persistent=kinds.flag)
    def set_boot_device(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/management/boot_device``"""
        locks.lock(self.db, self.node(id), self.now)
        return self.accepted(status=204)

    def inject_nmi(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/management/inject_nmi``: the hardware cannot do it"""
        if self.minor < 29:
            raise Refused(404, 'Resource could not be found.')
        row = self.node(id)
        locks.lock(self.db, row, self.now)
        raise Refused(400, node_states.unsupported('inject_nmi', row))

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

    def indicator(self, id: str, name: str) -> Response:
        """``GET /v1/nodes/{id}/management/indicators/{name}``"""
        locks.require_free(self.node(id), self.now)
        if name not in _INDICATORS:
            raise Refused(400, f'Invalid indicator {name} specified.')
        return self.answer({'state': 'on'})

    @takes('state', state=kinds.text)
    def set_indicator(self, id: str, name: str) -> Response:
        """``PUT /v1/nodes/{id}/management/indicators/{name}``: the hardware cannot do it"""
        row = self.node(id)
        locks.lock(self.db, row, self.now)
        raise Refused(400, node_states.unsupported('set_indicator_state', row))

    # -- methods of vendors

    def methods(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vendor_passthru/methods``"""
        self.node(id)
        return self.answer(_METHODS)

    @takes('method', body='data', method=kinds.text, data=_ARGUMENTS)
    def pass_through(self, id: str, method: str, data: dict[str, Any] | None) -> Response:
        """``POST /v1/nodes/{id}/vendor_passthru``"""
        row, declared = self.node(id), _METHODS.get(method)
        if declared is None or self.req.method not in declared['http_methods']:
            raise Refused(400, f'No handler for method {method}')
        body = data or {}
        if not body.get('bar') and method != 'log_passthrough':
            raise Refused(400, f"Parameter 'bar' not passed to method '{method}'.")
        if not declared['async'] and body.keys() != {'bar'}:
            raise Refused(400, f"Unexpected arguments of method '{method}'.")
        if declared['require_exclusive_lock']:
            locks.lock(self.db, row, self.now)
        return self.accepted() if declared['async'] else Response.of(200, body['bar'] == 'meow')


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

"""Parts of nodes besides their fields: traits, VIFs, settings, history and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import (
    bodies,
    handlers,
    kinds,
    listing,
    locks,
    node_machine,
    node_states,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.kinds import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

MOST_TRAITS = 50
_VIF = bodies.kind({
    'type': 'object',
    'properties': {'id': bodies.UUID_OR_NAME},
    'required': ['id'],
})  # fmt: skip
_DEVICES = ('disk', 'cdrom', 'floppy')
_VMEDIA = bodies.schema_of(
    ('device_type', 'image_url'),
    device_type={'enum': list(_DEVICES)},
    image_url={'type': 'string', 'pattern': '^https?:'},
    image_download_source={'enum': ['http', 'local', 'swift']},
)
TRAIT = bodies.kind(bodies.TRAIT)
ALL_TRAITS = bodies.kind(
    bodies.schema_of(('traits',), traits={'type': 'array', 'items': bodies.TRAIT})
)
NO_TRAITS = bodies.kind({'type': ['object', 'null'], 'maxProperties': 0})
_BIOS = kinds.some_of(
    'allowable_values', 'attribute_type', 'created_at', 'lower_bound', 'links', 'max_length',
    'min_length', 'name', 'node_uuid', 'read_only', 'reset_required', 'unique', 'updated_at',
    'value',
)  # fmt: skip
_FIRMWARE = kinds.some_of(
    'created_at', 'updated_at', 'component', 'initial_version', 'current_version',
    'last_version_flashed', 'vendor', 'model', 'serial_number',
)  # fmt: skip


class NodeParts(handlers.IronicHandlers):
    """Parts of nodes that are read and written below ``/nodes/{id}``."""

    def traits(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/traits``"""
        if self.minor < 37:
            # Until then it was a field.
            raise refusals.too_new()
        return self.answer({'traits': self.node(id).document['traits']})

    @takes(body='sent', sent=ALL_TRAITS)
    def set_traits(self, id: str, sent: Document) -> Response:
        """``PUT /v1/nodes/{id}/traits``"""
        return self._save_traits(self.node(id), set(sent['traits']))

    @takes(body='sent', sent=NO_TRAITS, trait=TRAIT)
    def add_trait(self, id: str, trait: str) -> Response:
        """``PUT /v1/nodes/{id}/traits/{trait}``"""
        row = self.node(id)
        answer = self._save_traits(row, {*row.document['traits'], trait})
        answer.headers.append(self.location(f'nodes/{id}/traits/{trait}'))
        return answer

    def delete_traits(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/traits``"""
        return self._save_traits(self.node(id), set())

    def delete_trait(self, id: str, trait: str) -> Response:
        """``DELETE /v1/nodes/{id}/traits/{trait}``"""
        row = self.node(id)
        if trait not in row.document['traits']:
            raise Refused(404, f"Node {row.id} doesn't have a trait '{trait}'")
        return self._save_traits(row, {*row.document['traits']} - {trait})

    def _save_traits(self, row: Row, traits: set[str]) -> Response:
        if self.minor < 37:
            raise Refused(404)
        locks.lock(self.db, row, self.now)
        if len(traits) > MOST_TRAITS:
            words = f'Could not create/delete resources: node {row.id} has more than'
            raise Refused(400, f'{words} {MOST_TRAITS} traits.')
        row.document['traits'] = sorted(traits)
        self.db.save(row)
        return self.accepted(status=204)

    # -- VIFs and virtual media

    def vifs(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vifs``"""
        # The interface of the fake hardware is "noop", which keeps none.
        self.node(id)
        return self.answer({'vifs': []})

    @takes(body='sent', sent=_VIF)
    def attach_vif(self, id: str, sent: Document) -> Response:
        """``POST /v1/nodes/{id}/vifs``"""
        if {'port_uuid', 'portgroup_uuid'} <= {*sent} and self.minor >= 67:
            raise Refused(400, 'Cannot specify both port_uuid and portgroup_uuid')
        locks.lock(self.db, self.node(id), self.now)
        return self.accepted(status=204)

    @takes(vif=kinds.ident)
    def detach_vif(self, id: str, vif: str) -> Response:
        """``DELETE /v1/nodes/{id}/vifs/{vif}``"""
        locks.lock(self.db, self.node(id), self.now)
        return self.accepted(status=204)

    def vmedia(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vmedia``: the hardware cannot do it"""
        if self.minor < 93:
            raise Refused(404, 'The resource could not be found.')
        raise Refused(400, node_states.unsupported('get_virtual_media', self.node(id)))

    @takes(body='media', media=bodies.kind(_VMEDIA))
    def attach_vmedia(self, id: str, media: Document) -> Response:
        """``POST /v1/nodes/{id}/vmedia``"""
        row = self.node(id)
        reason = f'Publishing images is not supported for driver {row.document["driver"]}'
        return self._fail_soon(row, f'attach device {media["device_type"]} to', reason)

    @takes(device_types=kinds.some_of(*_DEVICES))
    def detach_vmedia(self, id: str, device_types: list[str] | None = None) -> Response:
        """``DELETE /v1/nodes/{id}/vmedia``"""
        row = self.node(id)
        reason = node_states.unsupported('detach_virtual_media', row)
        return self._fail_soon(row, f'detach device(s) {device_types} from', reason)

    def _fail_soon(self, row: Row, work: str, reason: str) -> Response:
        """Accept work that then fails on the hardware."""
        locks.lock(self.db, row, self.now)
        node, words = row.document, f'Could not {work} node {row.id}: {reason}'
        state, target = node['provision_state'], node.get('target_provision_state')
        event = node_machine.event('ERROR', words, 'UNKNOWN', state, target)
        event['duration_seconds'] = None
        node_machine.add(node, self.now, (0.1, {'last_error': words, 'event': event}))
        self.db.save(row)
        return self.accepted(status=204)

    # -- what the fake hardware has none of

    @takes(fields=_BIOS, detail=kinds.flag)
    def bios(self, id: str, fields: Any = None, detail: bool | None = None) -> Response:
        """``GET /v1/nodes/{id}/bios``"""
        if self.req.query and self.minor < 74:
            raise Refused(400, 'Unexpected arguments: fields, detail')
        if detail and fields is not None:
            raise Refused(400, 'Can not specify ?detail=True and fields in the same request.')
        self.node(id)
        return self.answer({'bios': []})

    def bios_setting(self, id: str, setting: str) -> Response:
        """``GET /v1/nodes/{id}/bios/{setting}``"""
        raise Refused(404, f"Node {self.node(id).id} doesn't have a BIOS setting '{setting}'")

    @takes(fields=_FIRMWARE)
    def firmware(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/firmware``"""
        self.node(id)
        return self.answer({'firmware': []})

    def inventory(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/inventory``"""
        number = self.node(id).document['ordinal']
        raise Refused(404, f'Node inventory record for node {number} could not be found.')

    # -- history

    @takes(detail=kinds.flag, **listing.PAGING)
    def history(self, id: str, detail: bool = False, marker: str | None = None) -> Response:
        """``GET /v1/nodes/{id}/history``"""
        row = self.node(id)
        path = f'nodes/{id}/history?'
        query = listing.Query(self.arguments, views.HISTORY, self.minor, path)
        query.check()
        if marker is not None:
            self.history_entry(id, marker)
        page, rest = query.page(self.req, [self._entry(row, e) for e in row.document['history']])
        if not detail:
            names = ('uuid', 'created_at', 'severity', 'event', 'links')
            page = [views.only(entry, names) for entry in page]
        return self.answer({'history': page, **rest})

    @takes(entry=kinds.ident)
    def history_entry(self, id: str, entry: str) -> Response:
        """``GET /v1/nodes/{id}/history/{entry}``"""
        row = self.node(id)
        for candidate in row.document['history']:
            if candidate['uuid'] == entry:
                return self.answer(self._entry(row, candidate))
        raise Refused(404, f'Node history record {entry} could not be found.')

    def _entry(self, row: Row, entry: Document) -> Document:
        path = f'nodes/{row.id}/history/{entry["uuid"]}'
        facts = {
            **{name: entry.get(name) for name in views.HISTORY},
            'created_at': handlers.iso(entry['created_at']),
            'links': views.links(self.req, path, bookmark=False),
        }
        return views.only(facts, views.visible(views.HISTORY, self.minor))

    def volume(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/volume``: also of what is not a node"""
        return self.answer(views.volume_links(self.req, f'nodes/{id}/volume'))

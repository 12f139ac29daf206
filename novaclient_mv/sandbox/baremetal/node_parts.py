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
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.arguments import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

MOST_TRAITS = 50
_VIF: bodies.Schema = {
    'type': 'object',
    'properties': {'id': {'type': 'string'}},
    'required': ['id'],
}
_VMEDIA = bodies.schema_of(
    ('device_type', 'image_url'),
    device_type={'type': 'string', 'enum': ['disk', 'cdrom', 'floppy']},
    image_url={'type': 'string'},
    image_download_source={'type': 'string', 'enum': ['http', 'local', 'swift']},
)
_DEVICES = ('disk', 'cdrom', 'floppy')
TRAITS = bodies.schema_of((), traits={'type': 'array', 'items': bodies.TRAIT})
_TRAITS_BODY: dict[str, Any] = {'sent': kinds.or_nothing(kinds.schema(TRAITS))}
TRAIT = kinds.schema(bodies.TRAIT)
_BIOS = kinds.some_of((
    'allowable_values', 'attribute_type', 'created_at', 'lower_bound', 'links', 'max_length',
    'min_length', 'name', 'node_uuid', 'read_only', 'reset_required', 'unique', 'updated_at',
    'value',
))  # fmt: skip
_FIRMWARE = kinds.some_of((
    'created_at', 'updated_at', 'component', 'initial_version', 'current_version',
    'last_version_flashed', 'vendor', 'model', 'serial_number',
))  # fmt: skip
_SETTING = kinds.schema({'type': 'string', 'pattern': '(?i)^[A-Z0-9-._~]+$'})
_ONE_OR_ALL = (
    'A single node trait may be added via PUT /v1/nodes/<node identifier>/traits/<trait> with no '
    'body, or all node traits may be replaced via PUT /v1/nodes/<node identifier>/traits with the '
    'list of traits specified in the request body.'
)


def _vif(name: str, value: Any) -> Any:
    body = kinds.schema(_VIF)(name, value)
    kinds.uuid_or_name('id', body['id'])
    return body


class NodeParts(handlers.IronicHandlers):
    """Parts of nodes that are read and written below ``/nodes/{id}``."""

    # -- traits

    @takes(id=kinds.anything)
    def traits(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/traits``"""
        if self.minor < 37:
            # Until then it was a field.
            raise refusals.too_new()
        row = self.node(id)
        return self.answer({'traits': row.document['traits']})

    @takes(body='sent', id=kinds.anything, **_TRAITS_BODY)
    def set_traits(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/traits``"""
        row = self.node(id)
        traits = self.arguments['sent'].get('traits')
        if traits is None:
            raise Refused(400, _ONE_OR_ALL)
        return self._save_traits(row, sorted(set(traits)))

    @takes(body='sent', id=kinds.anything, trait=TRAIT, **_TRAITS_BODY)
    def add_trait(self, id: str, trait: str) -> Response:
        """``PUT /v1/nodes/{id}/traits/{trait}``"""
        row = self.node(id)
        if self.arguments['sent'].get('traits') is not None:
            raise Refused(400, _ONE_OR_ALL)
        answer = self._save_traits(row, sorted({*row.document['traits'], trait}))
        answer.headers.append(self.location(f'nodes/{id}/traits/{trait}'))
        return answer

    def delete_traits(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/traits``"""
        return self._save_traits(self.node(id), [])

    @takes(id=kinds.anything, trait=kinds.string)
    def delete_trait(self, id: str, trait: str) -> Response:
        """``DELETE /v1/nodes/{id}/traits/{trait}``"""
        row = self.node(id)
        traits = row.document['traits']
        if trait not in traits:
            raise Refused(404, f"Node {row.id} doesn't have a trait '{trait}'")
        return self._save_traits(row, [name for name in traits if name != trait])

    def _save_traits(self, row: Row, traits: list[str]) -> Response:
        locks.lock(self.db, row, self.now)
        if len(traits) > MOST_TRAITS:
            words = f'Could not create/delete resources: node {row.id} has more than'
            raise Refused(400, f'{words} {MOST_TRAITS} traits.')
        row.document['traits'] = traits
        row.document['updated_at'] = self.now
        self.db.save(row)
        return self.accepted(status=204)

    # -- VIFs and virtual media

    @takes(id=kinds.anything)
    def vifs(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vifs``"""
        # The interface of the fake hardware is "noop", which keeps none.
        self.node(id)
        return self.answer({'vifs': []})

    @takes(body='vif', id=kinds.anything, vif=_vif)
    def attach_vif(self, id: str) -> Response:
        """``POST /v1/nodes/{id}/vifs``"""
        body = self.arguments['vif']
        row = self.node(id)
        if {'port_uuid', 'portgroup_uuid'} <= set(body) and self.minor >= 67:
            raise Refused(400, 'Cannot specify both port_uuid and portgroup_uuid')
        locks.lock(self.db, row, self.now)
        return self.accepted(status=204)

    @takes('vif', id=kinds.anything, vif=kinds.uuid_or_name)
    def detach_vif(self, id: str, vif: str) -> Response:
        """``DELETE /v1/nodes/{id}/vifs/{vif}``"""
        locks.lock(self.db, self.node(id), self.now)
        return self.accepted(status=204)

    @takes(id=kinds.anything)
    def vmedia(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vmedia``"""
        if self.minor < 93:
            raise Refused(404, 'The resource could not be found.')
        row = self.node(id)
        words = f'Driver {row.document["driver"]} does not support get_virtual_media'
        raise Refused(400, f'{words} (disabled or not implemented).')

    @takes(body='vmedia', id=kinds.anything, vmedia=kinds.schema(_VMEDIA))
    def attach_vmedia(self, id: str) -> Response:
        """``POST /v1/nodes/{id}/vmedia``"""
        scheme, has_scheme, _ = self.arguments['vmedia']['image_url'].partition(':')
        scheme = scheme if has_scheme else ''
        if scheme not in ('http', 'https'):
            raise Refused(400, f'Unsupported or missing URL scheme: {scheme}')
        row = self.node(id)
        device = self.arguments['vmedia']['device_type']
        reason = f'Publishing images is not supported for driver {row.document["driver"]}'
        return self._fail_soon(row, f'Could not attach device {device} to node {row.id}: {reason}')

    def _fail_soon(self, row: Row, words: str) -> Response:
        """Accept what the hardware then cannot do.

        :param words: of the error.
        """
        locks.lock(self.db, row, self.now)
        node = row.document
        state, target = node['provision_state'], node.get('target_provision_state')
        event = node_machine.event('ERROR', words, 'UNKNOWN', state, target)
        event['duration_seconds'] = None
        node_machine.add(node, self.now, (0.1, {'last_error': words, 'event': event}))
        self.db.save(row)
        return self.accepted(status=204)

    @takes(id=kinds.anything, device_types=kinds.strings)
    def detach_vmedia(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/vmedia``"""
        wrong = [name for name in self.arguments.get('device_types') or () if name not in _DEVICES]
        if wrong:
            words = f'{", ".join(wrong)} (valid are {", ".join(_DEVICES)})'
            raise Refused(400, f'Invalid device type(s) {words}')
        row = self.node(id)
        devices = self.arguments.get('device_types')
        driver = row.document['driver']
        reason = f'Driver {driver} does not support detach_virtual_media'
        words = f'Could not detach device(s) {devices} from node {row.id}: {reason}'
        return self._fail_soon(row, f'{words} (disabled or not implemented).')

    # -- what the fake hardware has none of

    @takes(id=kinds.anything, fields=_BIOS, detail=kinds.boolean)
    def bios(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/bios``"""
        asked = [name for name in ('fields', 'detail') if name in self.arguments]
        if asked and self.minor < 74:
            raise Refused(400, f'Unexpected arguments: {", ".join(asked)}')
        if self.arguments.get('detail') and self.arguments.get('fields') is not None:
            words = 'Can not specify ?detail=True and fields in the same request.'
            raise Refused(400, words)
        self.node(id)
        return self.answer({'bios': []})

    @takes('setting', id=kinds.anything, setting=_SETTING)
    def bios_setting(self, id: str, setting: str) -> Response:
        """``GET /v1/nodes/{id}/bios/{setting}``"""
        row = self.node(id)
        raise Refused(404, f"Node {row.id} doesn't have a BIOS setting '{setting}'")

    @takes(id=kinds.anything, detail=kinds.types('bool'), fields=_FIRMWARE)
    def firmware(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/firmware``"""
        self.node(id)
        return self.answer({'firmware': []})

    def inventory(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/inventory``"""
        row = self.node(id)
        words = f'Node inventory record for node {row.document["ordinal"]} could not be found.'
        raise Refused(404, words)

    # -- history

    @takes(id=kinds.anything, detail=kinds.boolean, **listing.PAGING)
    def history(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/history``"""
        row = self.node(id)
        is_detailed = bool(self.arguments.get('detail'))
        query = listing.Query(self.arguments, views.HISTORY, self.minor, 'uuid')
        query.check()
        entries = [self._entry(row, entry, True) for entry in row.document['history']]
        marker = self.arguments.get('marker')
        marked = next((entry for entry in entries if entry['uuid'] == marker), None)
        if marker is not None and marked is None:
            raise _no_history(marker)
        page = query.page(self.req, entries, marked)
        if not is_detailed:
            names = ('uuid', 'created_at', 'severity', 'event', 'links')
            page = page._replace(items=[views.only(entry, names) for entry in page.items])
        body: Document = {'history': page.items}
        if page.next_url is not None:
            body['next'] = page.next_url
        return self.answer(body)

    @takes('entry', id=kinds.anything, entry=kinds.uuid_or_name)
    def history_entry(self, id: str, entry: str) -> Response:
        """``GET /v1/nodes/{id}/history/{entry}``"""
        row = self.node(id)
        for candidate in row.document['history']:
            if candidate['uuid'] == entry:
                return self.answer(self._entry(row, candidate, True))
        raise _no_history(entry)

    def _entry(self, row: Row, entry: Document, is_detailed: bool) -> Document:
        path = f'nodes/{row.id}/history/{entry["uuid"]}'
        facts = {
            **{name: entry.get(name) for name in views.HISTORY},
            'created_at': handlers.iso(entry['created_at']),
            'links': views.links(self.req, path, bookmark=False),
        }
        names = views.visible(views.HISTORY, self.minor)
        if not is_detailed:
            names = ['uuid', 'created_at', 'severity', 'event', 'links']
        return views.only(facts, names)

    # -- volumes and the allocation

    @takes(id=kinds.anything)
    def volume(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/volume``: also of what is no node"""
        body = {'links': views.links(self.req, f'nodes/{id}/volume/')}
        for name in ('connectors', 'targets'):
            body[name] = views.links(self.req, f'nodes/{id}/volume/{name}')
        return self.answer(body)


def _no_history(ident: str) -> Refused:
    return Refused(404, f'Node history record {ident} could not be found.')

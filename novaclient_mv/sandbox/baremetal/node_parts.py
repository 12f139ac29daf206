"""Parts of nodes besides their fields: traits, VIFs, settings, history and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import bodies, collection, listing, locks, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Aborted, Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

MOST_TRAITS = 50
_VIF: bodies.Schema = {
    'type': 'object',
    'properties': {
        'id': {'type': 'string', 'minLength': 1},
        'port_uuid': {'type': 'string'},
        'portgroup_uuid': {'type': 'string'},
    },
    'required': ['id'],
}
_VMEDIA = bodies.schema_of(
    ('device_type', 'image_url'),
    device_type={'type': 'string', 'enum': ['cdrom', 'disk', 'floppy']},
    image_url={'type': 'string'},
    image_download_source={'type': 'string', 'enum': ['http', 'local', 'swift']},
)
_ONE_OR_ALL = (
    'A single node trait may be added via PUT /v1/nodes/<node identifier>/traits/<trait> with no '
    'body, or all node traits may be replaced via PUT /v1/nodes/<node identifier>/traits with the '
    'list of traits specified in the request body.'
)


class NodeParts(collection.IronicHandlers):
    """Parts of nodes that are read and written below ``/nodes/{id}``."""

    # -- traits

    def traits(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/traits``"""
        if self.minor < 37:
            raise refusals.too_new()
        return self.answer({'traits': self.node(id).document['traits']})

    def set_traits(self, id: str) -> Response:
        """``PUT /v1/nodes/{id}/traits``"""
        self._require_traits()
        body = self.body()
        traits = body.get('traits') if isinstance(body, dict) else None
        if not isinstance(traits, list):
            raise Refused(400, _ONE_OR_ALL)
        for trait in traits:
            bodies.check(bodies.TRAIT, trait, 'trait')
        return self._save_traits(self.node(id), sorted(set(traits)))

    def add_trait(self, id: str, trait: str) -> Response:
        """``PUT /v1/nodes/{id}/traits/{trait}``"""
        self._require_traits()
        if self.body():
            raise Refused(400, _ONE_OR_ALL)
        bodies.check(bodies.TRAIT, trait, 'trait')
        row = self.node(id)
        answer = self._save_traits(row, sorted({*row.document['traits'], trait}))
        answer.headers.append(self.location(f'nodes/{id}/traits/{trait}'))
        return answer

    def delete_traits(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/traits``"""
        self._require_traits()
        return self._save_traits(self.node(id), [])

    def delete_trait(self, id: str, trait: str) -> Response:
        """``DELETE /v1/nodes/{id}/traits/{trait}``"""
        self._require_traits()
        row = self.node(id)
        traits = row.document['traits']
        if trait not in traits:
            raise Refused(404, f"Node {row.id} doesn't have a trait '{trait}'")
        return self._save_traits(row, [name for name in traits if name != trait])

    def _require_traits(self) -> None:
        if self.minor < 37:
            raise Aborted(405, '', (('Allow', 'DELETE, GET, PATCH, POST'),))

    def _save_traits(self, row: Row, traits: list[str]) -> Response:
        locks.require_free(row, self.now)
        if len(traits) > MOST_TRAITS:
            words = f'Could not create/delete resources: node {row.id} has more than'
            raise Refused(400, f'{words} {MOST_TRAITS} traits.')
        row.document['traits'] = traits
        row.document['updated_at'] = self.now
        self.db.save(row)
        return self.accepted(status=204)

    # -- VIFs and virtual media

    def vifs(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vifs``"""
        # The interface of the fake hardware is "noop", which keeps none.
        self.node(id)
        return self.answer({'vifs': []})

    def attach_vif(self, id: str) -> Response:
        """``POST /v1/nodes/{id}/vifs``"""
        body = self.body()
        bodies.check(_VIF, {} if body is None else body, 'vif')
        row = self.node(id)
        if {'port_uuid', 'portgroup_uuid'} <= set(body):
            raise Refused(400, 'Cannot specify both port_uuid and portgroup_uuid')
        locks.require_free(row, self.now)
        return self.accepted(status=204)

    def detach_vif(self, id: str, vif: str) -> Response:
        """``DELETE /v1/nodes/{id}/vifs/{vif}``"""
        locks.require_free(self.node(id), self.now)
        return self.accepted(status=204)

    def vmedia(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/vmedia``"""
        row = self.node(id)
        if self.minor < 93:
            raise Refused(404, 'The resource could not be found.')
        words = f'Driver {row.document["driver"]} does not support get_virtual_media'
        raise Refused(400, f'{words} (disabled or not implemented).')

    def attach_vmedia(self, id: str) -> Response:
        """``POST /v1/nodes/{id}/vmedia``"""
        body = self.body()
        bodies.check(_VMEDIA, {} if body is None else body, 'vmedia')
        locks.require_free(self.node(id), self.now)
        return self.accepted(status=204)

    def detach_vmedia(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/vmedia``"""
        self.arguments('device_types')
        locks.require_free(self.node(id), self.now)
        return self.accepted(status=204)

    # -- what the fake hardware has none of

    def bios(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/bios``"""
        arguments = ('detail', 'fields') if self.minor >= 74 else ()
        unknown = sorted({name for name, _ in self.req.query} - set(arguments))
        if unknown:
            names = ', '.join(map(repr, unknown))
            verb = 'was' if len(unknown) == 1 else 'were'
            words = f'Additional properties are not allowed ({names} {verb} unexpected)'
            raise Refused(400, f'Schema error: {words}')
        self.node(id)
        return self.answer({'bios': []})

    def bios_setting(self, id: str, setting: str) -> Response:
        """``GET /v1/nodes/{id}/bios/{setting}``"""
        row = self.node(id)
        raise Refused(404, f"Node {row.id} doesn't have a BIOS setting '{setting}'")

    def firmware(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/firmware``"""
        self.arguments('detail', 'fields')
        self.node(id)
        return self.answer({'firmware': []})

    def inventory(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/inventory``"""
        row = self.node(id)
        words = f'Node inventory record for node {row.number} could not be found.'
        raise Refused(404, words)

    # -- history

    def history(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/history``"""
        self.arguments('detail', 'limit', 'marker')
        row = self.node(id)
        is_detailed = bodies.flag(self.req.parameter('detail') or 'False', 'detail')
        entries = [self._entry(row, entry, is_detailed) for entry in row.document['history']]
        page = listing.page_of(self.req, entries, views.HISTORY, self.minor, _no_history)
        body: Document = {'history': page.items}
        if page.next_url is not None:
            body['next'] = page.next_url
        return self.answer(body)

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
            'created_at': collection.iso(entry['created_at']),
            'links': views.links(self.req, path, bookmark=False),
        }
        names = views.visible(views.HISTORY, self.minor)
        if not is_detailed:
            names = ['uuid', 'created_at', 'severity', 'event', 'links']
        return views.only(facts, names)

    # -- volumes and the allocation

    def volume(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/volume``"""
        self.node(id)
        body = {'links': views.links(self.req, f'nodes/{id}/volume/')}
        for name in ('connectors', 'targets'):
            body[name] = views.links(self.req, f'nodes/{id}/volume/{name}')
        return self.answer(body)


def _no_history(ident: str) -> Refused:
    return Refused(404, f'Node history record {ident} could not be found.')

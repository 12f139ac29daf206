"""Images, looked up in the image service."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, resources
from novaclient_mv.resources import Time, field, pending_work

_TASK = 'OS-EXT-STS:task_state'
_QUOTED = frozenset('"\\')

if TYPE_CHECKING:
    from novaclient_mv.v2 import servers


class Image(resources.Resource):
    """An image as the image service knows it."""

    repr_keys = ('name',)
    HUMAN_ID = True
    show_command = 'image-show {id}'
    history_command = 'server-action-list {manager.server}'
    failed_states = frozenset({'ERROR', 'KILLED'})
    id: str = field('ID')
    name: str = field()
    status: str = field()
    visibility: str = field()
    owner: str | None = field('Project ID', key='project_id')
    size: int | None = field()
    min_disk: int = field()
    min_ram: int = field('Min RAM')
    disk_format: str = field()
    container_format: str = field()
    tags: list[str] = field()
    created_at: Time = field()
    updated_at: Time | None = field()

    def current_task(self) -> str:
        """Return the current task of the server that it is created from."""
        return str(self._info.get(_TASK) or '')


class GlanceManager(resources.Manager[Image]):
    """Looks images up; to change them is the image service's own client's business."""

    kind = 'image'
    resource_class = Image

    def get(self, image: Image | str) -> Image:
        """One image by its id.

        ``GET /v2/images/{id}`` of the image service
        """
        answer = self.send('GET /v2/images/{id}', image, service='image')
        if not isinstance(answer.body, dict):
            raise resources.unexpected(answer, 'an image')
        return Image(self, answer.body, loaded=True, resp=answer)

    def list(self) -> builtins.list[Image]:
        """All images.

        ``GET /v2/images`` of the image service
        """
        images = resources.collected(self.iterate())
        for image in images:
            # The list knows the requests; its rows know none, as python-novaclient's.
            image.request_ids_setup()
        return images

    def iterate(self, **filters: str) -> Iterator[Image]:
        """The images that match filters, page by page while they are taken.

        :raises CloudError: a page that brings nothing new.

        ``GET /v2/images`` of the image service
        """
        return self._pages('GET /v2/images', 'images', query=filters, service='image')

    def find_image(self, name_or_id: str) -> Image:
        """The image with this id or exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several images have this name.

        ``GET /v2/images/{id}``, ``GET /v2/images`` of the image service
        """
        if resources.is_uuid(name_or_id):
            try:
                return self.get(name_or_id)
            except errors.NotFound:
                pass
        return self._find_named(name_or_id)

    def find_images(self, names_or_ids: Sequence[str]) -> builtins.list[Image]:
        """The images with these ids or exact names, in their order.

        Those with the form of an id are looked up in one request, and names in another.

        :raises NotFound: one of them is not there.
        :raises NoUniqueMatch: several images have one of the names.

        ``GET /v2/images`` of the image service
        """
        ids = [reference for reference in names_or_ids if resources.is_uuid(reference)]
        by_id = {image.id: image for image in self.iterate(id=f'in:{",".join(ids)}')} if ids else {}
        names = [name for name in resources.names_of(names_or_ids) if _QUOTED.isdisjoint(name)]
        find_named = resources.Finder(
            self._find_named,
            self._ambiguous,
            resources.in_batches(names, _quoted),
            lambda names: self.iterate(name=f'in:{",".join(map(_quoted, names))}'),
        )
        images = (by_id.get(reference) or find_named(reference) for reference in names_or_ids)
        return resources.collected(images)

    def _find_named(self, name_or_id: str) -> Image:
        matches = list(self.iterate(name=name_or_id))
        if ':' in name_or_id:
            # Glance reads "in:a,b" as two names.
            matches = resources.exactly_named(matches, name_or_id)
        if not matches:
            text = f'There is no image with the name or id {name_or_id!r}.'
            missing = errors.NotFound(404, text)
            raise resources.suggesting(missing, name_or_id, self.iterate)
        if len(matches) > 1:
            raise self._ambiguous(name_or_id, matches)
        return matches[0]

    def _ambiguous(self, name: str, matches: Iterable[Image]) -> errors.NoUniqueMatch:
        ids = [str(match.id) for match in matches]
        return errors.NoUniqueMatch(
            f'{len(ids)} images have the name {name!r}; give one of the ids: {", ".join(ids)}',
            ids=ids,
        )


def _quoted(name: str) -> str:
    """A name in a filter with several values, where a comma would end it otherwise."""
    return f'"{name}"'


class ImagesInMaking:
    """Images that are being created from one server; each is done once the server has settled.

    :param server: the server, or its id.
    :param result: of the request that creates the image; its record tells why that failed.
    """

    def __init__(
        self,
        servers: servers.ServerManager,
        glance: GlanceManager,
        server: servers.Server | str,
        result: resources.RequestIdMixin,
    ) -> None:
        self.servers = servers
        self.glance = glance
        self.server = resources.getid(server)
        self.api_version = servers.api_version
        self._was_queued = False
        self._name = ''
        self._begun = pending_work.of(result)

    def get(self, image: Image | str) -> Image:
        """An image as it is now, with what goes on with the server while it does.

        :raises NotFound: it is gone, and nothing is known to have failed.
        :raises ResourceInErrorState: it could not be made.
        :raises ActionFailed: it is gone or still queued, though the server has no task
            any more.
        """
        try:
            current = self._refresh(image)
        except errors.NotFound as error:
            error.check_service()
            # Nova deletes the image of a snapshot that failed.
            record = self._record()
            if record.state == pending_work.FAILED:
                id = resources.getid(image)
                gone = Image(self, {'id': id, 'name': self._name or id})
                raise self._failed(gone, record, 'the image is gone') from None
            raise
        self._name = current.name
        if current.status == 'active':
            task = self._server().get(_TASK)
            if task:
                current.set_info(_TASK, task)
        elif current.status == 'queued' and self._was_queued and self._has_settled():
            # The image may have been stored between the two looks.
            current = self._refresh(image)
            if current.status == 'queued':
                raise self._failed(current, self._record(), 'the image is queued')
        self._was_queued = current.status == 'queued'
        return current

    def _refresh(self, image: Image | str) -> Image:
        latest = self.glance.get(image)
        current = Image(self, latest._info, loaded=True)
        if current.status == 'killed':
            raise errors.ResourceInErrorState(current)
        return current

    def _server(self) -> dict[str, Any]:
        """The server's fields; one that was deleted does nothing any more."""
        try:
            server: dict[str, Any] = self.servers.get(self.server)._info
        except errors.NotFound as error:
            error.check_service()
            return {_TASK: None}
        return server

    def _has_settled(self) -> bool:
        """Whether the server has no task; a cloud may be set up not to tell."""
        server = self._server()
        return _TASK in server and not server[_TASK]

    def _record(self) -> pending_work.WorkRecord:
        """The record of the action that creates the image; empty where it cannot be read."""
        from novaclient_mv.v2.servers import action_records

        try:
            return action_records.ActionRecords(self.servers, self.server).read(self._begun)
        except errors.Error:
            return pending_work.WorkRecord(pending_work.MISSING)

    def _failed(
        self, image: Image, record: pending_work.WorkRecord, now: str
    ) -> errors.ActionFailed:
        message = f'{image.name}: the snapshot failed: {record.reason.rstrip(".")}; {now}.'
        action, request_id = record.action, record.request_id
        return errors.ActionFailed(message, image, action, record.reason, request_id)

"""Images as the Compute API passed them on; ``images`` asks the image service itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import Time, field
from novaclient_mv.v2.retired import proxies


class ImageProxy(proxies.DeletableProxy):
    """An image as the Compute API shows it."""

    id: str = field('ID')
    name: str = field()
    status: str = field()
    progress: int = field()
    _server_id: str = field('Server ID', path=('server', 'id'))
    minDisk: int = field(key='min_disk')
    minRam: int = field('Min RAM', key='min_ram')
    _size: int = field(path='OS-EXT-IMG-SIZE:size')
    _disk_config: str = field(path='OS-DCF:diskConfig')
    metadata: dict[str, Any] = field()
    created: Time = field(key='created_at')
    updated: Time | None = field(key='updated_at')


class ImageProxyManager(proxies.DeletableProxyManager[ImageProxy]):
    """Images up to 2.35, their metadata up to 2.38; since then the image service alone has them."""

    kind = 'image'
    path, singular, plural = '/images', 'image', 'images'
    resource_class = ImageProxy

    @resources.by_page
    @versions.wraps('2.0', '2.35')
    def list(
        self,
        detailed: bool = True,
        limit: int | None = None,
        marker: str | None = None,
        search_opts: Mapping[str, Any] | None = None,
    ) -> resources.Listing[ImageProxy]:
        """Images, one page as the cloud cuts it.

        :param detailed: all fields, not only id, name and links.
        :param marker: id of the image before the first.
        :param search_opts: filters by the API's names: ``name``, ``status``, ``server``, ``type``,
            ``minDisk``, ``minRam``, ``changes-since``.

        ``GET /images/detail`` or ``GET /images``
        """
        query = {**(search_opts or {}), 'marker': marker}
        operation = 'GET /images/detail' if detailed else 'GET /images'
        return self._listing(operation, 'images', query=query, limit=limit)

    iterate = resources.every_page(list)

    def named(self, name: str) -> Iterable[ImageProxy]:
        """The images of a name, with all their fields: ``GET /images``, ``GET /images/{id}``."""
        for image in self.iterate(detailed=False, search_opts={'name': name}):
            yield self.get(image)

    def brief(self) -> Iterable[ImageProxy]:
        """All images, with ids and names only: ``GET /images``."""
        return self.iterate(detailed=False)

    @versions.wraps('2.0', '2.38')
    def list_meta(self, image: ImageProxy | str) -> resources.DictWithMeta:
        """All metadata of an image: ``GET /images/{image_id}/metadata``."""
        answer = self.send('GET /images/{image_id}/metadata', image)
        return resources.DictWithMeta(resources.member(answer, 'metadata', dict), answer)

    @versions.wraps('2.0', '2.38')
    def get_meta(self, image: ImageProxy | str, key: str) -> resources.DictWithMeta:
        """One key of an image's metadata, with its value: ``GET /images/{image_id}/metadata/{id}``.

        :raises NotFound: the image has no such key.
        """
        answer = self.send('GET /images/{image_id}/metadata/{id}', image, key)
        return resources.DictWithMeta(resources.member(answer, 'meta', dict), answer)

    @versions.wraps('2.0', '2.38')
    def set_meta(
        self, image: ImageProxy | str, metadata: Mapping[str, str]
    ) -> resources.DictWithMeta:
        """Set keys of an image's metadata; the others stay.

        ``POST /images/{image_id}/metadata``
        """
        body = {'metadata': dict(metadata)}
        answer = self.send('POST /images/{image_id}/metadata', image, body=body)
        return resources.DictWithMeta(resources.member(answer, 'metadata', dict), answer)

    @versions.wraps('2.0', '2.38')
    def set_meta_item(
        self, image: ImageProxy | str, key: str, value: str
    ) -> resources.DictWithMeta:
        """Set one key of an image's metadata: ``PUT /images/{image_id}/metadata/{id}``."""
        body = {'meta': {key: value}}
        answer = self.send('PUT /images/{image_id}/metadata/{id}', image, key, body=body)
        return resources.DictWithMeta(resources.member(answer, 'meta', dict), answer)

    @versions.wraps('2.0', '2.38')
    def replace_meta(
        self, image: ImageProxy | str, metadata: Mapping[str, str]
    ) -> resources.DictWithMeta:
        """Give an image this metadata and no other: ``PUT /images/{image_id}/metadata``."""
        body = {'metadata': dict(metadata)}
        answer = self.send('PUT /images/{image_id}/metadata', image, body=body)
        return resources.DictWithMeta(resources.member(answer, 'metadata', dict), answer)

    @versions.wraps('2.0', '2.38')
    def delete_meta(self, image: ImageProxy | str, keys: Sequence[str]) -> None:
        """Delete keys of an image's metadata, one request each.

        :raises NotFound: the image has no such key; those before it are gone.

        ``DELETE /images/{image_id}/metadata/{id}``
        """
        for key in keys:
            self.send('DELETE /images/{image_id}/metadata/{id}', image, key)

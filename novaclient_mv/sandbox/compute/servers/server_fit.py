"""Whether what a new server asks for fits: its image in its flavor, its files in the quotas."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import quotas
from novaclient_mv.sandbox.http.wsgi import Fault

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController
    from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]
GIBI = 2**30


def require_image(handler: ComputeController, flavor: Row, image: Row, is_local: bool) -> None:
    """Refuse an image that a flavor is too small for.

    :param is_local: the server's first disk is as large as the flavor says, not a volume.
    :raises Fault: 400, or 403 for a disk of which nobody says how large it is.
    """
    wants, has = image.document, flavor.document
    if wants.get('min_ram', 0) > has['ram']:
        raise Fault(400, "Flavor's memory is too small for requested image.")
    if not is_local:
        return
    if has['disk'] == 0:
        if not handler.may('os_compute_api:servers:create:zero_disk_flavor'):
            message = 'Only volume-backed servers are allowed for flavors with zero disk.'
            raise Fault(403, message)
        return
    lowest = max(wants.get('min_disk', 0) * GIBI, wants.get('size') or 0)
    if lowest > has['disk'] * GIBI:
        raise Fault(
            400,
            f"Flavor's disk is too small for requested image: it has {has['disk'] * GIBI} bytes, "
            f'the image needs {lowest}.',
        )


def require_larger_disk(server: Document, flavor: Document) -> None:
    """Refuse to resize to a smaller disk than the image was put on, if that is not a volume.

    :raises Fault: 400.
    """
    if server['image'] is None:
        return
    before = server['image'].get('min_disk', server['flavor']['disk'])
    after = flavor['disk']
    if after >= before:
        return
    if after == 0:
        reason = 'Resize to zero disk flavor is not allowed.'
        raise Fault(400, f'Server disk was unable to be resized because: {reason}')
    raise Fault(
        400,
        "Flavor's disk is smaller than the minimum size specified in image metadata. Flavor disk "
        f'is {after * GIBI} bytes, minimum size is {before * GIBI} bytes.',
    )


def require_files(session: Session, project: str, files: list[dict[str, Any]]) -> None:
    """Refuse more or larger files than a project may put into a server (up to 2.56).

    :raises Fault: 403.
    """
    most = quotas.limits(session, project)
    sizes = {
        'injected_files': ([len(files)], 'Personality file limit exceeded'),
        'injected_file_path_bytes': (
            [len(file.get('path', '')) for file in files],
            f'Personality file path exceeds maximum {most["injected_file_path_bytes"]}',
        ),
        'injected_file_content_bytes': (
            [_length(file.get('contents', '')) for file in files],
            f'Personality file content exceeds maximum {most["injected_file_content_bytes"]}',
        ),
    }
    for resource, (actual, message) in sizes.items():
        limit = most[resource]
        if limit != quotas.UNLIMITED and any(size > limit for size in actual):
            raise Fault(403, message)


def _length(contents: str) -> int:
    """Return the size of a file's contents, decoded."""
    try:
        return len(base64.b64decode(contents))
    except ValueError:
        return len(contents)

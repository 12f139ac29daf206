"""The images of a new sandbox."""

from __future__ import annotations

import hashlib

from novaclient_mv.sandbox.state import seed
from novaclient_mv.sandbox.state.contents import Contents
from novaclient_mv.sandbox.state.rows import Session


def images(session: Session, contents: Contents) -> None:
    """Images of the project ``admin`` that everybody sees."""
    for image in contents.images:
        facts = {
            'status': 'active',
            'visibility': 'public',
            'protected': False,
            'os_hidden': False,
            'container_format': 'bare',
            'disk_format': 'qcow2',
            'size': 21233664,
            'virtual_size': 117440512,
            'min_disk': image.min_disk,
            'min_ram': image.min_ram,
            'checksum': hashlib.md5(image.name.encode(), usedforsecurity=False).hexdigest(),
            'tags': [],
            'properties': dict(image.properties),
        }
        session.insert(
            'image',
            seed.fixed_id(f'image {image.name}'),
            facts,
            project=seed.fixed_hex('project admin'),
            name=image.name,
            created=session.now - 30 * seed.DAY,
        )

"""The extensions that the API once was made of: a list that no longer changes."""

from __future__ import annotations

import json
import os
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.http.wsgi import Fault, Response

_FILE = os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(__file__))), 'data', 'extensions.json'
)
# What /v2 alone lists.
_LEGACY = frozenset(('OS-EXT-VIF-NET',))


class Extensions(controller.ComputeController):
    """``/extensions``"""

    def index(self) -> Response:
        return self.answer({'extensions': self._views()})

    def show(self, id: str) -> Response:
        for view in self._views():
            if view['alias'] == id:
                return self.answer({'extension': view})
        raise Fault(404)

    def _views(self) -> list[dict[str, Any]]:
        with open(_FILE, encoding='utf-8') as file:
            extensions = json.load(file)
        return [
            {
                'alias': alias,
                'name': name,
                'description': description,
                'links': [],
                # All extensions had these two from the day on which they stopped being options.
                'namespace': 'http://docs.openstack.org/compute/ext/fake_xml',
                'updated': '2014-12-03T00:00:00Z',
            }
            for alias, (name, description) in extensions.items()
            if self.is_legacy or alias not in _LEGACY
        ]

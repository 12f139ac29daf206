"""YAML."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.cli.showing.formats import BaseFormat


class Format(BaseFormat):
    """Writes a document, in the order of its keys."""

    is_document = True

    def data(self, value: Any) -> None:
        import yaml

        plain = cell_texts.plain(value)
        text = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True)
        if not self.out.has(text):
            text = yaml.safe_dump(plain, sort_keys=False)
        self.out.write(text.rstrip('\n'))

"""Values of options that are JSON, or the name of a file that holds YAML or JSON."""

from __future__ import annotations

import argparse
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.running import document_files
from novaclient_mv.errors import bodies


class ObjectList(document_files.AnyDocumentFile):
    """A list of objects: as JSON, or in a file of YAML or JSON; ``-`` reads it from the input."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.value: list[dict[str, Any]] | None = None
        if text.lstrip().startswith(('[', '{')):
            try:
                self.value = _checked(bodies.decode(text))
            except ValueError as error:
                raise argparse.ArgumentTypeError(f'{text!r} is not a JSON list: {error}') from None

    def read(self) -> list[dict[str, Any]]:
        """The list."""
        if self.value is not None:
            return self.value
        try:
            return _checked(super().read())
        except ValueError as error:
            raise errors.CommandError(
                f'{self.path} does not hold a list of objects: {error}'
            ) from None


def _checked(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(step, dict) for step in value):
        raise ValueError('it is not a list of objects')
    return value

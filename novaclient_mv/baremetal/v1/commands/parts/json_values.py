"""Values of options that are a JSON object, or the name of a file with one."""

from __future__ import annotations

import argparse
import base64
import gzip
import os
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.running import document_files
from novaclient_mv.errors import bodies


class ObjectValue(document_files.DocumentFile):
    """An object: as JSON, or in a file of YAML or JSON; ``-`` reads it from the input."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.value = _object(text) if text.lstrip().startswith('{') else None

    def read(self) -> dict[str, Any]:
        """The object."""
        return super().read() if self.value is None else self.value


class Configdrive(types.File):
    """A configdrive: an image in base64, an object in JSON, or a file or directory of such."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.value = _object(text) if text.lstrip().startswith('{') else None

    def read(self) -> str | dict[str, Any]:
        """Return the config drive for the cloud: an image, gzipped and in base64, or its source."""
        if self.value is not None:
            return self.value
        path = os.path.expanduser(self.path)
        if os.path.isdir(path):
            from novaclient_mv.baremetal.v1.commands.parts import iso_images

            return _packed(iso_images.made_of(path))
        if self.path != '-' and not os.path.exists(path):
            return self._spelt()
        content = self._bytes()
        if content.startswith(b'\x1f\x8b'):
            return base64.b64encode(content).decode('ascii')
        try:
            text = content.decode().strip()
        except UnicodeDecodeError:
            return _packed(content)
        return self._object_of(text) if text.startswith('{') else text

    def _spelt(self) -> str:
        """The value itself, which is an image."""
        try:
            base64.b64decode(self.path, validate=True)
        except ValueError:
            raise errors.CommandError(
                f'{self.path} is neither a file nor a directory, nor base64, nor JSON.'
            ) from None
        return self.path

    def _object_of(self, text: str) -> dict[str, Any]:
        try:
            return _object(text)
        except argparse.ArgumentTypeError as error:
            raise errors.CommandError(f'{self.path}: {error}.') from None


def _object(text: str) -> dict[str, Any]:
    """The object that JSON spells."""
    try:
        value = bodies.decode(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f'{text!r} is not JSON: {error}') from None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f'{text!r} is not a JSON object')
    return value


def _packed(image: bytes) -> str:
    return base64.b64encode(gzip.compress(image)).decode('ascii')

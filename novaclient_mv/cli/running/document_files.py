"""Files named on a command line that hold a document."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import types
from novaclient_mv.user_files import yaml_documents


class AnyDocumentFile(types.File):
    """A file that holds anything, as YAML or JSON."""

    def read(self) -> object:
        """Return the file's document."""
        import yaml

        try:
            return yaml_documents.load(self._text())
        except yaml_documents.OutOfBounds as error:
            raise errors.CommandError(f'{self.path} {error}.') from None
        except yaml.YAMLError as error:
            raise errors.CommandError(f'{self.path} is not YAML: {error}') from None


class DocumentFile(AnyDocumentFile):
    """A file that holds a mapping, as YAML or JSON."""

    def read(self) -> dict[str, Any]:
        """The mapping."""
        document = super().read()
        if not isinstance(document, dict):
            raise errors.CommandError(f'{self.path} does not hold a mapping.')
        return document

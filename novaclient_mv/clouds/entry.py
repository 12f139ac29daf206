"""The entry of a cloud in the cloud files, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_TRUE = frozenset({'true', 'yes', 'on', '1'})
_FALSE = frozenset({'false', 'no', 'off', '0'})


class Cloud:
    """A cloud's entry in the files.

    :param name: its name in the file.
    :param auth: every login option, whatever the auth type; which of them apply is for that to say.
        Texts, except where an option takes a list (``auth_methods``).
    :param auth_type: ``None`` where the file is silent.
    :param region: the chosen region, or the first one that the file lists.
    :param regions: all regions that the file lists.
    :param settings: everything else, keys with underscores; ``verify`` and ``insecure`` are
        booleans where they read as such, API timeouts are numbers, other scalars are texts.
    :param file: where the cloud was found.
    :param misspelt: a line on each key that looks like a slip.
    :ivar current_folder: the files that were merely found in the current folder: paths to texts.
    :ivar relative_files: the files of its settings that are others, or none, from another folder:
        keys to paths.
    :ivar elsewhere: the cloud without all of these, as far as it is one.
    """

    __slots__ = (
        *('auth', 'auth_type', 'current_folder', 'elsewhere', 'file', 'misspelt', 'name'),
        *('region', 'regions', 'relative_files', 'settings'),
    )

    def __init__(
        self,
        name: str,
        auth: dict[str, Any],
        auth_type: str | None,
        region: str | None,
        settings: dict[str, Any],
        file: str,
        regions: Iterable[str] = (),
        misspelt: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.auth = auth
        self.auth_type = auth_type
        self.region = region
        self.regions = tuple(regions)
        self.settings = settings
        self.file = file
        self.misspelt = list(misspelt)
        self.current_folder: Mapping[str, str] = {}
        self.relative_files: Mapping[str, str] = {}
        self.elsewhere: Cloud | None = None

    def depend_on_folder(
        self, files: Mapping[str, str], relative_files: Mapping[str, str], elsewhere: Cloud | None
    ) -> None:
        """Note what the current folder decides, and the cloud without it."""
        self.current_folder = {**files, **dict.fromkeys(relative_files.values(), '')}
        self.relative_files = relative_files
        self.elsewhere = elsewhere

    def __repr__(self) -> str:
        # Nothing of auth: a repr ends up in logs.
        return f'<Cloud {self.name} region={self.region} file={self.file}>'


def truth(text: str) -> bool | None:
    """Return the truth value of a word; ``None`` for other words."""
    word = text.lower()
    return word in _TRUE if word in _TRUE | _FALSE else None

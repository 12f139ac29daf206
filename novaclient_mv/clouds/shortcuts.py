"""The file of a user's aliases and views: lines and options of their own, under short names."""

from __future__ import annotations

import os
from collections.abc import Callable

from novaclient_mv import errors
from novaclient_mv.clouds.environment import Environment

Lines = dict[str, str]
"""Lines by their names, each as it is typed in a shell."""

_ALIASES, _VIEWS = 'aliases', 'views'
_LABEL = 'The file of aliases and views'


class Shortcuts:
    """The aliases and views of a user, in a file of JSON that may be written by hand.

    .. code-block:: json

       {
         "aliases": {"st": "server-list --status ERROR"},
         "views": {"server-list": {"mine": "--column=id,name --sort=name"}}
       }
    """

    def __init__(self, environment: Environment) -> None:
        self.file = os.path.join(environment.config_folder, 'shortcuts.json')

    def is_there(self) -> bool:
        """Whether the user has the file at all."""
        return os.path.lexists(self.file)

    def aliases(self) -> Lines:
        return self._aliases_of(self._document())

    def views(self) -> dict[str, Lines]:
        """Options by the names of views, for each command that has some."""
        return self._views_of(self._document())

    def change_aliases(self, change: Callable[[Lines], Lines]) -> None:
        """Replace the aliases of the file; other entries stay."""

        def changed(document: dict[str, object]) -> dict[str, object]:
            return {**document, _ALIASES: change(self._aliases_of(document))}

        self._rewrite(changed)

    def change_views(self, command: str, change: Callable[[Lines], Lines]) -> None:
        """Replace the views of a command in the file; other entries stay."""

        def changed(document: dict[str, object]) -> dict[str, object]:
            by_command = self._views_of(document)
            views = {**by_command, command: change(by_command.get(command, {}))}
            return {**document, _VIEWS: {name: views[name] for name in views if views[name]}}

        self._rewrite(changed)

    def _rewrite(self, changed: Callable[[dict[str, object]], dict[str, object]]) -> None:
        import json

        from novaclient_mv import user_files

        def content() -> bytes:
            # Letters that are no text in UTF-8 are spelt out.
            return json.dumps(changed(self._document()), indent=2).encode() + b'\n'

        user_files.rewrite_own(self.file, content, _LABEL)

    def _document(self) -> dict[str, object]:
        if not self.is_there():
            return {}
        import json

        from novaclient_mv import user_files

        try:
            text = user_files.text(self.file)
            document = json.loads(text) if text.strip() else {}
        except user_files.Unreadable as error:
            raise self._unreadable(str(error)) from error
        except json.JSONDecodeError as error:
            raise self._unreadable(f'line {error.lineno} is not valid JSON: {error.msg}') from error
        except (ValueError, RecursionError) as error:
            raise self._unreadable('it is not valid JSON') from error
        if not isinstance(document, dict):
            raise self._unreadable('it is not a JSON object')
        return document

    def _aliases_of(self, document: dict[str, object]) -> Lines:
        return self._lines(document.get(_ALIASES, {}), 'aliases')

    def _views_of(self, document: dict[str, object]) -> dict[str, Lines]:
        by_command = document.get(_VIEWS, {})
        if not isinstance(by_command, dict):
            raise self._unreadable('"views" is not an object')
        return {name: self._lines(views, f'views of {name}') for name, views in by_command.items()}

    def _lines(self, lines: object, label: str) -> Lines:
        if not isinstance(lines, dict):
            raise self._unreadable(f'"{label}" is not an object')
        for name, line in lines.items():
            if not isinstance(line, str):
                raise self._unreadable(f'{name} of its {label} is not a text')
        return lines

    def _unreadable(self, reason: str) -> errors.CommandError:
        return errors.CommandError(f'{_LABEL} {self.file} cannot be read: {reason}.')


def words_of(line: str, label: str) -> list[str]:
    """The words of a line, as a shell takes it apart."""
    import shlex

    try:
        words = shlex.split(line)
    except ValueError as error:
        raise errors.CommandError(f'{label} is not a command line: {error}.') from error
    if not words:
        raise errors.CommandError(f'{label} is empty.')
    return words

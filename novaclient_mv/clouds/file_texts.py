"""Reads the text of a cloud file, YAML or JSON, of which every scalar stays as it is written."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.user_files import yaml_documents


class CloudFileError(errors.CommandError):
    """A cloud that is not there, or a cloud file that cannot be used."""

    error_code = 'cloud_file'

    def __init__(self, message: str, file: str | None = None) -> None:
        super().__init__(message)
        self.file = file

    def facts(self) -> dict[str, Any]:
        return {'file': self.file}


def read(path: str) -> str:
    """The text of a file."""
    try:
        with open(path, encoding='utf-8-sig') as stream:
            return stream.read()
    except UnicodeDecodeError:
        raise CloudFileError(f'{path} is not UTF-8 text.', path) from None
    except OSError as error:
        raise CloudFileError(f'{path} cannot be read: {error.strerror}.', path) from error


def parse(path: str, text: str) -> Any:
    """The content of a file's text."""
    try:
        return _from_json(path, text) if path.endswith('.json') else _from_yaml(path, text)
    except RecursionError:
        raise CloudFileError(f'{path} is nested too deeply.', path) from None
    except yaml_documents.OutOfBounds as error:
        raise CloudFileError(f'{path} {error}.', path) from None


def _from_json(path: str, text: str) -> Any:
    import json

    if not text.strip():
        return None
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        raise _syntax_error(path, error.msg, error.lineno, error.colno) from None


def _from_yaml(path: str, text: str) -> Any:
    import yaml

    # Errors are raised from None, and without the line itself: it may hold a password.
    try:
        return yaml_documents.load(text, _as_written)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        assert mark is not None  # None is raised without one.
        raise _syntax_error(path, str(error.problem), mark.line + 1, mark.column + 1) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        column = len(before) - (before.rfind('\n') + 1) + 1
        raise _syntax_error(path, error.reason, before.count('\n') + 1, column) from None


def _as_written(loader: Any) -> None:
    """Leave only null and merge keys: numbers, booleans and dates stay as they are written."""
    tags = ('tag:yaml.org,2002:null', 'tag:yaml.org,2002:merge')
    loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in rules if tag in tags]
        for first, rules in loader.yaml_implicit_resolvers.items()
    }


def _syntax_error(path: str, problem: str, line: int, column: int) -> CloudFileError:
    if 'alias' in problem or 'tag' in problem:
        # These quote the file, where a password may start with * or !.
        problem = problem.split(" '")[0].split(' "')[0]
        problem += '; a text that starts with * or ! needs quotes'
    return CloudFileError(f'{path}, line {line}, column {column}: {problem}.', path)

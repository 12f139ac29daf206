"""Summaries of logs as files: small, and added up where a fleet's logs lie apart."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable

from novaclient_mv import errors, user_files
from novaclient_mv.knowledge.usage import counts
from novaclient_mv.knowledge.usage.counts import Usage
from novaclient_mv.services import Service


def write(path: str, usage: Callable[[], Usage]) -> None:
    """Write a summary, which holds counts and no line of a log.

    :param usage: called while the file is locked, so that it may read the file.
    :raises CommandError: the file cannot be written.
    """

    def content() -> bytes:
        text = json.dumps(usage().as_summary(), indent=1, sort_keys=True)
        return f'{text}\n'.encode()

    user_files.write(os.path.expanduser(path), content, path)


def read(path: str) -> Usage:
    """Return the usage in a summary.

    :raises CommandError: the file cannot be read, or is not a summary.
    """
    try:
        with open(os.path.expanduser(path), 'rb') as file:
            return counts.of_summary(json.load(file))
    except OSError as error:
        raise errors.CommandError(f'Cannot read {path}: {error.strerror}.') from error
    except (ValueError, RecursionError):
        raise errors.CommandError(f'{path} was not written by "version-usage --summary".') from None


def merged(paths: Iterable[str], service: Service) -> Usage:
    """Return the usage in several summaries.

    :raises CommandError: a file is not a summary of the service.
    """
    usage = Usage(service.name)
    for path in paths:
        summary = read(path)
        if summary.service != service.name:
            raise errors.CommandError(
                f'{path} is a summary of {summary.service}; --service {summary.service} takes it.'
            )
        usage.add(summary)
    return usage

"""Explains failures after accepted writes: the answer that failed, and the write before it."""

from __future__ import annotations

from collections.abc import Mapping

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns, declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running import results
from novaclient_mv.wire import answers, mistakes
from novaclient_mv.wire.history import History
from novaclient_mv.wire.request import Answer

_OF_CLOUD = (
    *(errors.ClientException, errors.CloudError, errors.LoginError, errors.VersionMismatch),
)


def explained(error: Exception, history: History) -> Exception:
    """The error that a command ends in; after an accepted write hinting at that, not retryable."""
    explained = _explained(error, history)
    if history.latest_write is not None and isinstance(explained, errors.Error):
        explained.retryable = False
    if explained is not error:
        for name in ('done', 'rows_before'):
            if name in vars(error):
                vars(explained)[name] = vars(error)[name]
    return explained


def accepted(
    error: BaseException, history: History, command: Command, begun: results.Shown
) -> results.Shown:
    """Return what the answers to accepted writes told, for a command that has shown nothing yet."""
    if history.latest_write is None:
        return None
    return getattr(error, 'done', None) or begun or _record(command, history.latest_write)


def _record(command: Command, written: Answer) -> results.Shown:
    """A record of the answer to a write; ``None`` where it has nothing that the command shows."""
    declared = declarations.declared(command.function, 'resource')
    if declared is None or not isinstance(written.body, Mapping):
        return None
    kind = columns.resource_class(declared[0])
    for info in (written.body, *written.body.values()):
        if isinstance(info, Mapping) and any(
            isinstance(info.get(key), str | int) for key in kind.id_keys
        ):
            return results.Record(kind(None, info, loaded=True))
    return None


def _explained(error: Exception, history: History) -> Exception:
    if isinstance(error, errors.SomeFailed):
        return _each_explained(error, history)
    if mistakes.is_malformed(error) and history.latest is not None:
        error = answers.malformed(history.latest, error)
    elif isinstance(error, errors.CloudError) and error.is_about_answer and history.latest:
        error = _with_request(error, history.latest)
    written = history.latest_write
    if written is None or written.request is None:
        return error
    before = f'{written.request.operation} was carried out before that.'
    if isinstance(error, _OF_CLOUD) and not _is_about_write(error):
        if isinstance(error, errors.ClientException) and error.url and error.method:
            before = f'This is what {error.method} {error.url} answered; {before}'
        error.hint = f'{error.hint} {before}' if error.hint else before
    return error


def _is_about_write(error: errors.Error) -> bool:
    """Whether an error says by itself that a write was carried out, or may have been."""
    took_place = isinstance(error, errors.VersionMismatch) and error.took_place
    return took_place or error.error_code == errors.WriteUncertain.error_code


def _with_request(error: errors.CloudError, latest: Answer) -> errors.CloudError:
    """Add the request and the status of the latest answer to an error."""
    if error.url is not None:
        return error
    request = latest.request
    method = f'{request.method} ' if request is not None else ''
    reason = f'{method}{latest.url} answered {latest.status}. {answers.reason_of(error)}'
    return answers.unreadable(reason, request, latest.url, latest.request_id)


def _each_explained(error: errors.SomeFailed, history: History) -> errors.SomeFailed:
    """Make each failure an error of ours; of which answer each came is not known."""
    if not any(mistakes.is_malformed(failure) for failure in error.failures.values()):
        return error
    failures = {
        target: _of_one(failure, history) if mistakes.is_malformed(failure) else failure
        for target, failure in error.failures.items()
    }
    explained = errors.SomeFailed(failures, error.total)
    explained.hint = error.hint
    return explained


def _of_one(error: Exception, history: History) -> errors.CloudError:
    text = f'The cloud answered with malformed values: {answers.reason_of(error)}.'
    if history.latest_write is None:
        return answers.about_answer(text)
    return errors.WriteUncertain(
        f'{text} It may have been carried out all the same. Look before you try again.'
    )

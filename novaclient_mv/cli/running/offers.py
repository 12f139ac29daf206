"""Asks several clouds at once which versions of a service they serve."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Sequence

from novaclient_mv import errors
from novaclient_mv.clouds import selection
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.selection import Target
from novaclient_mv.knowledge import capabilities
from novaclient_mv.knowledge.capabilities import Offer
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import session_errors


class Answer(NamedTuple):
    """A cloud's offer, and the error if it could not be read."""

    offer: Offer
    error: Exception | None = None


def ask(targets: Sequence[Target], service: Service, seconds: float) -> list[Answer]:
    """Ask all clouds at once, whatever is remembered; a slow one counts as unreachable."""
    if not all(_name(target, service) for target in targets):
        raise errors.CommandError(selection.NO_CLOUD)
    arrived: queue.Queue[tuple[Target, Answer]] = queue.Queue()

    def run(target: Target, opened: Cloud | Exception) -> None:
        arrived.put((target, _answer(target, service, opened)))

    # Opened here, so that threads have nothing left to import.
    clouds = [_opened(target, service, seconds) for target in targets]
    for target, opened in zip(targets, clouds, strict=True):
        # A cloud that hangs must not hold the program back beyond the time limit.
        words = (target, opened)
        threading.Thread(target=run, args=words, name=target.label, daemon=True).start()
    answers = _until(
        arrived, len(targets), targets[0].settings.environment.clock.monotonic, seconds
    )
    too_slow = errors.CloudError(f'No answer within {seconds:g} seconds.')
    return [answers.get(target) or _refused(target, service, too_slow) for target in targets]


def _until(
    arrived: queue.Queue[tuple[Target, Answer]],
    count: int,
    monotonic: Callable[[], float],
    seconds: float,
) -> dict[Target, Answer]:
    """The answers that arrive within a time limit."""
    answers: dict[Target, Answer] = {}
    end = monotonic() + seconds
    while len(answers) < count:
        try:
            target, answer = arrived.get(timeout=max(end - monotonic(), 0))
        except queue.Empty:
            break
        answers[target] = answer
    return answers


def _opened(target: Target, service: Service, seconds: float) -> Cloud | Exception:
    """A cloud whose login is open, to which nothing was sent; or what is wrong with it."""
    try:
        options = dict(target.settings.options)
        options['timeout'] = min(float(target.settings.get('timeout', seconds)), seconds)
        settings = target.settings.with_options(options, target.settings.table)
        cloud = Cloud(settings.environment, settings=settings)
        cloud.connection(service, service.unversioned)
    except Exception as error:
        return error
    return cloud


def _answer(target: Target, service: Service, opened: Cloud | Exception) -> Answer:
    """Return one cloud's answer."""
    try:
        if isinstance(opened, Exception):
            raise opened
        with contextlib.closing(opened) as cloud:
            offered, _ = cloud.range(service, is_fresh=True)
            cloud.keep()
    except Exception as error:
        return _refused(target, service, session_errors.translated(error))
    status = capabilities.NO_MICROVERSIONS if offered is None else capabilities.OK
    return Answer(Offer(_name(target, service), _region(target), status, None, offered))


def _refused(target: Target, service: Service, error: Exception) -> Answer:
    """The answer of a cloud that could not be asked."""
    status = getattr(error, 'exit_status', errors.ExitStatus.FAILED)
    # Settings that do not suffice are found out before a login is tried.
    is_login = status in (errors.ExitStatus.DENIED, errors.ExitStatus.USAGE) and not isinstance(
        error, errors.UnknownRegion
    )
    kind = capabilities.LOGIN if is_login else capabilities.UNREACHABLE
    return Answer(Offer(_name(target, service), _region(target), kind, str(error)), error)


def _name(target: Target, service: Service) -> str:
    """Its name; where it has none, the URL of its login or, without a login, of the service."""
    get = target.settings.get
    return str(
        target.cloud or get('os_auth_url') or get('endpoint_override', service=service) or ''
    )


def _region(target: Target) -> str | None:
    try:
        return target.settings.get('os_region_name') or None
    except errors.CommandError:
        return target.region

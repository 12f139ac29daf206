"""Waits for the end of work that a command started."""

from __future__ import annotations

from novaclient_mv import base, exceptions
from novaclient_mv.cli import output
from novaclient_mv.cli.arguments import End
from novaclient_mv.cli.environment import Environment

INTERVAL = 2.0
LONGEST_INTERVAL = 10.0
DELETED = 'DELETED'


class Waiter:
    """Asks for a resource again and again until its declared end is reached.

    :param timeout: seconds after which to give up.
    """

    def __init__(self, environment: Environment, timeout: float) -> None:
        self.environment = environment
        self.timeout = timeout

    def until_end(self, end: End, resource: base.Resource) -> base.Resource | None:
        """The resource in its end; ``None`` when the end is that it is gone.

        :param resource: what to wait for; its manager is asked again and again.
        :raises ResourceInErrorState: it went into its fault state.
        :raises InstanceInDeletedState: it was deleted meanwhile.
        :raises WaitTimeout: the time ran out.
        """
        clock = self.environment.clock
        name = str(resource._info.get('name') or resource.id)
        start = clock.monotonic()
        interval = INTERVAL
        try:
            while True:
                try:
                    resource = resource.manager.get(resource.id)
                except exceptions.NotFound:
                    if DELETED in end.states:
                        return None
                    raise exceptions.InstanceInDeletedState(f'{name} is gone.') from None
                state = str(resource._info.get(end.field) or '')
                if self._is_reached(end, state, resource, name):
                    return resource
                waited = clock.monotonic() - start
                if waited + interval > self.timeout:
                    raise exceptions.WaitTimeout(
                        f'{name} is {state or "in no known state"} after {int(waited)} seconds; '
                        f'it was to be {" or ".join(end.states)}. It goes on without this command.'
                    )
                self._progress(f'{name}: {_state_line(resource, state)} ({int(waited)} s)')
                clock.sleep(interval)
                interval = min(interval * 1.2, LONGEST_INTERVAL)
        finally:
            self._progress('')

    def _is_reached(self, end: End, state: str, resource: base.Resource, name: str) -> bool:
        wanted = {each.upper() for each in end.states}
        if state.upper() in wanted and _is_settled(resource):
            return True
        # A server that is already broken may be on its way out of there: deleted, or rebooted hard.
        if end.fault and state.upper() == end.fault and _is_settled(resource):
            fault = resource._info.get('fault')
            message = fault.get('message') if isinstance(fault, dict) else None
            raise exceptions.ResourceInErrorState(resource, message)
        if state.upper() == DELETED:
            raise exceptions.InstanceInDeletedState(f'{name} was deleted.')
        return False

    def _progress(self, text: str) -> None:
        if self.environment.is_error_terminal:
            line = output.safe(text)[: self.environment.width - 1]
            self.environment.stderr.write(f'\r\x1b[K{line}')
            self.environment.stderr.flush()


def _is_settled(resource: base.Resource) -> bool:
    """Whether nothing goes on with it: a reboot leaves the status for a moment as it was."""
    return not resource._info.get('OS-EXT-STS:task_state')


def _state_line(resource: base.Resource, state: str) -> str:
    task = resource._info.get('OS-EXT-STS:task_state')
    progress = resource._info.get('progress')
    parts = [state, f'[{task}]' if task else '', f'{progress}%' if progress else '']
    return ' '.join(part for part in parts if part)

"""A plugin of pytest that moves requests of sessions to the direct transport.

``python -m unit_tests.forced_direct`` runs tests of the session's path a second time, so that
whatever they say of that path also holds for the other one. Words after it are pytest's.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from requests.adapters import HTTPAdapter

from novaclient_mv import errors
from novaclient_mv.clouds.logins.transports import proxies_are_set
from novaclient_mv.wire import session_adapter
from novaclient_mv.wire.direct import NeedsSession
from novaclient_mv.wire.direct.direct_transport import (
    DirectTransport,
)
from novaclient_mv.wire.logins import keystone
from novaclient_mv.wire.transport import WireAnswer, WireRequest

TESTS = (
    *('unit_tests/clouds/logins/test_cache.py', 'unit_tests/clouds/logins/test_cache_files.py'),
    *('unit_tests/clouds/test_cloud.py', 'unit_tests/clouds/logins/test_login.py'),
    *('unit_tests/clouds/logins/test_advice.py', 'unit_tests/clouds/test_escapes.py'),
    *('unit_tests/cli/running/test_failure.py', 'unit_tests/cli/running/test_several.py'),
    *('unit_tests/cli/running/test_several_clouds.py', 'unit_tests/cli/running/test_wait.py'),
    'unit_tests/fictional/test_latest.py',
    *('unit_tests/fictional/test_library.py', 'unit_tests/fictional/test_negotiation.py'),
    *('unit_tests/fictional/test_version_list.py', 'unit_tests/test_client.py'),
    *('unit_tests/cli/main/test_runs.py', 'unit_tests/test_use_cases.py'),
    *('unit_tests/compat/test_caller_options.py', 'unit_tests/wire/logins/test_catalog_urls.py'),
    'unit_tests/wire/test_http.py',
    *('unit_tests/wire/test_odd_answers.py', 'unit_tests/wire/logins/test_redirected_logins.py'),
    *('unit_tests/wire/test_seen_requests.py', 'unit_tests/wire/test_sessions.py'),
    *('unit_tests/wire/test_unreachable_clouds.py', 'unit_tests/wire/test_unreadable_answers.py'),
)
"""Where requests go over sessions, and most of what is said of them."""

USER_AGENT = 'A session writes the User-Agent.'
LIMITS = 'A session holds requests of a program back.'

SESSION_ONLY = {
    'test_caller_options.py::test_client_name_is_part_of_the_user_agent': USER_AGENT,
    'test_caller_options.py::test_log_is_written_whatever_its_level_was': (
        'A session logs to the logger of a program.'
    ),
    'test_caller_options.py::test_rate_of_requests_is_limited': LIMITS,
    'test_caller_options.py::test_requests_at_the_same_time_are_limited': LIMITS,
    'test_sessions.py::test_error_of_a_session_becomes_ours': 'The session raises errors.',
    'test_sessions.py::test_session_logs_no_secret_to_its_logger_or_to_several': 'A session logs.',
}
"""Tests of what only a session does, with the reason."""

DIRECT, BY_SESSION = 'sent by the direct transport', 'left to a session'


_CARRIERS = (HTTPAdapter.send, session_adapter._Adapter.send)


class Forced:
    """Sends the requests of one session directly, wherever that can be done."""

    def __init__(self) -> None:
        self.counts = {DIRECT: 0, BY_SESSION: 0}
        self._open: dict[tuple[Any, ...], DirectTransport] = {}
        self._by_session = keystone.KeystoneTransport.send

    def send(self, carrier: keystone.KeystoneTransport, request: WireRequest) -> WireAnswer:
        """In place of ``KeystoneTransport.send``."""
        try:
            answer = self._direct(carrier, request)
        except NeedsSession:
            self.counts[BY_SESSION] += 1
            return self._by_session(carrier, request)
        except errors.Error:
            self.counts[DIRECT] += 1
            raise
        self.counts[DIRECT] += 1
        return answer

    def _direct(self, carrier: keystone.KeystoneTransport, request: WireRequest) -> WireAnswer:
        session, options = carrier.session, carrier.options()
        adapter = session.session.get_adapter(request.url)
        if type(adapter).send not in _CARRIERS or proxies_are_set(os.environ):
            # A carrier of its own stands in for the network.
            raise NeedsSession
        timeout = options.get('timeout') or session.timeout or 600.0
        # The session is in the key, too: no other one gets its place meanwhile.
        key = (session, timeout, session.verify, session.cert)
        if key not in self._open:
            self._open[key] = DirectTransport(*key[1:], None, os.environ)
        agent = {'User-Agent': options.get('user_agent') or 'forced'}
        return self._open[key].send(request._replace(headers={**agent, **request.headers}))

    def close(self) -> None:
        """Close connections."""
        for direct in self._open.values():
            direct.close()
        self._open.clear()


@pytest.fixture(autouse=True)
def _forced(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> Iterator[None]:
    """Force all requests of a test, but where it is about the session itself."""
    name = request.node.nodeid.partition('[')[0].rpartition('/')[2]
    if name in SESSION_ONLY:
        yield
        return
    forced = Forced()
    monkeypatch.setattr(
        keystone.KeystoneTransport, 'send', lambda carrier, wire: forced.send(carrier, wire)
    )
    yield
    forced.close()
    for what, count in forced.counts.items():
        record_property(what, count)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many requests took which way."""
    counts = dict.fromkeys((DIRECT, BY_SESSION), 0)
    for reports in terminalreporter.stats.values():
        for report in reports:
            # The report of a test's end has what was recorded when the test was over.
            if getattr(report, 'when', None) == 'teardown':
                for what in counts:
                    counts[what] += dict(report.user_properties).get(what, 0)
    terminalreporter.write_line(', '.join(f'{count} {what}' for what, count in counts.items()))


if __name__ == '__main__':
    words = ['-m', 'pytest', '-p', 'unit_tests.forced_direct']
    done = subprocess.run([sys.executable, *words, *sys.argv[1:], *TESTS], check=False)
    sys.exit(done.returncode)

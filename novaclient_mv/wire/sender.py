"""Old names of a connection and of what goes over it."""

from __future__ import annotations

from novaclient_mv import deprecation

_WIRE = 'novaclient_mv.wire'

__getattr__ = deprecation.names(
    __name__,
    {
        'Sender': f'{_WIRE}.connection.Connection',
        'Place': f'{_WIRE}.logins.access.Endpoint',
        'answered_version': f'{_WIRE}.answer_headers.answered_version',
        **{name: f'{_WIRE}.request.{name}' for name in ('Answer', 'Query', 'Request', 'request')},
    },
)

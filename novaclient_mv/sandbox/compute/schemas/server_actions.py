"""Bodies of the server actions, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

lock_2_73 = schema_parts.wrapped_body(
    'lock',
    {'locked_reason': {'type': 'string', 'minLength': 1, 'maxLength': 255}},
    type=['object', 'null'],
)
reboot = schema_parts.wrapped_body(
    'reboot', {'type': schema_parts.word('HARD', 'Hard', 'hard', 'SOFT', 'Soft', 'soft')}, ['type']
)

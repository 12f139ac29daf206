"""Text that an answer repeats of a request's secrets is masked, in errors and in the log."""

from __future__ import annotations

import pytest

from unit_tests import records, scripted
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud

PASSWORD = 'Zx9"s3cr\u00e9t'


@pytest.mark.parametrize('form', ['text', 'json'])
def test_error_that_repeats_a_token_or_a_password_is_told_without_it(
    nova: Nova, new_cloud: ScriptedCloud, form: str
) -> None:
    server = records.server_id(1)
    new_cloud.on('GET', f'/servers/{server}', {'server': records.server(1)})
    tokens: list[str] = []

    def refuse(request: Request) -> object:
        tokens.append(request.headers['x-auth-token'])
        return scripted.fault(400, f'{tokens[0]} set {PASSWORD}: password=other1 is bad.')

    new_cloud.on('POST', f'/servers/{server}/action', refuse)
    words = ('--debug', '--error-format', form, 'server-password-set', server)
    (nova.home / 'word').write_text(PASSWORD, encoding='utf-8')
    result = nova(*words, '--password-file', str(nova.home / 'word'), cloud=new_cloud)
    assert result.status == 1
    assert '*** set ***' in result.err.splitlines()[-1]
    for secret in (tokens[0], PASSWORD, 'Zx9', 's3cr'):
        assert secret not in result.err

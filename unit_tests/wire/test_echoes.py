"""Text that an answer repeats of a request's secrets is masked, in errors and in the log."""

from __future__ import annotations

import pytest

from novaclient_mv.wire import echoes
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest
from unit_tests import cases, records, scripted
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


@cases.one_test_of(
    'secret, text, masked',
    [
        ('public', 'is_public, publicly, "public": public', 'is_public, publicly, "***": ***'),
        ('public', r'"a\npublic\u0020public%3Dpublic"', r'"a\n***\u0020***%3D***"'),
        ('123456', 'port 1234567 of 123456.', 'port 1234567 of ***.'),
        ('publ1c', 'xpubl1cx', 'x***x'),
        ('pub-lic', 'xpub-licx', 'x***x'),
    ],
)
def test_word_is_masked_where_it_is_one_and_any_other_secret_wherever_it_stands(
    secret: str, text: str, masked: str
) -> None:
    request = WireRequest('POST', 'http://c/', Headers([]), f'{{"password": "{secret}"}}'.encode())
    answer = WireAnswer(400, Headers([]), text.encode() + b'\xff')
    assert echoes.masked(answer, request).body == masked.encode() + b'\xff'

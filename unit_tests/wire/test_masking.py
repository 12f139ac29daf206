"""Secrets are masked in texts, and nothing else is."""

from __future__ import annotations

import time

import pytest

from novaclient_mv.wire import masking, secret_values
from unit_tests import cases


@pytest.mark.parametrize(
    'key', ['adminPass', 'password', 'rescue_password', 'auth_token', 'configdrive', 'user_data']
)
def test_what_stands_behind_a_secret_in_json_is_kept(key: str) -> None:
    text = f'{{"server": {{"{key}": "a\\"b", "name": "web", "tags": ["x"]}}, "n": 1}}'
    expected = f'{{"server": {{"{key}": "***", "name": "web", "tags": ["x"]}}, "n": 1}}'
    assert masking.masked(text) == expected


@pytest.mark.parametrize('key', ['ipmi_password', 'snmp_community', 'snmp_auth_key', 'configdrive'])
@pytest.mark.parametrize('value', ['"a\\"b"', '1234', '{"a": {"b": "}"}}', '["a"]'])
def test_a_patch_of_a_secret_is_masked(key: str, value: str) -> None:
    text = f'[{{"op": "add", "path": "/driver_info/{key}", "value": %s}}, {{"value": 1}}]'
    assert masking.masked(text % value) == text % '"***"'


@pytest.mark.parametrize('value', ['"a\\"b"', '1234'])
def test_a_patch_that_begins_with_its_value_is_masked(value: str) -> None:
    text = '[{"value": %s, "op": "add", "path": "/driver_info/ipmi_password"}, {"value": 1}]'
    assert masking.masked(text % value) == text % '"***"'


def test_a_patch_of_anything_else_is_kept() -> None:
    text = '[{"op": "add", "path": "/driver_info/ipmi_address", "value": "192.0.2.1"}]'
    assert masking.masked(text) == text


def test_a_config_drive_is_masked_as_an_object() -> None:
    text = '{"target": "active", "configdrive": %s, "steps": []}'
    assert masking.masked(text % '{"meta_data": {"x": "s"}}') == text % '"***"'


def test_a_secret_that_is_cut_off_is_masked_to_the_end() -> None:
    assert masking.masked('{"configdrive": {"user_data": "a') == '{"configdrive": "***"'


def test_a_password_that_is_a_number_is_masked() -> None:
    text = '{"driver_info": {"ipmi_password": %s, "ipmi_port": 623}}'
    assert masking.masked(text % 1234) == text % '"***"'


@pytest.mark.parametrize(
    'text',
    [
        '[{"value": {"a": "S3c"}, "op": "add", "path": "/driver_info/ipmi_password"}]',
        '[{"op": "add", "value": "S3c", "x": 1, "path": "/driver_info/ipmi_password"}]',
        '[{"op": "add", "path": "/driver_info/ipmi_password/0", "value": "S3c"}]',
        '[{"op": "add", "value": "S3c", "pa',
        '{"driver_info": {"ipmi_password": ["S3c"]}}',
        '{"driver_info": {"vendor/password": "S3c"}}',
        '{"driver_info": {"ipmi_password": "S3c',
        '{"ipmi\\u005fpassword": "S3c"}',
        '{"error_message": "{\\"ipmi_password\\": \\"S3c\\"}"}',
        '{"a": oops, "password": "S3c"}',
        "Invalid: {'ipmi_password': 'S3c', 'n': None}",
        '{"args": ["/driver_info/ipmi_password", "S3c"]}',
        '{"settings": [{"value": "S3c", "name": "AdminPassword"}]}',
        '{"url": "http://c/?a=1\\u0026token=S3c"}',
        'http://me:a@S3c@c/x?path=%3Ftoken%3DS3c&X-Amz-Signature=S3c',
        'GET http://c/nodes/password%3DS3c',
        'GET http://c/os-services?host=http&binary=%2F%2Fme%3AS3c%40host',
        'GET http://c/nodes/http%3A%2F%2Fme%3AS3c%40host?name=http%253A%252F%252Fme%253AS3c%2540host',
        '[{"op": "remove", "path": "/instance_info/http:~1~1me:S3c@host~1x"}]',
        '<a:adminPass>S3c</a:adminPass>',
        'grant_type=password&password=S3c',
        '-----BEGIN RSA PRIVATE KEY-----\nS3c',
        '-H "X-Auth-Token: S3c"',
        'X-Subject-Token: S3c Vary: X-Auth-Token',
        '-H "Authorization: Basic S3c"',
        'Authorization: Bearer S3c',
        'Set-Cookie: session=S3c',
        '{"auth": {"identity": {"password": {"user": {"password": "x\\"S3c"}}}}}',
        '{"auth": {"identity": {"token": {"id": "S3c"}}}}',
        '{"application_credential": {"id": "x", "secret": "S3c"}}',
        '{"totp": {"user": {"passcode": "S3c"}}}',
        '{"server": {"OS-EXT-SRV-ATTR:user_data": "S3c"}}',
        '{"keypair": {"private_key": "-----BEGIN\\nS3c\\n"}}',
        '{"personality": [{"path": "/a", "contents": "S3c"}]}',
        '{"console": {"type": "novnc", "url": "http://c/vnc_auto.html?token=S3c"}}',
        'GET http://n/v2.1/os-console-auth-tokens/S3c',
    ],
)
def test_secret_is_masked_wherever_it_stands(text: str) -> None:
    assert 'S3c' not in masking.masked(text)
    assert masking.MASK in masking.masked(text)


def test_login_is_masked_where_its_secrets_are() -> None:
    user = '{"user": {"name": "me", "password": %s}}'
    text = f'{{"auth": {{"identity": {{"methods": ["password"], "password": {user}}}}}}}'
    assert masking.masked(text % '"S3c"') == text % '"***"'
    text = '{"token": {"user": {"id": "1"}, "methods": ["password"]}}'
    assert masking.masked(text) == text


@cases.one_test_of('ending', secret_values.ENDINGS)
def test_logs_and_dry_runs_hide_the_same_names(ending: str) -> None:
    for name in (ending, f'own_{ending}', ending.upper()):
        assert secret_values.is_secret(name)
        hidden = secret_values.replaced({name: 'bare'}, lambda *_: masking.MASK)
        assert hidden == {name: masking.MASK}
        assert masking.masked(f'{{"{name}": "bare"}}') == f'{{"{name}": "{masking.MASK}"}}'


@pytest.mark.parametrize(
    ('value', 'shown'),
    [
        ('{"a": [{"password": "S3c"}]}', '***'),
        ('console=tty0 ipa-api-token=S3c', '***'),
        ('-----BEGIN RSA PRIVATE KEY-----\nS3c', '***'),
        ('/driver_info/http:~1~1me:S3c@c~1x', '/driver_info/http:~1~1me:***@c~1x'),
        ('http://me:S3c@c/x?token=S3c&a=1', 'http://me:***@c/x?token=***&a=1'),
        ('x?path=%3Fa%3D%253Ftoken%253DS3c&a=%3Fb%3D1', 'x?path=***&a=%3Fb%3D1'),
        ('x?path=http%3A%2F%2Fme%3AS3c%40c', 'x?path=***'),
        ('{"a": 1}', '{"a": 1}'),
        ('{"password": "S3c', '{"password": "S3c'),
    ],
)
def test_text_of_a_body_is_hidden_where_it_holds_a_secret(value: str, shown: str) -> None:
    hidden = secret_values.replaced({'x': [value], 'y': value}, lambda *_: masking.MASK)
    assert hidden == {'x': [shown], 'y': shown}


@pytest.mark.parametrize('unit', ['?', '~1~1', '%25', '//a:'])
def test_long_text_is_read_once(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    began = time.process_time()
    secret_values.replaced({'a': text}, lambda *_: masking.MASK)
    masking.masked(text)
    # It would take minutes if each part of it were compared with the rest.
    assert time.process_time() - began < 10

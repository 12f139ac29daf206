"""Errors of the Placement service: their look, and the order of checks."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller

HEADER = 'OpenStack-API-Version'
VARY = 'openstack-api-version'
NOBODY = '/resource_providers/99999999-2222-4333-8444-555555555555'
MALFORMED = (
    'The server could not comply with the request since it is either malformed or otherwise '
    'incorrect.\n\n '
)


def ask(
    cloud: Caller, method: str, path: str, body: Any = None, version: str = '1.39', **sent: str
) -> Answer:
    """Send a request at a version of Placement.

    :param sent: headers, with an underscore for each dash.
    """
    headers = {HEADER: f'placement {version}'}
    headers |= {name.replace('_', '-'): value for name, value in sent.items()}
    return cloud(method, f'/placement{path}', body=body, headers=headers)


def detail(answer: Answer) -> str:
    """The words of an error."""
    (error,) = answer.body['errors']
    return str(error['detail'])


def test_detail_stands_below_the_sentence_of_its_status(cloud: Caller) -> None:
    missing = ask(cloud, 'GET', NOBODY)
    words = f'No resource provider with uuid {NOBODY.rpartition("/")[2]} found'
    assert detail(missing) == f'The resource could not be found.\n\n {words}  '
    assert detail(ask(cloud, 'GET', '/nothing')) == 'The resource could not be found.\n\n   '
    refused = ask(cloud.other('demo'), 'GET', '/traits')
    words = 'Policy does not allow placement:traits:list to be performed.'
    assert detail(refused) == f'Access was denied to this resource.\n\n {words}  '
    taken = ask(cloud, 'POST', '/resource_providers', {'name': 'host1'})
    words = 'Conflicting resource provider name: host1 already exists.'
    sentence = 'There was a conflict when trying to complete your request.'
    assert detail(taken) == f'{sentence}\n\n {words}  '


def test_a_method_that_is_not_served_is_named(cloud: Caller) -> None:
    answer = ask(cloud, 'PATCH', '/resource_providers/x', {})
    assert answer.headers['Allow'] == 'GET, DELETE, PUT'
    assert detail(answer) == (
        'The method PATCH is not allowed for this resource. \n\n '
        'The method specified is not allowed for this resource.'
    )
    assert ask(cloud, 'OPTIONS', '/resource_providers').status == 405
    early = ask(cloud, 'DELETE', f'{NOBODY}/inventories', version='1.4')
    assert (early.status, early.headers['Allow']) == (405, 'GET, POST, PUT')


@pytest.mark.parametrize(
    ('version', 'status', 'words'),
    [
        ('1.40', 406, 'Unacceptable version header: 1.40'),
        ('2.0', 406, 'Unacceptable version header: 2.0'),
        ('1.-1', 406, 'Unacceptable version header: 1.-1'),
        ('-1.0', 406, 'Unacceptable version header: -1.0'),
        ('x', 400, 'invalid version string: x'),
        ('1.', 400, 'invalid version string: 1.'),
        ('1', 400, 'invalid version string: 1'),
    ],
)
def test_a_version_that_is_not_there_is_refused_in_its_words(
    cloud: Caller, version: str, status: int, words: str
) -> None:
    answer = ask(cloud, 'GET', '/resource_providers', version=version)
    assert answer.status == status
    assert f'\n\n Invalid microversion: {words}' in detail(answer)
    has_range = 'max_version' in answer.body['errors'][0]
    assert has_range == (status == 406)


def test_errors_are_text_or_a_page_for_whom_takes_no_json(cloud: Caller) -> None:
    path = '/resource_classes/a%3C'.replace('%3C', '<')
    plain = ask(cloud, 'DELETE', path, Accept='text/plain')
    assert plain.headers['Content-Type'] == 'text/plain; charset=UTF-8'
    assert plain.body == (
        b'404 Not Found\n\nThe resource could not be found.\n\n No such resource class a<.  '
    )
    page = ask(cloud, 'DELETE', path, Accept='text/html')
    assert page.body == (
        b'<html>\n <head>\n  <title>404 Not Found</title>\n </head>\n <body>\n'
        b'  <h1>404 Not Found</h1>\n  The resource could not be found.<br /><br />\n'
        b'No such resource class a&lt;.\n\n\n </body>\n</html>'
    )
    refused = ask(cloud, 'GET', '/traits', Accept='text/plain')
    assert refused.body == (
        b'406 Not Acceptable\n\nThe resource could not be generated that was acceptable to your '
        b'browser (content of type text/plain. \n\n Only application/json is provided'
    )


@pytest.mark.parametrize(
    ('accept', 'kind'),
    [
        ('*/*', 'application/json'),
        ('', 'application/json'),
        ('application/*', 'application/json'),
        ('text/html, application/json', 'text/html; charset=UTF-8'),
        ('application/xml', 'text/plain; charset=UTF-8'),
    ],
)
def test_type_of_an_error_is_what_the_caller_prefers(cloud: Caller, accept: str, kind: str) -> None:
    answer = ask(cloud, 'GET', '/nothing', Accept=accept)
    assert (answer.status, answer.headers['Content-Type']) == (404, kind)


@pytest.mark.parametrize(
    ('text', 'in_body', 'in_query'),
    [
        ('aaaaaaaa-2222-4333-8444-555555555555', True, True),
        ('aaaaaaaa222243338444555555555555', True, False),
        ('{aaaaaaaa-2222-4333-8444-555555555555}', True, False),
        ('urn:uuid:aaaaaaaa-2222-4333-8444-555555555555', True, False),
    ],
)
def test_bodies_have_other_uuids_than_queries(
    cloud: Caller, text: str, in_body: bool, in_query: bool
) -> None:
    made = ask(cloud, 'POST', '/resource_providers', {'name': 'a', 'uuid': text})
    assert (made.status == 200) == in_body
    assert (ask(cloud, 'GET', f'/resource_providers?uuid={text}').status == 200) == in_query


def test_provider_that_was_never_changed_has_no_moment_of_its_last_change(cloud: Caller) -> None:
    made = ask(cloud, 'POST', '/resource_providers', {'name': 'p'}).body
    path = f'/resource_providers/{made["uuid"]}'
    assert ask(cloud, 'PUT', path, {'name': 'p'}).headers['Last-Modified'] is None
    for name in ('q', 'q'):
        assert ask(cloud, 'PUT', path, {'name': name}).headers['Last-Modified'] is not None

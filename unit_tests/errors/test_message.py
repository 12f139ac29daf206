"""Messages of errors' bodies, in the shapes of the services that write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv.errors import message


def inside(value: Any) -> dict[str, Any]:
    """A body of Ironic: JSON inside a JSON string."""
    return {'error_message': json.dumps(value)}


@pytest.mark.parametrize(
    ('text', 'rule'),
    [
        ("Policy doesn't allow os_compute_api:os-hosts:list to be performed.", 'os-hosts:list'),
        ('Access was denied. Policy does not allow placement:usages to be performed.', 'usages'),
        ('Access was denied to this resource. placement:usages', 'usages'),
        ('Access was denied to this resource.', None),
        ('Access was denied to the following resource: baremetal:node:get', 'baremetal:node:get'),
        ('"a:b:get": "role:x and system_scope:all" requires a scope of [\'system\'], ', 'a:b:get'),
        (
            'You are not authorized to perform the requested action: identity:list_projects.',
            'identity:list_projects',
        ),
        ('You are not authorized to complete publicize_image action.', 'publicize_image'),
        ('(rule:bay and rule:bay:shared) is disallowed by policy', 'bay:shared'),
        ('rule:bay is disallowed by policy', 'bay'),
        ('get_bay is disallowed by policy', 'get_bay'),
        ('Policy does not allow this operation to be performed.', None),
        ('You are not authorized to perform the requested action.', None),
        ('Quota exceeded for bays.', None),
    ],
)
def test_rule_of_a_policy_is_read_in_the_words_of_each_service(text: str, rule: str | None) -> None:
    named = message.rule_of(text)
    assert named == rule or (named is not None and named.endswith(f':{rule}'))


IRONIC = {
    'a fault': (
        inside({'faultcode': 'Client', 'faultstring': 'No rack has a bay 7.', 'debuginfo': None}),
        'No rack has a bay 7.',
    ),
    'a fault with a trace': (
        inside({'debuginfo': 'File "bay.py", line 7', 'faultcode': 'Server', 'faultstring': 'Oh.'}),
        'Oh.',
    ),
    'a fault without words': (
        inside({'faultcode': 'Client', 'faultstring': '', 'debuginfo': None}),
        None,
    ),
    'a description': (
        inside({'code': 406, 'title': 'Not Acceptable', 'description': 'Bay 7 is too new.'}),
        'Bay 7 is too new.',
    ),
    'a description without words': (
        inside({'code': 404, 'title': 'Not Found', 'description': ''}),
        'Not Found',
    ),
    'a refused login': (
        {'error': {'message': 'Say who you are', 'code': 401}},
        'Say who you are',
    ),
    'an object that is no text': (
        {'error_message': {'faultcode': 'Client', 'faultstring': 'Bay 7 is taken.'}},
        'Bay 7 is taken.',
    ),
    'a text that is no JSON': ({'error_message': 'Bay 7 is gone.'}, 'Bay 7 is gone.'),
    'a text that is cut': ({'error_message': '{"faultstring": "Bay'}, '{"faultstring": "Bay'),
    'quotes inside': (
        inside({'faultcode': 'Client', 'faultstring': 'No bay is "7".', 'debuginfo': None}),
        'No bay is "7".',
    ),
}


@pytest.mark.parametrize('shape', IRONIC)
def test_message_of_ironic_is_read_in_every_shape(shape: str) -> None:
    body, words = IRONIC[shape]
    assert message.message_of(body) == words


def test_body_that_came_as_text_is_read_as_the_same_body() -> None:
    body, words = IRONIC['a fault']
    assert message.message_of(json.dumps(body)) == words


def test_message_of_nova_and_keystone() -> None:
    assert message.message_of({'itemNotFound': {'code': 404, 'message': 'Gone.'}}) == 'Gone.'
    assert message.message_of({'error': {'code': 401, 'title': 'Unauthorized'}}) == 'Unauthorized'


@pytest.mark.parametrize(
    ('detail', 'words'),
    [
        (
            'The server could not comply with the request since it is either malformed or '
            'otherwise incorrect.\n\n No such bay.  ',
            'No such bay.',
        ),
        ('The resource could not be found.\n\n   ', 'The resource could not be found.'),
        ('There was a conflict when trying to complete your request.\n\n Full.  ', 'Full.'),
        (
            'Access was denied to this resource.\n\n Policy does not allow bays.  ',
            'Access was denied to this resource. Policy does not allow bays.',
        ),
        (
            'The method PUT is not allowed for this resource. \n\n The method specified is not so.',
            'The method PUT is not allowed for this resource. The method specified is not so.',
        ),
        (
            "Bad: 0 is too small  Failed validating 'minimum' in schema['properties']['bay']:     "
            "{'minimum': 1}  On instance['bays'][0]['size']:     0  ",
            'Bad: 0 is too small (bays.0.size)',
        ),
        (
            "Bad: 5 is odd  Failed validating 'x' in schema:   {}  On instance:     5  ",
            'Bad: 5 is odd',
        ),
    ],
)
def test_message_of_placement_is_what_went_wrong(detail: str, words: str) -> None:
    assert message.message_of({'errors': [{'status': 400, 'detail': detail}]}) == words

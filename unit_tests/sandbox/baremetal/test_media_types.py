"""Errors of the layer in front of the Bare Metal service, which look as a request prefers."""

from __future__ import annotations

import json

import pytest

from unit_tests.sandbox.baremetal.operator import Operator

PAGE = (
    '<html>\n <head>\n  <title>404 Not Found</title>\n </head>\n <body>\n  <h1>404 Not Found</h1>\n'
    '  The resource could not be found.<br /><br />\n\n\n\n </body>\n</html>'
)
TEXT = '404 Not Found\n\nThe resource could not be found.\n\n   '
OWN = json.dumps({'code': 404, 'title': 'Not Found', 'description': ''})
SHARED = json.dumps(
    {
        'message': 'The resource could not be found.<br /><br />\n\n\n',
        'code': '404 Not Found',
        'title': 'Not Found',
    }
)


@pytest.mark.parametrize(
    ('accepted', 'message'),
    [
        (None, OWN),
        ('*/*', OWN),
        ('application/json', OWN),
        ('application/*;q=0.5', OWN),
        ('text/html', PAGE),
        ('text/*', PAGE),
        ('text/html, application/json', PAGE),
        ('image/png, */*', PAGE),
        ('', TEXT),
        ('text/plain', TEXT),
        ('application/xml', TEXT),
        ('text/plain, application/json', SHARED),
    ],
)
def test_errors_of_routing_look_as_a_request_prefers(
    metal: Operator, accepted: str | None, message: str
) -> None:
    headers = {} if accepted is None else {'Accept': accepted}
    refused = metal('GET', '/baremetal/v1/nosuch', headers=headers)
    assert (refused.status, refused.body) == (404, {'error_message': message})


def test_pages_and_texts_of_errors_tell_of_the_request(metal: Operator) -> None:
    headers = {'Accept': 'text/html'}
    refused = metal('GET', '/baremetal/v1/nodes/<b>&', headers=headers)
    assert 'UUID or name: &lt;b&gt;&amp;\n' in refused.body['error_message']
    refused = metal('PUT', '/baremetal/v1/chassis', headers={'Accept': 'text/plain'})
    assert 'The method PUT is not allowed' in refused.body['error_message']
    refused = metal('GET', '/baremetal/v1/nodes/<b>&', headers={'Accept': 'text/plain'})
    assert refused.body['error_message'].endswith('name: &  ')


@pytest.mark.parametrize('url', ['/', '/v1', '/v1/nodes'])
@pytest.mark.parametrize(
    ('accepted', 'status'), [('text/html', 406), ('application/json;q=0', 200), ('<x>/y', 200)]
)
def test_documents_are_json_alone(metal: Operator, url: str, accepted: str, status: int) -> None:
    answer = metal('GET', f'/baremetal{url}', headers={'Accept': accepted})
    assert answer.status == status

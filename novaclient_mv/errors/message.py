"""Reads what the body of an error answer says, whichever service or proxy wrote it."""

from __future__ import annotations

from typing import Any

_LONGEST_OF_PAGE = 500
"""Letters of a page for browsers, which a proxy wrote. What a service says is kept whole."""

_SILENT = ('faultcode', 'debuginfo')
"""Keys of Ironic's errors beside the message: the faulty side, and a trace of its code."""


def message_of(body: Any) -> str | None:
    """Return the message in an error's body, of any service or proxy.

    :param body: decoded JSON, or text.
    """
    if isinstance(body, str):
        return _message_of_text(body)
    if isinstance(body, list):
        return next((text for inner in body if (text := message_of(inner))), None)
    if not isinstance(body, dict):
        return None
    for key in ('message', 'faultstring', 'detail', 'description', 'error_message'):
        if message := message_of(body.get(key)):
            return message
    rest = {key: value for key, value in body.items() if key not in _SILENT}
    for value in rest.values():
        if isinstance(value, (dict, list)) and (message := message_of(value)):
            return message
    texts = (rest.get('title'), *rest.values())
    return next(
        (
            message
            for candidate in texts
            if isinstance(candidate, str) and (message := message_of(candidate))
        ),
        None,
    )


_REFUSALS = (
    # Nova, Cinder and Placement, whose text is "Policy does not allow".
    r"\bPolicy do(?:es not|esn't) allow (\S+) to be performed",
    # Placement, to a token of a scope that the rule is not for.
    r'\bAccess was denied to this resource\.\s+(placement:\S+)',
    # Ironic; the second is oslo.policy's, to a token of another scope.
    r'\bAccess was denied to the following resource: (\S+)',
    r'"([\w.:-]+)": ".*" requires a scope of \[',
    # Keystone and Glance, which names no rule for most of what it refuses.
    r'\bnot authorized to perform the requested action: (\S+)',
    r'\bnot authorized to complete (\S+) action',
    # Neutron names all that it asked for, the most special one last: (rule:a and rule:a:b).
    r'\brule:([^\s()]+)\)? is disallowed by policy',
    r'(\S+) is disallowed by policy',
)
"""The sentences in which services name a rule that refuses."""


def rule_of(message: str) -> str | None:
    """Return the rule of a policy that a refusal names, whichever service wrote it."""
    import re

    for pattern in _REFUSALS:
        if named := re.search(pattern, message, re.IGNORECASE):
            return named[1].rstrip('.,') or None
    return None


def is_about_scope(message: str | None) -> bool:
    """Whether an error says that a token has a scope that a rule is not for; Ironic's is a 500."""
    return message is not None and '" requires a scope of [' in message and bool(rule_of(message))


def details_of(body: Any) -> Any:
    """Return the details in an error's body, as in Nova's ``details``.

    :param body: decoded JSON, or text.
    """
    if not isinstance(body, dict):
        return None
    inner = (value for value in body.values() if isinstance(value, dict))
    return next((fault['details'] for fault in (body, *inner) if 'details' in fault), None)


def is_page(body: Any) -> bool:
    """Whether the body of an answer is a page for browsers."""
    import re

    beginning = r'\s*<(!doctype|!--|\?xml|html|head|body|title|h\d)\b'
    return isinstance(body, str) and bool(re.match(beginning, body, re.IGNORECASE))


def _message_of_text(text: str) -> str | None:
    import html
    import re

    from novaclient_mv.errors import bodies

    if text.lstrip().startswith('{'):
        # Ironic answers with JSON inside a JSON string, in more than one shape.
        try:
            return message_of(bodies.decode(text))
        except ValueError:
            pass
    if is_page(text):
        title = re.search(r'<title[^>]*>(.*?)</title>', text, re.IGNORECASE | re.DOTALL)
        text = re.sub(r'(?is)<(script|style)\b.*?</\1>', ' ', text)
        text = html.unescape(title[1] if title else re.sub(r'<[^>]*>', ' ', text))
        text = ' '.join(text.split())[:_LONGEST_OF_PAGE]
    else:
        # Other angle brackets belong to the message: Nova's 500 ends with <class ...>.
        text = re.sub(r'<br\s*/?>', ' ', text, flags=re.IGNORECASE)
        text = _without_preamble(text)
    return ' '.join(text.split()) or None


_PREAMBLES = (
    'The server could not comply with the request since it is either malformed or otherwise',
    'The resource could not be found.',
    'There was a conflict when trying to complete your request.',
    'The resource could not be generated that was acceptable to your browser',
    'The request media type ',
)
"""Sentences of Placement for each status, which stand before the reason of an error."""


def _without_preamble(text: str) -> str:
    """A text of Placement without what is said of its status, and without the schema."""
    preamble, _, rest = text.partition('\n\n')
    if preamble.startswith(_PREAMBLES) and rest.strip():
        text = rest
    problem, _, schema = text.partition("  Failed validating '")
    if not schema:
        return text
    import re

    place = re.search(r'On instance((?:\[[^\]]*\])*):', schema)
    names = re.findall(r'\[\'?(.*?)\'?\]', place[1] if place else '')
    return f'{problem} ({".".join(names)})' if names else problem

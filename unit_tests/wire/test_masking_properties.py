"""No secret of any request or answer survives in the log, however it is spelt or cut."""

from __future__ import annotations

import json
from typing import Any

import hypothesis
from hypothesis import strategies as st

from novaclient_mv.wire import masking, secret_values

SECRETS = ('Zx9Qs3cr3t', '8675309112', 'Zx9"q\'\\Q\n\u00e9 end', 'Zx9{[,:]}Q')
SHOWN = ('web', 'a "quoted" one', "it's", '', '10.0.0.1', '{', '[', 'x: {"y": 1', '\\', '\u20ac')
NAMES = (
    *('ipmi_password', 'redfish_password', 'adminPass', 'irmc_snmp_priv_password', 'kg_key'),
    *('snmp_community_read', 'snmp_auth_key', 'x/agent_token', 'ilo-password', 'client.secret'),
    *('configdrive', 'user_data', 'privateKey', 'http_basic_password', 'redfish~1password'),
)
LABELLED = [name.replace('/', '~1') for name in NAMES]
secrets = st.sampled_from([*SECRETS, 8675309112, -86753.09112])
shown = st.one_of(st.sampled_from(SHOWN), st.integers(), st.booleans(), st.none(), st.floats())
keys = st.sampled_from(['name', 'a', 'path', 'driver_info', 'key', 'x "y"', 'args', 'op', ''])


def _hidden_in(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Values that are secret as a whole: values, also in objects and lists."""
    return st.one_of(
        secrets,
        st.lists(secrets, min_size=1, max_size=3),
        st.dictionaries(keys, secrets, min_size=1, max_size=3),
        st.fixed_dictionaries({'a': inner, 'b': secrets}),
    )


def _in_any_order(fields: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.permutations(list(fields)).map(lambda names: {name: fields[name] for name in names})


def _structures(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    hidden = _hidden_in(inner)
    path = st.builds(
        '{}{}'.format, st.sampled_from(['/driver_info/', '/x/y/']), st.sampled_from(LABELLED)
    )
    patches = st.tuples(path, hidden, st.sampled_from(['add', 'replace'])).flatmap(
        lambda parts: _in_any_order({'op': parts[2], 'path': parts[0], 'value': parts[1]})
    )
    pairs = st.tuples(st.sampled_from(['name', 'key']), st.sampled_from(LABELLED), hidden).flatmap(
        lambda parts: _in_any_order({parts[0]: parts[1], 'value': parts[2]})
    )
    return st.one_of(
        st.dictionaries(keys, inner, max_size=3),
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(NAMES), hidden, min_size=1, max_size=2),
        patches,
        pairs,
        st.tuples(path, secrets).map(list),
        # JSON in a string of JSON, as in the errors of Ironic.
        inner.map(json.dumps),
    )


bodies = st.recursive(shown, _structures, max_leaves=12)
spellings = st.sampled_from(
    [
        {},
        {'indent': 1},
        {'separators': (',', ':')},
        {'ensure_ascii': False},
    ]
)


def _stands_in(text: str) -> list[str]:
    """The secrets that can be read in a text, as they are or as JSON spells them."""
    parts = ('Zx9', '867530', '8675')
    return [part for part in parts if part in text]


@hypothesis.settings(max_examples=60, deadline=None, derandomize=True)
@hypothesis.given(bodies, spellings, st.floats(0, 1), st.booleans())
def test_no_secret_survives_in_json_that_may_be_cut_anywhere(
    body: Any, spelling: dict[str, Any], share: float, is_of_curl: bool
) -> None:
    text = json.dumps(body, **spelling)
    text = f'REQ: curl -X PATCH http://c/ -H "A: b" -d \'{text}' if is_of_curl else text
    whole, cut = masking.masked(text), masking.masked(text[: int(len(text) * share)])
    assert not _stands_in(whole), whole
    assert not _stands_in(cut), cut


@hypothesis.settings(max_examples=40, deadline=None, derandomize=True)
@hypothesis.given(bodies)
def test_what_is_masked_stays_json_of_the_same_shape_and_is_masked_once(body: Any) -> None:
    masked = masking.masked(json.dumps(body))
    assert masking.masked(masked) == masked
    # A dry run masks each value; a log masks a secret as a whole.
    assert isinstance(json.loads(masked), type(body))


@hypothesis.settings(max_examples=40, deadline=None, derandomize=True)
@hypothesis.given(bodies)
def test_a_dry_run_hides_what_a_log_hides(body: Any) -> None:
    hidden = secret_values.replaced(body, lambda *_: masking.MASK)
    text = json.dumps(hidden)
    assert not _stands_in(text), text


@hypothesis.settings(max_examples=50, deadline=None, derandomize=True)
@hypothesis.given(
    st.recursive(
        st.sampled_from(['web', 1, None, True, '10.0.0.1', '2026-01-01T00:00:00Z']),
        lambda inner: st.one_of(
            st.lists(inner),
            st.dictionaries(st.sampled_from(['id', 'name', 'value', 'status']), inner),
        ),
    )
)
def test_text_without_secrets_stays_as_it_is(body: Any) -> None:
    for text in (json.dumps(body), json.dumps(body, indent=2), repr(body)):
        assert masking.masked(text) == text


@hypothesis.settings(max_examples=100, deadline=None, derandomize=True)
@hypothesis.given(st.text(st.sampled_from('[]{}"\'\\:,=%25a<>@/ \n-p')))
def test_no_text_breaks_it(text: str) -> None:
    masking.masked(f'{text}password{text}')

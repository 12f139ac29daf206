"""Findings on a target: their codes, severities and bounds."""

from __future__ import annotations

import json
import pathlib

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import CODES, Counts, lint, report, targets
from novaclient_mv.services import BAREMETAL, COMPUTE, SERVICES
from novaclient_mv.versions import VersionRange
from unit_tests.knowledge.lint.places import PIKE, Place, of_range, places

OLD = of_range('2.1..2.20')
BOOT = 'boot --flavor m --image i'


@pytest.mark.parametrize(
    ('script', 'word', 'code'),
    [
        (f'nova {BOOT} --hostname x web', '--hostname', 'option-too-new'),
        (f'nova {BOOT} --hostname=x web', '--hostname=x', 'option-too-new'),
        (f'nova {BOOT} --host-name x web', '--host-name', 'unknown-option'),
        ('nova floating-ip-list', 'floating-ip-list', 'command-removed'),
        ('nova cloudpipe-list', 'cloudpipe-list', 'unknown-command'),
        ('nova-mv server-list --no-such', '--no-such', 'unknown-option'),
        (f'nova {BOOT} --hostname x --file a=b web', '--file', 'conflict'),
        ('nova --os-compute-api-version 2.90 list', '2.90', 'pin-outside'),
        ('nova --os-compute-api-version=2.90 list', '--os-compute-api-version=2.90', 'pin-outside'),
        ('openstack --os-compute-api-version 2.90 server list', '2.90', 'pin-outside'),
        ('OS_COMPUTE_API_VERSION=2.90', 'OS_COMPUTE_API_VERSION=2.90', 'pin-outside'),
        ('export OS_COMPUTE_API_VERSION=2.90', 'OS_COMPUTE_API_VERSION=2.90', 'pin-outside'),
        (
            'OS_COMPUTE_API_VERSION=2.90 nova list',
            'OS_COMPUTE_API_VERSION=2.90',
            'pin-outside',
        ),
        (
            'env OS_COMPUTE_API_VERSION=2.90 nova list',
            'OS_COMPUTE_API_VERSION=2.90',
            'pin-outside',
        ),
        ("curl -s -H 'OpenStack-API-Version: compute 2.90' $URL", "'OpenStack-API-Version:", ''),
        ('curl -H "openstack-api-version: compute 2.90" $URL', '"openstack-api-version:', ''),
        ('curl u -sH "X-OpenStack-Nova-API-Version: 2.90"', '"X-OpenStack', ''),
        (
            'curl -H"X-OpenStack-Nova-API-Version: 2.90" $URL',
            '-H"X-OpenStack-Nova-API-Version:',
            '',
        ),
        ('curl --header "X-OpenStack-Nova-API-Version:2.90" u', '"X-OpenStack', ''),
        ('nova --os-compute-api-version 2.x list', '2.x', 'pin-outside'),
        # A release is a version for nova-mv alone.
        ('nova-mv --os-compute-api-version xena list', 'xena', 'pin-outside'),
        (
            f'nova-mv --os-compute-api-version ocata {BOOT} --nic none --tags x web',
            '--tags',
            'option-too-new',
        ),
        ('nova --os-compute-api-version ocata list', 'ocata', 'pin-outside'),
        ('openstack --os-compute-api-version ocata server list', 'ocata', 'pin-outside'),
        (
            'export OS_COMPUTE_API_VERSION=ocata\nopenstack server list',
            'OS_COMPUTE_API_VERSION=ocata',
            'pin-outside',
        ),
        (
            f'export OS_COMPUTE_API_VERSION=ocata\nnova-mv {BOOT} --tags x web',
            '--tags',
            'option-too-new',
        ),
        ("curl -H 'OpenStack-API-Version: compute ocata' $URL", "'OpenStack-API-Version:", ''),
    ],
)
def test_each_kind_of_mistake_has_its_code_and_word(script: str, word: str, code: str) -> None:
    results = places(script)
    assert [place.code for place in results] == [code or 'pin-outside']
    assert results[0].word.startswith(word)
    assert code in ('', *CODES)


def test_values_have_versions_of_their_own() -> None:
    script = f'nova {BOOT} --nic auto web\nnova-mv server-create --flavor m --image i --nic none w'
    assert places(script) == []
    results = places(script, OLD)
    assert {place.code for place in results} == {'value-too-new'}
    assert [place.word for place in results] == ['auto', 'none']


def test_values_that_are_known_in_part_are_judged_by_that_part() -> None:
    script = f'nova {BOOT} --nic net-id=$NET,tag=x "$NAME"'
    assert places(script, of_range('2.1..2.31')) == [Place(1, 'net-id=$NET,tag=x', 'value-too-new')]
    assert places(f'nova {BOOT} --nic "$NIC" web', OLD) == []


def test_what_ended_breaks_the_original_and_is_a_note_where_we_step_down() -> None:
    script = 'nova floating-ip-list\nnova-mv floating-ip-list'
    assert places(script) == [
        Place(1, 'floating-ip-list', 'command-removed'),
        Place(2, 'floating-ip-list', 'command-removed', 'note'),
    ]
    assert [place.severity for place in places(script, of_range('2.36..2.53'))] == ['error'] * 2
    assert places(script, of_range('2.1..2.35')) == []


def test_boundaries_are_exact() -> None:
    script = f'nova {BOOT} --hostname x web'
    assert [place.code for place in places(script, of_range('2.1..2.89'))] == ['option-too-new']
    assert places(script, of_range('2.1..2.90')) == []
    script = f'nova {BOOT} --file a=b web'
    assert places(script, of_range('2.1..2.56')) == []
    assert [place.code for place in places(script, of_range('2.1..2.57'))] == ['option-removed']


def test_a_named_version_is_the_one_that_counts() -> None:
    newest = targets.newest_release
    call = f'nova {BOOT} --file a=b web'
    assert [place.code for place in places(call, newest)] == ['option-removed']
    assert places(f'OS_COMPUTE_API_VERSION=2.56 {call}', newest) == []
    assert places(f'export OS_COMPUTE_API_VERSION=2.56\n{call}', newest) == []
    script = f'nova --os-compute-api-version 2.53 {BOOT} --hostname x web'
    assert [place.code for place in places(script, newest)] == ['option-too-new']
    script = f'export OS_COMPUTE_API_VERSION=2.56\nunset OS_COMPUTE_API_VERSION\n{call}'
    assert [place.code for place in places(script, newest)] == ['option-removed']


def test_versions_named_one_after_the_other_count_up_to_the_next() -> None:
    call = f'nova {BOOT} --file a=b web'
    script = (
        f'export OS_COMPUTE_API_VERSION=2.56\n{call}\nexport OS_COMPUTE_API_VERSION=2.60\n{call}'
    )
    assert [place[:1] for place in places(script, targets.newest_release)] == [(4,)]
    script = f'if x; then export OS_COMPUTE_API_VERSION=2.60; fi\n{call}'
    assert places(script, targets.newest_release) == []


def test_variables_that_are_set_once_are_known() -> None:
    script = (
        'V=2.90\nnova --os-compute-api-version $V list\nnova --os-compute-api-version "${V}" list'
    )
    assert [place[:3] for place in places(script)] == [
        (2, '$V', 'pin-outside'),
        (3, '"${V}"', 'pin-outside'),
    ]
    for other in ('V=2.1', 'read V', 'for V in 1 2; do true; done', 'V+=1', 'unset V'):
        assert places(f'{script}\n{other}') == [], other


def test_options_in_variables_and_arrays_are_read() -> None:
    script = (
        f'ARGS=(--hostname "a b")\nOPTS="--locked yes --limit 1"\nnova {BOOT} "${{ARGS[@]}}" web\n'
    )
    script += 'nova list $OPTS\n'
    assert [place[:3] for place in places(script)] == [
        (3, '"${ARGS[@]}"', 'option-too-new'),
        (4, '$OPTS', 'option-too-new'),
    ]
    assert places(script.replace('OPTS=', 'OPTS+=').replace('ARGS=', 'ARGS+=')) == []


def test_variables_that_name_each_other_are_not_known() -> None:
    doubling = '\n'.join(f'V{place}="$V{place + 1}$V{place + 1}"' for place in range(60))
    assert places(f'A=$B\nB=$A\n{doubling}\nV60=xx\nnova --os-compute-api-version $A$V0 list') == []


def test_of_openstack_the_pin_alone_is_judged() -> None:
    for pin in ('', '--os-compute-api-version 2.53 '):
        script = f'openstack {pin}server create --hostname x --no-such'
        assert places(script) == [Place(1, 'openstack', 'not-judged', 'warning')]
    script = 'openstack --os-compute-api-version 2.96 server create --hostname x'
    assert [place.code for place in places(script)] == ['pin-outside']


@pytest.mark.parametrize(
    ('script', 'word', 'service'),
    [
        ('openstack --os-cloud x --debug server list', 'openstack', 'compute'),
        ('openstack --log-file=x flavor list --all', 'openstack', 'compute'),
        ('sudo openstack availability zone list', 'openstack', 'compute'),
        ('openstack quota show', 'openstack', 'compute'),
        ('openstack baremetal node list', 'openstack', 'baremetal'),
        ('openstack resource provider list', 'openstack', 'placement'),
        ('openstack allocation candidate list', 'openstack', 'placement'),
        ('openstack "$@"', 'openstack', 'compute'),
        ('openstack < commands', 'openstack', 'compute'),
        ('baremetal node list', 'baremetal', 'baremetal'),
        ('ironic node-list', 'ironic', 'baremetal'),
        ('"$NOVA" boot x', '"$NOVA"', 'compute'),
        ('${OPENSTACK_CMD:-openstack} server list', '${OPENSTACK_CMD:-openstack}', 'compute'),
        ('nova "$@"', 'nova', 'compute'),
        ('nova $COMMAND --hostname x', 'nova', 'compute'),
        ('nova server-$KIND', 'nova', 'compute'),
        ('cat names | xargs nova-mv', 'nova-mv', 'compute'),
        ('curl http://10.0.0.1:8774/v2.1/servers', 'curl', 'compute'),
        ('curl -s "$NOVA_URL/servers/detail"', 'curl', 'compute'),
        ('wget -q $URL/os-hypervisors', 'wget', 'compute'),
        ('curl https://cloud/placement/resource_providers', 'curl', 'placement'),
        ('curl https://cloud.example.com/compute/v2.1/flavors', 'curl', 'compute'),
        ('curl http://ironic:6385/v1/nodes', 'curl', 'baremetal'),
        ("curl -H 'OpenStack-API-Version: compute 2.53' -d @body $U", 'curl', 'compute'),
        ("python3 -c 'import novaclient'", 'python3', 'compute'),
        ('python <<E\nimport openstack\nE', 'python', 'compute'),
        ('nova delete ' + 'x ' * 6000, 'nova', 'compute'),
        ('nova list ' + '--debug ' * 600, 'nova', 'compute'),
        ('ssh host openstack server list', 'openstack', 'compute'),
    ],
)
def test_a_call_that_is_not_judged_is_a_warning_at_its_place(
    script: str, word: str, service: str
) -> None:
    (finding,) = lint(script, PIKE, 'script.sh')
    assert (finding.code, finding.severity, finding.service) == ('not-judged', 'warning', service)
    assert not finding.message.startswith('None')
    assert script[finding.column - 1 :].startswith(word)


@pytest.mark.parametrize(
    'script',
    [
        'openstack network list',
        'openstack --os-cloud x token issue',
        'openstack service list',
        'openstack baremetal introspection list',
        'openstack --version',
        'openstack help server create',
        'curl https://get.example.com/install.sh',
        'curl https://raw.example.com/openstack/nova/master/README.rst',
        'curl "$URL"',
        "curl -H 'OpenStack-API-Version: compute 2.53' $U/servers",
        "python3 -c 'print(1)'",
        'nova --version',
        'nova --debug',
        '$UNKNOWN list',
        'ssh host uptime',
    ],
)
def test_what_calls_none_of_the_services_is_no_warning(script: str) -> None:
    assert places(script) == []


@pytest.mark.parametrize('begin', ['$(', '${x:-', '$((', '"$('])
def test_what_nests_too_deeply_is_not_judged(begin: str) -> None:
    (place,) = places(f'x={begin * 60} nova floating-ip-list')
    assert (place.code, place.severity) == ('not-judged', 'warning')


def test_calls_are_counted_by_program() -> None:
    script = (
        'nova list\n' * 2 + 'openstack server list\nopenstack network list\nnova-mv server-list\n'
    )
    result = report(
        f'{script}curl $U\necho nova list\nsh -c "nova list; $(nova list)"\n', PIKE, 's.sh'
    )
    counts = Counts.of(result.programs, result.findings)
    assert str(counts) == '8 calls: 4 nova, 2 openstack, 1 nova-mv, 1 curl; 1 not judged'
    assert counts.as_mapping()['programs'] == {'nova': 4, 'openstack': 2, 'nova-mv': 1, 'curl': 1}
    assert str(Counts.of(['nova'], [])) == '1 call: 1 nova; 0 not judged'
    assert str(Counts.of([], [])) == '0 calls; 0 not judged'


def test_newest_versions_may_be_asked_for_everywhere() -> None:
    for pin in ('latest', '2.latest', 'None', '2.0', '$V', ''):
        assert places(f'nova --os-compute-api-version "{pin}" list') == [], pin


def test_an_unknown_number_of_words_is_no_mistake() -> None:
    assert places('nova show') == [Place(1, 'show', 'conflict')]
    for words in ('$SERVER', '"$@"', '$(first)', '"${SERVERS[@]}"', '${1:-x}'):
        assert places(f'nova show {words}') == [], words
    assert places('echo a | xargs nova show') == []


@pytest.mark.parametrize(
    ('words', 'word'),
    [
        ('list --limit abc', 'abc'),
        ('list --limit', '--limit'),
        ('show', 'show'),
        ('aggregate-update a b', 'b'),
    ],
)
def test_a_line_that_no_version_takes_is_a_conflict(words: str, word: str) -> None:
    for target in (PIKE, targets.newest_release):
        assert places(f'nova {words}', target) == [Place(1, word, 'conflict')]


def test_options_that_name_versions_may_be_shortened() -> None:
    for option in ('--os_compute_api_version', '--os-compute-api-ver'):
        assert places(f'nova {option} 2.90 list') == [Place(1, '2.90', 'pin-outside')]


def test_options_of_logins_are_nobodys_mistake() -> None:
    assert places('nova --os-no-such-login x list --locked yes') == [
        Place(1, '--locked', 'option-too-new')
    ]


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_every_service_is_judged_by_its_own_versions(service: object) -> None:
    assert service in SERVICES
    chosen = next(each for each in SERVICES if each is service)
    above = f'{chosen.range.end.ver_major}.{int(chosen.range.end.ver_minor) + 1}'
    script = (
        f'export {chosen.version_variable}={above}\n'
        f'openstack {chosen.version_option} {above} x\n'
        f'curl -H "OpenStack-API-Version: {chosen.header_name} {above}" u\n'
    )
    results = lint(script, targets.newest_release)
    assert [(row.line, row.code, row.service) for row in results] == [
        (line, 'pin-outside', chosen.name) for line in (1, 2, 3)
    ]


def test_commands_of_other_services_are_judged() -> None:
    script = 'nova-mv baremetal-node-list --owner x\n'
    target = targets.of_range('1.1..1.40', BAREMETAL)
    assert places(script, target) == [Place(1, '--owner', 'option-too-new')]
    assert places(script, targets.of_range('1.1..1.50', BAREMETAL)) == []
    # A range of another service says nothing of this one.
    warning = Place(1, 'nova-mv', 'not-judged', 'warning')
    assert places(script, of_range('2.1..2.53')) == [warning]


def test_targets_without_microversions_offer_one_version() -> None:
    target = targets.of_cloud(COMPUTE, None)
    script = 'nova list\nnova server-tag-list x\nnova --os-compute-api-version 2.1 list'
    assert [place[:3] for place in places(script, lambda service: target)] == [
        (2, 'server-tag-list', 'command-too-new'),
        (3, '2.1', 'pin-outside'),
    ]


def test_releases_have_names_and_numbers_in_any_case() -> None:
    by_name, by_number = targets.of_release('GAZPACHO'), targets.of_release('2026.1')
    for service in SERVICES:
        assert by_name(service) == by_number(service) is not None
    with pytest.raises(errors.CommandError, match='no release that is known'):
        targets.of_release('nosuch')


def test_a_range_without_ends_is_all_that_this_client_speaks() -> None:
    assert targets.of_range('..', COMPUTE)(COMPUTE) == targets.Target(COMPUTE, COMPUTE.range)


@pytest.mark.parametrize(
    'text', ['2.53..2.1', 'x', '2.1..x', '2.latest..', '3.1..3.2', '1..2..3', '']
)
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(errors.CommandError, match='no range of versions'):
        targets.of_range(text, COMPUTE)


def test_the_json_form_has_the_promised_keys() -> None:
    [finding] = lint(f'nova {BOOT} --hostname x web', PIKE, 'a.sh')
    form = finding.as_mapping()
    assert json.loads(json.dumps(form)) == form
    message = form.pop('message')
    assert form == {
        'file': 'a.sh',
        'line': 1,
        'column': 32,
        'severity': 'error',
        'code': 'option-too-new',
        'command': 'server-create',
        'needs': {'start': '2.90', 'end': None},
        'offered': {'start': '2.1', 'end': '2.53'},
        'service': 'compute',
        'cloud': None,
        'region': None,
    }
    assert '--hostname needs API version 2.90 (Xena) or later' in message
    assert 'offers 2.1 to 2.53 (Pike)' in message


def test_bounds_of_needs_are_those_that_the_target_misses() -> None:
    [finding] = lint(f'nova {BOOT} --file a=b web', targets.newest_release)
    assert finding.needs == VersionRange('2.0', '2.56')
    [finding] = lint('nova --os-compute-api-version 2.90 list', PIKE)
    assert finding.needs == VersionRange('2.90', '2.90')


def test_annotations_are_spelt_as_workflows_read_them() -> None:
    [finding] = lint('nova list --locked yes', PIKE, 'a,b:c%.sh')
    assert finding.as_annotation().startswith(
        '::error file=a%2Cb%3Ac%25.sh,line=1,col=11,title=option-too-new::--locked needs'
    )
    [finding] = lint('nova-mv floating-ip-list', PIKE, 'a')
    assert finding.as_annotation().startswith('::notice file=a,')


def test_nothing_is_run(tmp_path: pathlib.Path) -> None:
    target = tmp_path / 'made'
    assert places(f'touch {target}\nx=$(touch {target})\n`touch {target}`\nnova list') == []
    assert not target.exists()

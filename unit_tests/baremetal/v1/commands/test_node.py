"""Commands on nodes that start work: what they send, what they say, and how they wait."""

from __future__ import annotations

import base64
import gzip
import json
import pathlib
from typing import Any

import pytest

from novaclient_mv.baremetal.v1.commands.parts import iso_images
from unit_tests.baremetal.v1.rack import UUIDS, Rack, node, refusal
from unit_tests.nova import Nova, Result
from unit_tests.scripted import ScriptedCloud

PROVISION = 'PUT /nodes/rack-1/states/provision'
POWER = 'PUT /nodes/rack-1/states/power'
STEPS = [{'interface': 'bios', 'step': 'reset'}]
SPELT = json.dumps(STEPS, separators=(',', ':'))


@pytest.fixture
def rack(rack: Rack) -> Rack:
    """A service with one node that takes every verb."""
    rack.knows(node())
    rack.answers_to(PROVISION)
    rack.answers_to(POWER)
    return rack


@pytest.mark.parametrize(
    ('words', 'body'),
    [
        ('manage rack-1', {'target': 'manage'}),
        ('provide rack-1', {'target': 'provide'}),
        ('deploy rack-1', {'target': 'active'}),
        ('undeploy rack-1', {'target': 'deleted'}),
        ('rebuild rack-1 --config-drive eA==', {'target': 'rebuild', 'configdrive': 'eA=='}),
        ('inspect rack-1', {'target': 'inspect'}),
        ('abort rack-1', {'target': 'abort'}),
        ('adopt rack-1', {'target': 'adopt'}),
        ('unhold rack-1', {'target': 'unhold'}),
        ('unrescue rack-1', {'target': 'unrescue'}),
        ('rescue rack-1 --rescue-password pw', {'target': 'rescue', 'rescue_password': 'pw'}),
        ('clean rack-1 --runbook tidy', {'target': 'clean', 'runbook': 'tidy'}),
        (
            f'clean rack-1 --disable-ramdisk --clean-steps {SPELT}',
            {'target': 'clean', 'clean_steps': STEPS, 'disable_ramdisk': True},
        ),
        (
            f'service rack-1 --service-steps {SPELT}',
            {'target': 'service', 'service_steps': STEPS},
        ),
    ],
)
def test_verb_is_sent_with_what_it_takes(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: str, body: dict[str, object]
) -> None:
    verb, *rest = words.split(' ')
    result = nova(f'baremetal-node-{verb}', *rest, cloud=cloud)
    assert result == Result(f'rack-1: {verb} accepted\n', '', 0)
    assert rack.sent == [(PROVISION, body)]


@pytest.mark.parametrize(
    ('words', 'body'),
    [
        ('power-on rack-1', {'target': 'power on'}),
        ('power-off rack-1 --power-timeout 9', {'target': 'power off', 'timeout': 9}),
        ('power-off rack-1 --soft', {'target': 'soft power off'}),
        ('reboot rack-1 --soft', {'target': 'soft rebooting'}),
    ],
)
def test_power_is_sent_by_its_target(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: str, body: dict[str, object]
) -> None:
    assert nova(*f'baremetal-node-{words}'.split(' '), cloud=cloud).status == 0
    assert rack.sent == [(POWER, body)]


@pytest.mark.parametrize(
    ('words', 'said'),
    [
        (('clean', 'rack-1'), 'baremetal-node-clean requires --clean-steps or --runbook.'),
        (('clean', 'rack-1', '--runbook', 'a', '--clean-steps', '[]'), 'exclude each other'),
        (('clean', 'rack-1', '--clean-steps', '{"a": 1}'), 'is not a JSON list'),
        (('rescue', 'rack-1'), 'requires --rescue-password'),
        (('set', 'rack-1'), 'Give an option'),
        (('set', 'rack-1', '--lock-timeout', '5'), 'Give an option'),
        (('set', 'rack-1', '--reset-interfaces', '--name', 'a'), 'needs --driver'),
        (('deploy', 'rack-1', '--config-drive', '{"a"'), 'is not JSON'),
        (('deploy', 'rack-1', '--config-drive', 'no.such.file'), 'neither a file nor a directory'),
        (('trait-remove', 'rack-1'), 'or --all'),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_sent(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: tuple[str, ...], said: str
) -> None:
    name, *rest = words
    result = nova(f'baremetal-node-{name}', *rest, cloud=cloud)
    assert (result.status, result.out) == (2, '')
    assert said in result.err
    assert rack.sent == []


def test_steps_are_read_from_a_file_of_yaml(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'steps.yaml'
    file.write_text('- interface: bios\n  step: reset\n')
    nova('baremetal-node-clean', 'rack-1', '--clean-steps', str(file), cloud=cloud)
    assert rack.sent[0][1]['clean_steps'] == STEPS


def test_configdrive_is_sent_as_the_cloud_takes_it(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, tmp_path: pathlib.Path
) -> None:
    packed = gzip.compress(b'\x00image')
    contents = {
        'zipped': packed,
        'raw': b'\xff\x00image',
        'text': b' eA== \n',
        'object': b'{"meta_data": {"a": 1}}',
    }
    sent = {}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        words = ('baremetal-node-deploy', 'rack-1', '--config-drive', str(tmp_path / name))
        assert nova(*words, cloud=cloud).status == 0
        sent[name] = rack.sent[-1][1]['configdrive']
    assert base64.b64decode(sent['zipped']) == packed
    assert gzip.decompress(base64.b64decode(sent['raw'])) == contents['raw']
    assert sent['text'] == 'eA=='
    assert sent['object'] == {'meta_data': {'a': 1}}


PROGRAM = """#!/bin/sh
test -n "$FAILS" && echo "no space left" >&2 && exit 3
while [ "$1" != "-o" ]; do shift; done
printf 'image of ' > "$2"
for last; do :; done
ls "$last" >> "$2"
"""


@pytest.fixture
def directory(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The contents of a configdrive; the one program on this machine lists them as an image."""
    program = tmp_path / 'bin' / 'mkisofs'
    program.parent.mkdir()
    program.write_text(PROGRAM)
    program.chmod(0o755)
    (tmp_path / 'drive' / 'openstack').mkdir(parents=True)
    monkeypatch.setenv('PATH', f'{program.parent}:/usr/bin:/bin')
    monkeypatch.setattr(iso_images, 'PROGRAMS', ('no-such-program', 'mkisofs'))
    return tmp_path / 'drive'


def test_configdrive_of_a_directory_is_an_image(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, directory: pathlib.Path
) -> None:
    words = ('baremetal-node-deploy', 'rack-1', '--config-drive', str(directory))
    assert nova(*words, cloud=cloud).status == 0
    packed = base64.b64decode(rack.sent[0][1]['configdrive'])
    assert gzip.decompress(packed) == b'image of openstack\n'


def test_program_that_makes_no_image_is_blamed(
    nova: Nova,
    cloud: ScriptedCloud,
    rack: Rack,
    directory: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ('baremetal-node-deploy', 'rack-1', '--config-drive', str(directory))
    monkeypatch.setenv('FAILS', '1')
    failed = nova(*words, cloud=cloud)
    assert (failed.status, failed.err) == (2, 'nova-mv: mkisofs failed: no space left\n')
    monkeypatch.setattr(iso_images, 'PROGRAMS', ('no-such-program',))
    missing = nova(*words, cloud=cloud)
    assert missing.status == 2
    assert 'no-such-program' in missing.err
    assert rack.sent == []


def test_wait_goes_on_until_the_state_is_there(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    going = node(provision_state='deploying', target_provision_state='active')
    rack.answers_to('GET /nodes/rack-1', going)
    rack.answers_to(f'GET /nodes/{UUIDS[1]}', going, node(provision_state='active'))
    result = nova('baremetal-node-deploy', 'rack-1', '--wait', cloud=cloud)
    assert result == Result('rack-1: deploy accepted\nrack-1: active\n', '', 0)
    assert len(nova.clock.sleeps) == 2


def test_power_that_ends_in_no_state_has_failed(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.answers_to('GET /nodes/rack-1', node(power_state=None, last_error='No route.'))
    result = nova('baremetal-node-power-on', 'rack-1', '--wait', cloud=cloud)
    assert result.status == 1
    failure = 'the change to power on failed: No route; it is in no known state of power.'
    assert result.err == f'nova-mv: rack-1: {failure}\n'


@pytest.mark.parametrize(
    ('command', 'fields', 'told'),
    [
        ('reboot', {'power_state': 'power on'}, 'the reboot failed: No route; it is power on.'),
        ('power-off', {'power_state': 'power on'}, 'the change to power off failed: No route; '
         'it is power on.'),
        ('power-on', {'power_state': 'power on'}, 'the change to power on failed: No route; '
         'it is power on.'),
        ('power-on', {'power_state': 'power off'}, 'the change to power on failed: No route; '
         'it is power off.'),
    ],
)  # fmt: skip
def test_change_of_power_is_judged_by_the_last_error(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, command: str, fields: dict[str, Any], told: str
) -> None:
    steps: list[dict[str, Any]] = [
        {'reservation': 'c'}, {'target_power_state': 'power on'}, {},
    ]  # fmt: skip
    rack.knows(*(node(last_error='No route.', **{**fields, **step}) for step in steps))
    result = nova(f'baremetal-node-{command}', 'rack-1', '--wait', '-f', 'json', cloud=cloud)
    error = json.loads(result.err)
    assert (result.status, error['code']) == (1, 'action_failed')
    assert (error['message'], error['reason']) == (f'rack-1: {told}', 'No route.')
    # As soon as nothing works on it any more.
    assert len(nova.clock.sleeps) == len(steps)


def test_last_error_of_other_work_is_none_of_a_wait(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.knows(node(provision_state='manageable', last_error='Old.'))
    assert nova('baremetal-node-manage', 'rack-1', '--wait', cloud=cloud).status == 0


def test_wait_that_runs_out_names_the_command_that_looks(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.knows(node(power_state='power off', target_power_state='power on'))
    words = ('baremetal-node-power-on', 'rack-1', '--wait', '--wait-timeout', '5')
    result = nova(*words, cloud=cloud)
    assert result.status == 9
    assert 'rack-1 is power off after 5 seconds; it was to be power on' in result.err
    assert f'nova-mv baremetal-node-show {UUIDS[1]}' in result.err


def test_what_fails_for_one_node_is_done_for_the_others(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.knows(node(2))
    rack.answers_to('PUT /nodes/rack-2/states/provision', refusal(409, 'It is locked.'))
    words = ('baremetal-node-manage', 'rack-1', 'rack-2', 'rack-3', '--wait', '-f', 'json')
    result = nova(*words, cloud=cloud)
    assert result.status == 8
    told = [(row['name'], row['uuid']) for row in json.loads(result.out)]
    assert told == [('rack-1', UUIDS[1])]
    assert json.loads(result.err)['failures'] == {
        'rack-2': 'It is locked. (HTTP 409)',
        'rack-3': '/nodes/rack-3/states/provision is not here. (HTTP 404)',
    }


def test_node_that_is_named_twice_is_acted_on_once(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    assert nova('baremetal-node-manage', 'rack-1', UUIDS[1], cloud=cloud).status == 0
    assert rack.sent == [(PROVISION, {'target': 'manage'})]


def test_ports_of_a_named_node_are_asked_for_by_its_uuid(rack: Rack) -> None:
    rack.answers_to(f'GET /nodes/{UUIDS[1]}/ports', {'ports': [{'uuid': UUIDS[2]}]})
    (port,) = rack.client().nodes.list_ports('rack-1', fields=['uuid'])
    assert type(port).__name__ == 'Port'
    assert rack.read == ['/nodes/rack-1', f'/nodes/{UUIDS[1]}/ports?fields=uuid']

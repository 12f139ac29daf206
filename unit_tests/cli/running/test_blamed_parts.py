"""Refusals name the option that brings a rule, and the command where it asks the rule itself."""

from __future__ import annotations

import json

import pytest

from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.tokenizer import token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import blamed_parts
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import policy_releases
from unit_tests import cases
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, fault

VOLUME = '--boot-volume 1be26c0b-03f2-4d2e-ae87-c02d7f33c123'
STEPS = '--clean-steps [{"step":"a","interface":"b"}]'
CLEAN = 'baremetal:node:set_provision_state:clean_steps'
CREATE = 'server-create web --flavor 1'
DESTINATION = 'compute:servers:create:requested_destination'
API, NODE = 'os_compute_api:', 'baremetal:node:'
LIST, PROVIDERS = f'{API}servers:', 'placement:resource_providers:list'


def parts_of(text: str, rule: str, version: str) -> str:
    name, *words = text.split()
    command = commands.find(name)
    line = CommandLine(command, [*map(token, words)], OptionTable())
    policies = policy_releases.policies_of(command.service)
    assert policies is not None
    release, at = policies.newest, command.service.version(version)
    parts = blamed_parts.BlamedParts(line, at, release, {'id': 'own', 'name': 'demo'})
    return ' '.join(parts.bringing(rule))


@cases.one_test_of(
    'text, version, rule, expected',
    [
        ('server-list --all-tenants', '2.90', f'{LIST}detail:get_all_tenants', '--all-tenants'),
        ('server-list --all-tenants --limit 3', '2.90', f'{API}servers:detail', ''),
        ('server-list --tenant x --minimal', '2.1', f'{LIST}index:get_all_tenants', '--tenant'),
        ('server-list --tenant=x --deleted', '2.1', f'{LIST}detail:get_all_tenants', '--tenant'),
        ('server-list --host h --minimal', '2.90', f'{LIST}index', ''),
        ('server-stop a b --all-tenants', '2.9', f'{LIST}index:get_all_tenants', '--all-tenants'),
        (f'{CREATE} --image i --host h', '2.74', DESTINATION, '--host'),
        (
            *(f'{CREATE} --image i --host h --hypervisor-hostname n', '2.90', DESTINATION),
            '--host --hypervisor-hostname',
        ),
        (
            *(f'{CREATE} --image i --availability-zone nova:h', '2.73'),
            *(f'{API}servers:create:forced_host', '--availability-zone'),
        ),
        (f'{CREATE} {VOLUME}', '2.90', f'{API}servers:create:attach_volume', '--boot-volume'),
        (f'{CREATE} --image i --nic auto', '2.90', f'{API}servers:create:attach_network', ''),
        (
            *('server-rebuild w i --trusted-image-certificate-id c', '2.63'),
            *(f'{API}servers:rebuild:trusted_certs', '--trusted-image-certificate-id'),
        ),
        ('server-migrate w --host h', '2.56', f'{API}os-migrate-server:migrate:host', '--host'),
        ('server-migrate w', '2.56', f'{API}os-migrate-server:migrate', ''),
        ('server-live-migrate w h2', '2.90', f'{API}os-migrate-server:migrate_live:host', '<host>'),
        ('server-unshelve w --host h', '2.91', f'{API}os-shelve:unshelve_to_host', '--host'),
        ('quota-update demo --cores 3', '2.90', f'{API}os-quota-sets:update', ''),
        ('limits-show --tenant x', '2.90', f'{API}limits:other_project', '--tenant'),
        ('quota-show --tenant x', '2.90', f'{API}os-quota-sets:show', ''),
        ('keypair-list --user x', '2.90', f'{API}os-keypairs:index', ''),
        ('migration-list --project-id x', '2.90', f'{API}os-migrations:index:all_projects', ''),
        ('baremetal-node-set n --owner x', '1.90', f'{NODE}update:owner', '--owner'),
        ('baremetal-node-set n --owner x --name y', '1.90', f'{NODE}update:name', '--name'),
        ('baremetal-node-set n --driver x --extra a=b', '1.90', f'{NODE}update_extra', '--extra'),
        (f'baremetal-node-clean n {STEPS}', '1.90', CLEAN, '--clean-steps'),
        ('baremetal-node-clean n --runbook r', '1.95', 'baremetal:runbook:use', '--runbook'),
        ('baremetal-node-power-off n', '1.90', f'{NODE}set_power_state', ''),
        ('placement-resource-provider-list --name x', '1.30', PROVIDERS, ''),
    ],
)  # fmt: skip
def test_an_option_is_named_where_it_brings_the_rule(
    text: str, version: str, rule: str, expected: str
) -> None:
    assert parts_of(text, rule, version) == expected


@pytest.mark.parametrize('command', ['server-stop a', 'server-list'])
@pytest.mark.parametrize('more', ['', '--dry-run'])
def test_a_refusal_names_the_option(
    nova: Nova, cloud: ScriptedCloud, command: str, more: str
) -> None:
    if command == 'server-list' and more:
        return
    view = 'detail' if command == 'server-list' else 'index'
    rule = f'{API}servers:{view}:get_all_tenants'
    for path in ('/servers', '/servers/detail'):
        cloud.on(
            'GET', path, lambda request: fault(403, f"Policy doesn't allow {rule} to be performed.")
        )
    result = nova(*command.split(), '--all-tenants', *more.split(), cloud=cloud)
    assert result.status == 4
    name = command.partition(' ')[0]
    assert f'{name} --all-tenants needs the role admin' in result.err


def test_can_i_names_the_option_beside_its_rule(nova: Nova) -> None:
    words = ('can-i', '--role', 'member', '--', 'server-list', '--all-tenants')
    result = nova(*words, cloud='sandbox')
    assert result.message == 'nova-mv: server-list --all-tenants is not allowed.'
    rule = f'{LIST}detail:get_all_tenants'
    assert f'no: {rule} needs the role admin (for --all-tenants)' in result.out
    (other,) = [line for line in result.lines if line.endswith('project') or 'detail needs' in line]
    assert '(for' not in other
    form = json.loads(nova('-f', 'json', *words, cloud='sandbox').out)
    options = {need['rule']: need.get('options') for need in form['needs']}
    assert options == {f'{LIST}detail': None, rule: ['--all-tenants']}


def test_can_i_blames_the_command_where_it_is_refused_without_its_options_as_well(
    nova: Nova,
) -> None:
    words = ('can-i', '--role', 'member', '--', 'server-evacuate', 'web', '--all-tenants')
    result = nova(*words, cloud='sandbox')
    assert '(for --all-tenants)' in result.out
    assert result.message == 'nova-mv: server-evacuate is not allowed.'

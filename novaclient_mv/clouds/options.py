"""The options that every command has: their flags, environment variables and help."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv.clouds import words
from novaclient_mv.clouds.global_option import CLOUD, SECTIONS, GlobalOption
from novaclient_mv.services import SERVICES, Service

FORMATS = ('table', 'json', 'yaml', 'csv', 'value', 'ndjson')
GITHUB, SARIF = SPECIAL_FORMATS = ('github', 'sarif')
"""Formats that only those commands have which declare them."""
TEXT, JSON, NOVA = ERROR_FORMATS = ('text', 'json', 'nova')
ERROR_FORMAT_VARIABLE = 'NOVA_MV_ERROR_FORMAT'


class _Formats(tuple[str, ...]):
    """The formats that all commands have; those of single commands are taken, but not listed."""

    def __contains__(self, format: object) -> bool:
        return super().__contains__(format) or format in SPECIAL_FORMATS


def version_option(service: Service) -> GlobalOption:
    """The option that names a version of a service."""
    of = f' of {service.title}' if service.prefix else ''
    return GlobalOption(
        (service.version_option,),
        service.version_dest,
        f'API version{of}: X.Y, a release, {service.latest} (default), common (the newest that '
        'all named clouds share), or None for no microversion.',
        CLOUD,
        (service.version_variable,),
        '<version>',
    )


_cloud, _login, _tls, _output, _run = (
    functools.partial(GlobalOption.of, section) for section in SECTIONS
)

_OPTIONS = (
    _cloud(
        '--os-cloud <cloud>',
        'Cloud of clouds.yaml, several separated by commas, or "all"; "sandbox" is built in.',
    ),
    _cloud(
        '--os-region-name OS_REGION_NAME NOVA_REGION_NAME <region>',
        'Region of the cloud, several separated by commas, or "all".',
    ),
    _cloud(
        '--os-endpoint-type --os-interface '
        'NOVA_ENDPOINT_TYPE OS_ENDPOINT_TYPE OS_INTERFACE <interface>',
        'Interface of the endpoint: public, internal or admin.',
        dest='endpoint_type',
    ),
    _cloud(
        '--os-endpoint-override '
        'OS_ENDPOINT_OVERRIDE NOVACLIENT_ENDPOINT_OVERRIDE NOVACLIENT_BYPASS_URL <url>',
        'URL to use instead of the endpoint in the service catalog.',
        dest='endpoint_override',
    ),
    _cloud('--service-type <type>', 'Service type in the catalog (default: compute).'),
    _cloud('--service-name NOVA_SERVICE_NAME <name>', 'Service name in the catalog.'),
    _login(
        '--os-auth-type --os-auth-plugin OS_AUTH_PLUGIN OS_AUTH_TYPE <name>',
        'Auth type: password, token, v3applicationcredential, v3totp, none, http_basic ...',
    ),
    _login('--os-auth-url OS_AUTH_URL NOVA_URL <url>', 'URL of the identity service.'),
    _login(
        '--os-endpoint <url>',
        'URL of the service, where the auth type has no catalog: none, http_basic.',
    ),
    _login('--os-username --os-user-name OS_USERNAME NOVA_USERNAME <name>', 'Name of the user.'),
    _login('--os-user-id <id>', 'Id of the user.'),
    _login(
        '--os-password OS_PASSWORD NOVA_PASSWORD <password>',
        'Password. Better in the environment or a cloud file: others see command lines.',
    ),
    _login('--os-token <token>', 'Token, in place of a password.'),
    _login('--os-user-domain-id <id>', "Id of the user's domain."),
    _login('--os-user-domain-name <name>', "Name of the user's domain."),
    _login('--os-project-id --os-tenant-id OS_PROJECT_ID OS_TENANT_ID <id>', 'Id of the project.'),
    _login(
        '--os-project-name --os-tenant-name OS_PROJECT_NAME OS_TENANT_NAME NOVA_PROJECT_ID <name>',
        'Name of the project.',
    ),
    _login('--os-project-domain-id <id>', "Id of the project's domain."),
    _login('--os-project-domain-name <name>', "Name of the project's domain."),
    _login('--os-domain-id <id>', 'Log in to this domain (id).'),
    _login('--os-domain-name <name>', 'Log in to this domain (name).'),
    _login('--os-default-domain-id <id>', 'Default domain of user and project (id).'),
    _login('--os-default-domain-name <name>', 'Default domain of user and project (name).'),
    _login('--os-system-scope <scope>', 'Log in to the system: all.'),
    _login('--os-trust-id <id>', 'Id of a trust.'),
    _tls('--insecure NOVACLIENT_INSECURE', 'Do not check the certificate of the cloud.'),
    _tls('--os-cacert <file>', 'File of certificate authorities to trust.'),
    _tls('--os-cert <file>', 'Client certificate.'),
    _tls('--os-key <file>', 'Key of the client certificate.'),
    _tls('--tls-ciphers OS_TLS_CIPHERS <ciphers>', 'TLS ciphers to offer.'),
    _tls(
        '--tls-min-version OS_TLS_MIN_VERSION <version>',
        'Lowest TLS version.',
        choices=('1.2', '1.3'),
    ),
    _output(
        '-f --format <format>', 'Output as ' + ', '.join(FORMATS) + '.', choices=_Formats(FORMATS)
    ),
    _output('-c --column <column>', 'Column to show. Repeatable.', dest='columns', is_list=True),
    _output('--query <expression>', 'JMESPath expression over the JSON output.'),
    _output(
        '--show-availability',
        'Show the columns of a command and the versions that have them, without a login.',
    ),
    _output(
        '--view <view>',
        'Options that view-save keeps under this name for the command, where the line does not '
        'give them itself.',
        is_abbreviated=False,
    ),
    _output(
        '--error-format NOVA_MV_ERROR_FORMAT <format>',
        'Errors as text, json, or nova: as python-novaclient wrote them.',
        choices=ERROR_FORMATS,
    ),
)
_UNABBREVIATED = (
    _output(
        '--quiet',
        'Show no notes on stderr, as on what a line of openstack runs here; warnings of the cloud '
        'and errors stay.',
    ),
    _output(
        '--style NOVA_MV_STYLE <style>',
        'Looks of tables on a terminal: plain (default) fits them to its width; nova has lines '
        'around all cells, as everywhere else.',
        choices=('plain', 'nova'),
    ),
    _output(
        '--color NOVA_MV_COLOR <when>',
        'Colours on a terminal: auto (default), always or never. NO_COLOR means never.',
        choices=('auto', 'always', 'never'),
    ),
    _output('--wide', 'On a terminal, show all columns, however wide they are.'),
    _output('--local-time NOVA_MV_LOCAL_TIME', 'On a terminal, show times in the local time zone.'),
    _output(
        '--pager NOVA_MV_PAGER',
        'On a terminal, show the output in a pager: that of NOVA_MV_PAGER, of PAGER, or less.',
    ),
    _output('--short-ids', 'On a terminal, show the first eight letters of ids.'),
    _output(
        '--watch <seconds>',
        'Show a list or a record again and again until Ctrl-C, every two seconds without a number, '
        'with marks at what changed. In a pipe with -f ndjson: a row for each change.',
        type=words.interval,
        without_value='2',
    ),
)
_OF_RUNS = (
    _run(
        '--timeout <seconds>',
        'Seconds for one attempt, from connecting to the end of the answer (default: 600).',
        type=words.seconds,
    ),
    _run(
        '--max-body <size>',
        'Maximum size of an answer, uncompressed, as in 64MiB (default: 256MiB).',
        type=words.byte_size,
    ),
    _run('--strict-filters', 'Refuse list filters that the cloud would ignore for this login.'),
    _run('--timings', 'Show how long each request took.'),
    _run('--collect-timing', 'Show how long each request took.', is_hidden=True),
    _run('--debug', 'Show requests, answers and errors in full, secrets masked.'),
    _run('--no-cache', 'Do not cache token and versions between commands.'),
    _run(
        '--os-cache', 'Cache token and versions between commands (default).', is_hidden=True
    )._replace(variables=()),
    _run('--version', 'Show the version of this program.'),
    _run('-h --help', 'Show help.'),
)

OPTIONS = (
    *map(version_option, SERVICES),
    *_OPTIONS,
    # Their beginnings stand for options of 1.0.
    *(option._replace(is_abbreviated=False) for option in _UNABBREVIATED),
    *_OF_RUNS,
)
"""The global options of this package's services."""


class OptionTable:
    """The global options of a run."""

    def __init__(
        self, services: Iterable[Service] = (), extra: tuple[GlobalOption, ...] = ()
    ) -> None:
        outside = [version_option(service) for service in services if service not in SERVICES]
        self.options = (*OPTIONS, *outside, *extra)
        self.by_flag = {flag: option for option in self.options for flag in option.flags}

    def resolve(self, flag: str) -> list[GlobalOption]:
        """The option of a flag, or all options that an abbreviated flag may mean."""
        if flag in self.by_flag:
            return [self.by_flag[flag]]
        if not flag.startswith('--') or not flag.strip('-'):
            return []
        by_dest = {
            option.dest: option
            for full, option in self.by_flag.items()
            if full.startswith(flag) and option.is_abbreviated and not option.is_hidden
        }
        return list(by_dest.values())

    def check_values(self, values: Mapping[str, Any]) -> None:
        """Refuse bad values where no parser of a command does it."""
        for option in self.options:
            value = values.get(option.dest)
            if isinstance(value, str):
                option.check(value)

    def visible_flags(self) -> list[str]:
        """The flags that help shows."""
        return [flag for option in self.options if not option.is_hidden for flag in option.flags]

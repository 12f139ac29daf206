"""The options that every command has: their flags, environment variables and help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv.clouds import words
from novaclient_mv.clouds.global_option import CLOUD, LOGIN, OUTPUT, RUN, TLS, GlobalOption
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


_option = GlobalOption.of

_OPTIONS = (
    _option(
        CLOUD,
        '--os-cloud',
        'Cloud of clouds.yaml, several separated by commas, or "all"; "sandbox" is built in.',
        '<cloud>',
    ),
    _option(
        CLOUD,
        '--os-region-name',
        'Region of the cloud, several separated by commas, or "all".',
        '<region>',
        variables='OS_REGION_NAME NOVA_REGION_NAME',
    ),
    _option(
        CLOUD,
        '--os-endpoint-type --os-interface',
        'Interface of the endpoint: public, internal or admin.',
        '<interface>',
        variables='NOVA_ENDPOINT_TYPE OS_ENDPOINT_TYPE OS_INTERFACE',
        dest='endpoint_type',
    ),
    _option(
        CLOUD,
        '--os-endpoint-override',
        'URL to use instead of the endpoint in the service catalog.',
        '<url>',
        variables='OS_ENDPOINT_OVERRIDE NOVACLIENT_ENDPOINT_OVERRIDE NOVACLIENT_BYPASS_URL',
        dest='endpoint_override',
    ),
    _option(CLOUD, '--service-type', 'Service type in the catalog (default: compute).', '<type>'),
    _option(
        CLOUD,
        '--service-name',
        'Service name in the catalog.',
        '<name>',
        variables='NOVA_SERVICE_NAME',
    ),
    _option(
        LOGIN,
        '--os-auth-type --os-auth-plugin',
        'Auth type: password, token, v3applicationcredential, v3totp, none, http_basic ...',
        '<name>',
        variables='OS_AUTH_PLUGIN OS_AUTH_TYPE',
    ),
    _option(
        LOGIN,
        '--os-auth-url',
        'URL of the identity service.',
        '<url>',
        variables='OS_AUTH_URL NOVA_URL',
    ),
    _option(
        LOGIN,
        '--os-endpoint',
        'URL of the service, where the auth type has no catalog: none, http_basic.',
        '<url>',
    ),
    _option(
        LOGIN,
        '--os-username --os-user-name',
        'Name of the user.',
        '<name>',
        variables='OS_USERNAME NOVA_USERNAME',
    ),
    _option(LOGIN, '--os-user-id', 'Id of the user.', '<id>'),
    _option(
        LOGIN,
        '--os-password',
        'Password. Better in the environment or a cloud file: others see command lines.',
        '<password>',
        variables='OS_PASSWORD NOVA_PASSWORD',
    ),
    _option(LOGIN, '--os-token', 'Token, in place of a password.', '<token>'),
    _option(LOGIN, '--os-user-domain-id', "Id of the user's domain.", '<id>'),
    _option(LOGIN, '--os-user-domain-name', "Name of the user's domain.", '<name>'),
    _option(
        LOGIN,
        '--os-project-id --os-tenant-id',
        'Id of the project.',
        '<id>',
        variables='OS_PROJECT_ID OS_TENANT_ID',
    ),
    _option(
        LOGIN,
        '--os-project-name --os-tenant-name',
        'Name of the project.',
        '<name>',
        variables='OS_PROJECT_NAME OS_TENANT_NAME NOVA_PROJECT_ID',
    ),
    _option(LOGIN, '--os-project-domain-id', "Id of the project's domain.", '<id>'),
    _option(LOGIN, '--os-project-domain-name', "Name of the project's domain.", '<name>'),
    _option(LOGIN, '--os-domain-id', 'Log in to this domain (id).', '<id>'),
    _option(LOGIN, '--os-domain-name', 'Log in to this domain (name).', '<name>'),
    _option(LOGIN, '--os-default-domain-id', 'Default domain of user and project (id).', '<id>'),
    _option(
        LOGIN, '--os-default-domain-name', 'Default domain of user and project (name).', '<name>'
    ),
    _option(LOGIN, '--os-system-scope', 'Log in to the system: all.', '<scope>'),
    _option(LOGIN, '--os-trust-id', 'Id of a trust.', '<id>'),
    _option(
        TLS,
        '--insecure',
        'Do not check the certificate of the cloud.',
        variables='NOVACLIENT_INSECURE',
    ),
    _option(TLS, '--os-cacert', 'File of certificate authorities to trust.', '<file>'),
    _option(TLS, '--os-cert', 'Client certificate.', '<file>'),
    _option(TLS, '--os-key', 'Key of the client certificate.', '<file>'),
    _option(TLS, '--tls-ciphers', 'TLS ciphers to offer.', '<ciphers>', variables='OS_TLS_CIPHERS'),
    _option(
        TLS,
        '--tls-min-version',
        'Lowest TLS version.',
        '<version>',
        variables='OS_TLS_MIN_VERSION',
        choices=('1.2', '1.3'),
    ),
    _option(
        OUTPUT,
        '-f --format',
        'Output as ' + ', '.join(FORMATS) + '.',
        '<format>',
        choices=_Formats(FORMATS),
    ),
    _option(
        OUTPUT,
        '-c --column',
        'Column to show. Repeatable.',
        '<column>',
        dest='columns',
        is_list=True,
    ),
    _option(OUTPUT, '--query', 'JMESPath expression over the JSON output.', '<expression>'),
    _option(
        OUTPUT,
        '--show-availability',
        'Show the columns of a command and the versions that have them, without a login.',
    ),
    _option(
        OUTPUT,
        '--view',
        'Options that view-save keeps under this name for the command, where the line does not '
        'give them itself.',
        '<view>',
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--error-format',
        'Errors as text, json, or nova: as python-novaclient wrote them.',
        '<format>',
        variables=ERROR_FORMAT_VARIABLE,
        choices=ERROR_FORMATS,
    ),
    _option(
        OUTPUT,
        '--quiet',
        'Show no notes on stderr, as on what a line of openstack runs here; warnings of the cloud '
        'and errors stay.',
        # Beginnings of --query are older.
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--style',
        'Looks of tables on a terminal: plain (default) fits them to its width; nova has lines '
        'around all cells, as everywhere else.',
        '<style>',
        variables='NOVA_MV_STYLE',
        choices=('plain', 'nova'),
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--color',
        'Colours on a terminal: auto (default), always or never. NO_COLOR means never.',
        '<when>',
        variables='NOVA_MV_COLOR',
        choices=('auto', 'always', 'never'),
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--wide',
        'On a terminal, show all columns, however wide they are.',
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--local-time',
        'On a terminal, show times in the local time zone.',
        variables='NOVA_MV_LOCAL_TIME',
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--pager',
        'On a terminal, show the output in a pager: that of NOVA_MV_PAGER, of PAGER, or less.',
        variables='NOVA_MV_PAGER',
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--short-ids',
        'On a terminal, show the first eight letters of ids.',
        is_abbreviated=False,
    ),
    _option(
        OUTPUT,
        '--watch',
        'Show a list or a record again and again until Ctrl-C, every two seconds without a number, '
        'with marks at what changed. In a pipe with -f ndjson: a row for each change.',
        '<seconds>',
        type=words.interval,
        is_abbreviated=False,
        without_value='2',
    ),
    _option(
        RUN,
        '--timeout',
        'Seconds for one attempt, from connecting to the end of the answer (default: 600).',
        '<seconds>',
        type=words.seconds,
    ),
    _option(
        RUN,
        '--max-body',
        'Maximum size of an answer, uncompressed, as in 64MiB (default: 256MiB).',
        '<size>',
        type=words.octets,
    ),
    _option(
        RUN, '--strict-filters', 'Refuse list filters that the cloud would ignore for this login.'
    ),
    _option(RUN, '--timings', 'Show how long each request took.'),
    _option(RUN, '--collect-timing', 'Show how long each request took.', is_hidden=True),
    _option(RUN, '--debug', 'Show requests, answers and errors in full, secrets masked.'),
    _option(RUN, '--no-cache', 'Do not cache token and versions between commands.'),
    _option(
        RUN,
        '--os-cache',
        'Cache token and versions between commands (default).',
        variables='',
        is_hidden=True,
    ),
    _option(RUN, '--version', 'Show the version of this program.'),
    _option(RUN, '-h --help', 'Show help.'),
)

OPTIONS = (*map(version_option, SERVICES), *_OPTIONS)
"""The global options of this package's services."""


class OptionTable:
    """The global options of a run.

    :param services: services of other packages, whose version options come behind ours.
    :param extra: further options, as those of an auth type.
    """

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
        """Refuse bad values where no parser of a command does it.

        :param values: texts of options, by their names.
        :raises CommandError: a value is none of the choices, or not of the option's type.
        """
        for option in self.options:
            value = values.get(option.dest)
            if isinstance(value, str):
                option.check(value)

    def visible_flags(self) -> list[str]:
        """The flags that help shows."""
        return [flag for option in self.options if not option.is_hidden for flag in option.flags]

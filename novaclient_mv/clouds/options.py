"""The options that every command has: their flags, environment variables and help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novaclient_mv.clouds import words
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.values import NamedTuple

FORMATS = ('table', 'json', 'yaml', 'csv', 'value', 'ndjson')
GITHUB = 'github'
SPECIAL_FORMATS = (GITHUB,)
"""Formats that only those commands have which declare them."""


class _Formats(tuple[str, ...]):
    """The formats that all commands have; those of single commands are taken, but not listed."""

    def __contains__(self, format: object) -> bool:
        return super().__contains__(format) or format in SPECIAL_FORMATS


class GlobalOption(NamedTuple):
    """An option that stands before or after the command.

    ``variables`` are environment variables in order of precedence. ``kind`` is ``value``,
    ``switch`` or ``list``.
    """

    flags: tuple[str, ...]
    dest: str
    help: str
    section: str
    variables: tuple[str, ...] = ()
    metavar: str | None = None
    kind: str = 'value'
    choices: tuple[str, ...] | None = None
    type: Any = None
    is_hidden: bool = False

    @property
    def takes_value(self) -> bool:
        """Whether something follows the flag."""
        return self.kind != 'switch'


CLOUD, LOGIN, TLS, OUTPUT, RUN = 'Cloud and version', 'Login', 'TLS', 'Output', 'Run'
SECTIONS = (CLOUD, LOGIN, TLS, OUTPUT, RUN)


def version_option(service: Service) -> GlobalOption:
    """The option that names a version of a service."""
    of = f' of {service.title}' if service.prefix else ''
    return GlobalOption(
        (service.version_option,),
        service.version_dest,
        f'API version{of}: X.Y, a release, {service.latest} (default) or None for no microversion.',
        CLOUD,
        (service.version_variable,),
        '<version>',
    )


_OPTIONS = (
    GlobalOption(
        ('--os-cloud',),
        'os_cloud',
        'Cloud of clouds.yaml, several separated by commas, or "all"; "sandbox" is built in.',
        CLOUD,
        ('OS_CLOUD',),
        '<cloud>',
    ),
    GlobalOption(
        ('--os-region-name',),
        'os_region_name',
        'Region of the cloud, several separated by commas, or "all".',
        CLOUD,
        ('OS_REGION_NAME', 'NOVA_REGION_NAME'),
        '<region>',
    ),
    GlobalOption(
        ('--os-endpoint-type', '--os-interface'),
        'endpoint_type',
        'Interface of the endpoint: public, internal or admin.',
        CLOUD,
        ('NOVA_ENDPOINT_TYPE', 'OS_ENDPOINT_TYPE', 'OS_INTERFACE'),
        '<interface>',
    ),
    GlobalOption(
        ('--os-endpoint-override',),
        'endpoint_override',
        'URL to use instead of the endpoint in the service catalog.',
        CLOUD,
        ('OS_ENDPOINT_OVERRIDE', 'NOVACLIENT_ENDPOINT_OVERRIDE', 'NOVACLIENT_BYPASS_URL'),
        '<url>',
    ),
    GlobalOption(
        ('--service-type',),
        'service_type',
        'Service type in the catalog (default: compute).',
        CLOUD,
        (),
        '<type>',
    ),
    GlobalOption(
        ('--service-name',),
        'service_name',
        'Service name in the catalog.',
        CLOUD,
        ('NOVA_SERVICE_NAME',),
        '<name>',
    ),
    GlobalOption(
        ('--os-auth-type', '--os-auth-plugin'),
        'os_auth_type',
        'Auth type: password, token, v3applicationcredential, v3totp, none, http_basic ...',
        LOGIN,
        ('OS_AUTH_PLUGIN', 'OS_AUTH_TYPE'),
        '<name>',
    ),
    GlobalOption(
        ('--os-auth-url',),
        'os_auth_url',
        'URL of the identity service.',
        LOGIN,
        ('OS_AUTH_URL', 'NOVA_URL'),
        '<url>',
    ),
    GlobalOption(
        ('--os-endpoint',),
        'os_endpoint',
        'URL of the service, where the auth type has no catalog: none, http_basic.',
        LOGIN,
        ('OS_ENDPOINT',),
        '<url>',
    ),
    GlobalOption(
        ('--os-username', '--os-user-name'),
        'os_username',
        'Name of the user.',
        LOGIN,
        ('OS_USERNAME', 'NOVA_USERNAME'),
        '<name>',
    ),
    GlobalOption(
        ('--os-user-id',), 'os_user_id', 'Id of the user.', LOGIN, ('OS_USER_ID',), '<id>'
    ),
    GlobalOption(
        ('--os-password',),
        'os_password',
        'Password. Better in the environment or a cloud file: others see command lines.',
        LOGIN,
        ('OS_PASSWORD', 'NOVA_PASSWORD'),
        '<password>',
    ),
    GlobalOption(
        ('--os-token',),
        'os_token',
        'Token, in place of a password.',
        LOGIN,
        ('OS_TOKEN',),
        '<token>',
    ),
    GlobalOption(
        ('--os-user-domain-id',),
        'os_user_domain_id',
        "Id of the user's domain.",
        LOGIN,
        ('OS_USER_DOMAIN_ID',),
        '<id>',
    ),
    GlobalOption(
        ('--os-user-domain-name',),
        'os_user_domain_name',
        "Name of the user's domain.",
        LOGIN,
        ('OS_USER_DOMAIN_NAME',),
        '<name>',
    ),
    GlobalOption(
        ('--os-project-id', '--os-tenant-id'),
        'os_project_id',
        'Id of the project.',
        LOGIN,
        ('OS_PROJECT_ID', 'OS_TENANT_ID'),
        '<id>',
    ),
    GlobalOption(
        ('--os-project-name', '--os-tenant-name'),
        'os_project_name',
        'Name of the project.',
        LOGIN,
        ('OS_PROJECT_NAME', 'OS_TENANT_NAME', 'NOVA_PROJECT_ID'),
        '<name>',
    ),
    GlobalOption(
        ('--os-project-domain-id',),
        'os_project_domain_id',
        "Id of the project's domain.",
        LOGIN,
        ('OS_PROJECT_DOMAIN_ID',),
        '<id>',
    ),
    GlobalOption(
        ('--os-project-domain-name',),
        'os_project_domain_name',
        "Name of the project's domain.",
        LOGIN,
        ('OS_PROJECT_DOMAIN_NAME',),
        '<name>',
    ),
    GlobalOption(
        ('--os-domain-id',),
        'os_domain_id',
        'Log in to this domain (id).',
        LOGIN,
        ('OS_DOMAIN_ID',),
        '<id>',
    ),
    GlobalOption(
        ('--os-domain-name',),
        'os_domain_name',
        'Log in to this domain (name).',
        LOGIN,
        ('OS_DOMAIN_NAME',),
        '<name>',
    ),
    GlobalOption(
        ('--os-default-domain-id',),
        'os_default_domain_id',
        'Default domain of user and project (id).',
        LOGIN,
        ('OS_DEFAULT_DOMAIN_ID',),
        '<id>',
    ),
    GlobalOption(
        ('--os-default-domain-name',),
        'os_default_domain_name',
        'Default domain of user and project (name).',
        LOGIN,
        ('OS_DEFAULT_DOMAIN_NAME',),
        '<name>',
    ),
    GlobalOption(
        ('--os-system-scope',),
        'os_system_scope',
        'Log in to the system: all.',
        LOGIN,
        ('OS_SYSTEM_SCOPE',),
        '<scope>',
    ),
    GlobalOption(
        ('--os-trust-id',), 'os_trust_id', 'Id of a trust.', LOGIN, ('OS_TRUST_ID',), '<id>'
    ),
    GlobalOption(
        ('--insecure',),
        'insecure',
        'Do not check the certificate of the cloud.',
        TLS,
        ('NOVACLIENT_INSECURE',),
        kind='switch',
    ),
    GlobalOption(
        ('--os-cacert',),
        'os_cacert',
        'File of certificate authorities to trust.',
        TLS,
        ('OS_CACERT',),
        '<file>',
    ),
    GlobalOption(('--os-cert',), 'os_cert', 'Client certificate.', TLS, ('OS_CERT',), '<file>'),
    GlobalOption(
        ('--os-key',), 'os_key', 'Key of the client certificate.', TLS, ('OS_KEY',), '<file>'
    ),
    GlobalOption(
        ('--tls-ciphers',),
        'tls_ciphers',
        'TLS ciphers to offer.',
        TLS,
        ('OS_TLS_CIPHERS',),
        '<ciphers>',
    ),
    GlobalOption(
        ('--tls-min-version',),
        'tls_min_version',
        'Lowest TLS version.',
        TLS,
        ('OS_TLS_MIN_VERSION',),
        '<version>',
        choices=('1.2', '1.3'),
    ),
    GlobalOption(
        ('-f', '--format'),
        'format',
        'Output as ' + ', '.join(FORMATS) + '.',
        OUTPUT,
        (),
        '<format>',
        choices=_Formats(FORMATS),
    ),
    GlobalOption(
        ('-c', '--column'),
        'columns',
        'Column to show. Repeatable.',
        OUTPUT,
        (),
        '<column>',
        'list',
    ),
    GlobalOption(
        ('--query',),
        'query',
        'JMESPath expression over the JSON output.',
        OUTPUT,
        (),
        '<expression>',
    ),
    GlobalOption(
        ('--show-availability',),
        'show_availability',
        'Show the columns of a command and the versions that have them, without a login.',
        OUTPUT,
        kind='switch',
    ),
    GlobalOption(
        ('--error-format',),
        'error_format',
        'Errors as text or json.',
        OUTPUT,
        (),
        '<format>',
        choices=('text', 'json'),
    ),
    GlobalOption(
        ('--timeout',),
        'timeout',
        'Seconds for one attempt, from connecting to the end of the answer (default: 600).',
        RUN,
        (),
        '<seconds>',
        type=words.seconds,
    ),
    GlobalOption(
        ('--max-body',),
        'max_body',
        'Maximum size of an answer, uncompressed, as in 64MiB (default: 256MiB).',
        RUN,
        (),
        '<size>',
        type=words.octets,
    ),
    GlobalOption(
        ('--strict-filters',),
        'strict_filters',
        'Refuse list filters that the cloud would ignore for this login.',
        RUN,
        kind='switch',
    ),
    GlobalOption(('--timings',), 'timings', 'Show how long each request took.', RUN, kind='switch'),
    GlobalOption(
        ('--collect-timing',),
        'collect_timing',
        'Show how long each request took.',
        RUN,
        kind='switch',
        is_hidden=True,
    ),
    GlobalOption(
        ('--debug',),
        'debug',
        'Show requests, answers and errors in full, secrets masked.',
        RUN,
        kind='switch',
    ),
    GlobalOption(
        ('--no-cache',),
        'no_cache',
        'Do not cache token and versions between commands.',
        RUN,
        kind='switch',
    ),
    GlobalOption(
        ('--os-cache',),
        'os_cache',
        'Cache token and versions between commands (default).',
        RUN,
        kind='switch',
        is_hidden=True,
    ),
    GlobalOption(
        ('--version',), 'version', 'Show the version of this program.', RUN, kind='switch'
    ),
    GlobalOption(('-h', '--help'), 'help', 'Show help.', RUN, kind='switch'),
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
            if full.startswith(flag) and not option.is_hidden
        }
        return list(by_dest.values())

    def visible_flags(self) -> list[str]:
        """The flags that help shows."""
        return [flag for option in self.options if not option.is_hidden for flag in option.flags]

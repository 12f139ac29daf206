"""An operator's policy file, judged by oslo.policy: the one module that knows it."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import re
import reprlib
import threading
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import entry_points
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from novaclient_mv.policies import references
from novaclient_mv.policies.answers import PASSING, ROLES, Answer, Caller
from novaclient_mv.policies.facts import Policies, Release, Rule
from novaclient_mv.user_files import yaml_documents

if TYPE_CHECKING:
    from oslo_policy import policy


class PolicyFileError(ValueError):
    """A policy file that a service could not use."""


class MissingLibrary(ImportError):
    """oslo.policy is not installed."""


class OperatorRules(NamedTuple):
    """Settings of operators beside the file; ``None`` is the default of the release."""

    enforce_scope: bool | None = None
    enforce_new_defaults: bool | None = None

    def at(self, release: Release) -> Release:
        """A release as these settings run it."""
        scope, defaults = self
        return release._replace(
            enforces_scope=release.enforces_scope if scope is None else scope,
            enforces_new_defaults=release.enforces_new_defaults if defaults is None else defaults,
        )


OWN, OTHERS = 'own', 'another'
_ANY_ROLE = Caller(('any',))

SERVICE_PROJECT = 'service'
"""The project of services' own users, whose name Ironic's rules ask."""

_MAX_BYTES = 16 << 20

_OUTSIDE = 'what other programs say'
"""The key of credentials that no check can name."""

_ROLE = re.compile(r"role:([^\s()'\"]+)")
_PLACE = re.compile(r'([\w.]+):%\(([\w.]+)\)s')


class OperatorFile:
    """The rules of a release with the overrides of a file.

    :param path: the file: YAML or JSON.
    :param release: as the operator runs it; see :meth:`Settings.at`.
    :raises MissingLibrary: oslo.policy is not installed.
    :raises OSError: the file cannot be read.
    :raises PolicyFileError: a service could not use it.
    """

    def __init__(self, path: str, release: Release, policies: Policies) -> None:
        self.path = path
        self.release = release
        self.defaults = policies.rules(release)
        try:
            self.overrides = _overrides(path)
            # The library follows each reference again and again.
            references.check(dict(_library().Rules.from_dict(self.overrides)))
            with _enforcer(path, release, self.defaults.values()) as enforcer:
                self._enforcer = enforcer
            references.check(self._enforcer.rules)
        except references.Endless as error:
            raise PolicyFileError(f'{path}: {error}.') from error
        except RecursionError:
            raise PolicyFileError(f'{path}: a check is nested too deeply.') from None

    @functools.cached_property
    def _heirs(self) -> dict[str, list[str]]:
        """The rules that a deprecated name stands for."""
        heirs: dict[str, list[str]] = {}
        for rule in self.defaults.values():
            if rule.older_name and rule.older_name != rule.name:
                heirs.setdefault(rule.older_name, []).append(rule.name)
        return heirs

    @property
    def ignored(self) -> list[str]:
        """The rules of the file that a service would ignore."""
        known = {*self.defaults, *self._heirs, *self.referred_to, 'default'}
        return [name for name in self.overrides if name not in known]

    @property
    def notes(self) -> list[str]:
        """Lines about rules of the file that a service would ignore, or read under another name."""
        lines = {
            name: f'{name} is a deprecated name of {", ".join(sorted(heirs))}.'
            for name, heirs in self._heirs.items()
            if name not in self.defaults
        }
        lines |= {name: f'{name} is not a rule of {self.release}.' for name in self.ignored}
        return [lines[name] for name in self.overrides if name in lines]

    @functools.cached_property
    def referred_to(self) -> frozenset[str]:
        """The rules that checks refer to."""
        checks = self._enforcer.rules.values()
        return frozenset(name for check in checks for name in references.of(check))

    def missing(self, name: str) -> list[str]:
        """The rules that a rule's check refers to and that are not there; each refuses."""
        rules = self._enforcer.rules
        asked = dict.fromkeys(references.of(rules.get(name)))
        return [] if 'default' in rules else [other for other in asked if other not in rules]

    @functools.cache  # noqa: B019 - as long as the file is of use.
    def answer(self, name: str, caller: Caller) -> Answer:
        """The answer of a rule: ``unknown`` where a check asks another program."""
        rule = self.defaults.get(name)
        if rule is not None and not rule.takes(caller.scope, self.release):
            return 'no'
        others = self.possible(name, caller, frozenset())
        if others == {True}:
            return 'yes'
        own = self.possible(name, caller, None)
        if own == {False}:
            return 'no'
        return 'depends' if own == {True} and others == {False} else 'unknown'

    def allows(self, name: str, caller: Caller, own: Mapping[str, bool]) -> bool:
        """Whether a rule lets a caller through; one that asks another program does not.

        :param own: which attributes of the target are the caller's; any other is.
        """
        rule = self.defaults.get(name)
        if rule is not None and not rule.takes(caller.scope, self.release):
            return False
        owned = frozenset(place for _, place in self._places if own.get(place, True))
        return self.passes(name, caller, owned)

    @functools.cache  # noqa: B019
    def role(self, name: str) -> str:
        """The minimum role of a project's token for a target of its own, in the words of facts."""
        if self.answer(name, _ANY_ROLE) == 'yes':
            return 'anyone'
        if self.answer(name, _ANY_ROLE) == 'depends':
            return 'owner'
        roles = ROLES[ROLES.index('reader') : ROLES.index('nobody')]
        enough = (role for role in roles if self.answer(name, Caller((role,))) in PASSING)
        return next(enough, 'nobody')

    def owned_by(self, name: str) -> list[str]:
        """The attributes of a target of which one must be the caller's."""
        text = self._text_of(name)
        return sorted({place for _, place in self._places if place in text})

    def _text_of(self, name: str) -> str:
        """The checks of a rule and of all that it refers to."""
        checks = {name: self._enforcer.rules.get(name)}
        pending = [name]
        while pending:
            for reference in references.of(checks[pending.pop()]):
                if reference not in checks:
                    checks[reference] = self._enforcer.rules.get(reference)
                    pending.append(reference)
        return ' '.join(map(str, checks.values()))

    @functools.cached_property
    def roles(self) -> frozenset[str]:
        """The roles that checks name."""
        checks = ' '.join(map(str, self._enforcer.rules.values()))
        return frozenset(role.lower() for role in _ROLE.findall(checks))

    def possible(self, name: str, caller: Caller, owned: frozenset[str] | None) -> set[bool]:
        """The answers of :meth:`passes`: two where it is up to another program."""
        refusing = _Outside(False)
        answer = self.passes(name, caller, owned, refusing)
        if not refusing.was_asked:
            return {answer}
        return {answer, self.passes(name, caller, owned, _Outside(True))}

    def passes(
        self,
        name: str,
        caller: Caller,
        owned: frozenset[str] | None,
        outside: _Outside | None = None,
    ) -> bool:
        """Whether a check lets a caller in, whatever its scope.

        :param owned: the attributes of the target that are the caller's; ``None`` for all.
        :param outside: what checks that ask other programs say; without it they refuse.
        """
        credentials = _credentials(caller)
        credentials[_OUTSIDE] = outside or _Outside(False)
        credentials['is_admin'] = 'context_is_admin' in self._enforcer.rules and self._holds(
            'context_is_admin', {}, dict(credentials)
        )
        target = {
            place: OWN if owned is None or place in owned else OTHERS for _, place in self._places
        }
        target['config.service_project_name'] = SERVICE_PROJECT
        for kind, _ in self._places:
            credentials.setdefault(kind, OWN)
        return self._holds(name, target, credentials)

    def _holds(
        self, name: str, target: Mapping[str, object], credentials: Mapping[str, object]
    ) -> bool:
        """Like ``Enforcer.enforce``, which looks each time whether the file has changed."""
        try:
            check: Any = self._enforcer.rules[name]
        except KeyError:
            return False
        return bool(check(target, credentials, self._enforcer, name))

    @functools.cached_property
    def _places(self) -> set[tuple[str, str]]:
        """Attributes of a caller and of a target that checks compare."""
        checks = map(str, self._enforcer.rules.values())
        return {
            (kind.removeprefix('('), place)
            for check in checks
            for kind, place in _PLACE.findall(check)
        }


def _credentials(caller: Caller) -> dict[str, object]:
    """Credentials as a service makes them of a token."""
    credentials: dict[str, object] = {
        'roles': sorted(caller.all_roles),
        'user_id': OWN,
        # Ironic's mark of an API that needs no token, and Keystone's of the admin project.
        'is_public_api': True,
        'is_admin_project': True,
        'project_id': None,
        'domain_id': None,
    }
    if caller.scope == 'project':
        serves = 'service' in caller.all_roles
        credentials.update(project_id=OWN, project_name=SERVICE_PROJECT if serves else OWN)
    elif caller.scope == 'domain':
        credentials.update(domain_id=OWN)
    else:
        credentials.update(system_scope='all', system='all')
    return credentials


def _overrides(path: str) -> Mapping[str, object]:
    """The rules of a file, once each has been found to be readable."""
    import yaml

    try:
        with open(path, encoding='utf-8') as file:
            text = file.read(_MAX_BYTES)
        if len(text) == _MAX_BYTES:
            raise PolicyFileError(f'{path} is longer than {_MAX_BYTES >> 20} MiB.')
        loaded = yaml_documents.load(text)
    except yaml_documents.OutOfBounds as error:
        raise PolicyFileError(f'{path} {error}.') from error
    except (yaml.YAMLError, UnicodeError, RecursionError) as error:
        raise PolicyFileError(f'{path} cannot be read: {" ".join(str(error).split())}') from error
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise PolicyFileError(f'{path} is not a mapping of rules to checks.')
    for name, check in loaded.items():
        if not isinstance(name, str):
            raise PolicyFileError(f'{path}: {reprlib.repr(name)} is not a name of a rule.')
        if not _is_check(check):
            raise PolicyFileError(f'{path}: the check of {name:.100} is not text.')
        if not _is_readable(check):
            raise PolicyFileError(
                f'{path}: the check of {name:.100} cannot be read: {reprlib.repr(check)}.'
            )
    return loaded


def _is_check(check: object) -> bool:
    """Whether it is a text, or lists of texts."""
    words = check if isinstance(check, list) else [check]
    flat = (inner for word in words for inner in (word if isinstance(word, list) else [word]))
    return all(isinstance(word, str) for word in flat)


class _Failures(logging.Handler):
    """Notes whether something was logged: a check that cannot be read is, and refuses."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        self._thread = threading.get_ident()

    def emit(self, record: logging.LogRecord) -> None:
        # The logger is that of all threads.
        self.count += record.thread == self._thread


def _is_readable(check: object) -> bool:
    library = _library()
    failures = _Failures()
    logger = logging.getLogger('oslo_policy._parser')
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(failures)
    try:
        library.Rules.from_dict({'check': check})
    finally:
        logger.removeHandler(failures)
        logger.propagate = propagate
    return not failures.count


class _Outside:
    """Answers a check that asks another program, in the place of that program."""

    def __init__(self, says: bool) -> None:
        self._says = says
        self.was_asked = False

    def ask(self) -> bool:
        self.was_asked = True
        return self._says


@functools.cache
def _library() -> ModuleType:
    try:
        from oslo_policy import _checks
        from oslo_policy import policy as library
    except ImportError as error:
        raise MissingLibrary(
            "A policy file needs oslo.policy: pip install 'nova-mv[policy]'."
        ) from error
    # It would load the plugins of everybody at the first check; there is no other way to stop it.
    _checks.extension_checks = {}
    names = {plugin.name for plugin in entry_points(group='oslo.policy.rule_checks')}

    class AsksOutside(_checks.Check):
        def __call__(self, target: object, credentials: Mapping[str, Any], *_: object) -> bool:
            outside: _Outside = credentials[_OUTSIDE]
            return outside.ask()

    register: Any = library.register
    for kind in {'http', 'https', *names}:
        register(kind, AsksOutside)
    return library


@contextlib.contextmanager
def _enforcer(path: str, release: Release, rules: Iterable[Rule]) -> Iterator[policy.Enforcer]:
    library = _library()
    from oslo_config import cfg

    conf = cfg.ConfigOpts()
    conf([], project='nova-mv', default_config_files=[], default_config_dirs=[])
    enforcer = library.Enforcer(conf, policy_file=os.path.abspath(path))
    conf.set_override('enforce_new_defaults', release.enforces_new_defaults, 'oslo_policy')
    enforcer.suppress_deprecation_warnings = True
    enforcer.suppress_default_change_warnings = True
    for rule in rules:
        older = rule.facts.get('deprecated')
        enforcer.register_default(
            library.RuleDefault(
                rule.name,
                rule.facts['check_str'],
                # Scopes are judged by the release's settings: today's library enforces them always.
                deprecated_rule=library.DeprecatedRule(
                    older['name'],
                    older['check_str'],
                    deprecated_reason='-',
                    deprecated_since=older.get('since', '-'),
                )
                if older
                else None,
            )
        )
    # What it logs of circles and missing rules is told by us, or is no mistake.
    logger = logging.getLogger('oslo_policy')
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        enforcer.load_rules()
        yield enforcer
    finally:
        logger.setLevel(level)

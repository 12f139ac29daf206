"""The secrets of a login that no setting gives: printed by a command, or asked of a person."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds import files
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.settings import Setting, Settings

_ONE_TIME = ('passcode',)
_QUESTIONS = {
    'password': 'Password',
    'passcode': 'One-time passcode',
    'application_credential_secret': 'Secret of the application credential',
}


class MissingSecrets:
    """The secrets that a login lacks, got when it logs in and not before.

    :param names: those that :func:`plugins.lacking` tells.
    :param may_log_in: whether anybody may be logged in; nobody is asked and nothing run otherwise.
    """

    def __init__(self, settings: Settings, names: tuple[str, ...], may_log_in: bool = True) -> None:
        self._may_log_in = may_log_in
        self.settings = settings
        self.names = names
        self._values: dict[str, str] = {}
        self._command: Setting | None = None
        if settings.cloud is not None and any(map(self._may_be_printed, names)):
            from novaclient_mv.clouds.logins import password_commands

            self._command = password_commands.of(settings)

    @property
    def identity(self) -> dict[str, Any]:
        """The values that stand for the secrets in the identity of the login."""
        return {} if self._command is None else {files.PASSWORD_COMMAND: list(self._command.value)}

    @property
    def asks(self) -> bool:
        """Whether a person is asked for one of them."""
        return any(not self._is_printed(name) for name in self.names)

    def check(self) -> None:
        """Refuse a login that lacks something nobody can tell."""
        for name in self.names:
            if not self._is_printed(name) and not self._can_ask:
                raise plugins.without_secret(name, self.settings)

    def values(self) -> dict[str, str]:
        """The secrets by their names; one that serves only once is asked for again."""
        if not self._may_log_in:
            raise errors.LoginError('No login is remembered.')
        return {name: self._value(name) for name in self.names}

    def described(self, name: str) -> str | None:
        """Describe a missing secret for advice on a refusal; ``None`` if it is not missing."""
        if name not in self.names:
            return None
        word = _QUESTIONS[name].lower()
        if self._command is not None and self._is_printed(name):
            return f'the {word} from {self._command.origin}'
        return f'the {word} that was typed'

    @staticmethod
    def _may_be_printed(name: str) -> bool:
        return name in plugins.BY_COMMAND

    def _is_printed(self, name: str) -> bool:
        return self._command is not None and self._may_be_printed(name)

    def _value(self, name: str) -> str:
        if name not in self._values or name in _ONE_TIME:
            self._values[name] = self._printed() if self._is_printed(name) else self._asked(name)
        return self._values[name]

    def _printed(self) -> str:
        from novaclient_mv.clouds.logins import password_commands

        assert self._command is not None
        environment = self.settings.environment
        return password_commands.first_line(
            self._command.value,
            environment.variables,
            self._command.origin,
            has_input=environment.is_input_terminal,
        )

    @property
    def _can_ask(self) -> bool:
        environment = self.settings.environment
        return environment.prompt is not None and environment.can_confirm

    def _asked(self, name: str) -> str:
        environment = self.settings.environment
        if self._can_ask:
            assert environment.prompt is not None
            answer = environment.prompt(environment, f'{_QUESTIONS[name]} of {self._whose()}: ')
            if answer:
                return answer
        raise plugins.without_secret(name, self.settings)

    def _whose(self) -> str:
        """The user, or the application credential, and the cloud, for a question."""
        who = self._first_of(
            *('application_credential_name', 'application_credential_id', 'username', 'user_id')
        )
        where = self.settings.cloud_name or self._first_of('auth_url', 'endpoint')
        return ' at '.join(text for text in (who or 'this login', where) if text)

    def _first_of(self, *names: str) -> str | None:
        from novaclient_mv.wire import redirects

        for name in names:
            setting = plugins.auth_setting(self.settings, name)
            if setting is not None:
                text = str(setting.value)
                return redirects.without_secrets(text) if '://' in text else text
        return None

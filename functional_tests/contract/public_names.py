"""The recorded public names of a library, and what stands under the same names here."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from functional_tests.contract import facts
from novaclient_mv import api_versions

NEWEST = api_versions.APIVersion('2.96')
"""The newest version that the recorded library spoke."""

_MISSING = object()


@dataclasses.dataclass(frozen=True)
class Name:
    """A recorded name: a module, a class, or something in one of the two."""

    module: str
    owner: str | None
    name: str | None
    recorded: Mapping[str, Any] = dataclasses.field(compare=False, default_factory=dict)

    def __str__(self) -> str:
        return '.'.join(part for part in (self.module, self.owner, self.name) if part)

    @property
    def ours(self) -> Any:
        """Return our object of the name, with descriptors left as they are.

        :raises LookupError: nothing does.
        """
        try:
            found: Any = importlib.import_module(f'novaclient_mv.{self.module}')
        except ModuleNotFoundError as error:
            raise LookupError(str(self)) from error
        for part in (self.owner, self.name):
            if part is not None:
                found = inspect.getattr_static(found, part, _MISSING)
            if found is _MISSING:
                raise LookupError(str(self))
        return found

    @property
    def is_there(self) -> bool:
        """Whether anything stands under the name here."""
        try:
            _ = self.ours
        except LookupError:
            return False
        return True


def _modules() -> Mapping[str, Any]:
    found: Mapping[str, Any] = facts.read('library.json')['modules'] if facts.is_present() else {}
    return found


def modules() -> Iterator[Name]:
    """The recorded modules."""
    for module in _modules():
        yield Name(module, None, None)


def classes() -> Iterator[Name]:
    """The recorded classes."""
    for module, content in _modules().items():
        for owner, recorded in content['classes'].items():
            yield Name(module, owner, None, recorded)


def functions() -> Iterator[Name]:
    """The recorded functions of modules."""
    for module, content in _modules().items():
        for name, recorded in content['functions'].items():
            yield Name(module, None, name, recorded)


def methods() -> Iterator[Name]:
    """The recorded methods and properties of classes."""
    for owner in classes():
        for name, recorded in owner.recorded['methods'].items():
            yield Name(owner.module, owner.owner, name, recorded)


def values() -> Iterator[Name]:
    """The recorded constants of modules and attributes of classes; ``value`` is what they hold."""
    for module, content in _modules().items():
        for name, value in content['constants'].items():
            yield Name(module, None, name, {'value': value})
    for owner in classes():
        for name, value in owner.recorded['attributes'].items():
            yield Name(owner.module, owner.owner, name, {'value': value})


def variants(name: Name) -> list[tuple[api_versions.VersionRange, Mapping[str, Any]]]:
    """The recorded signatures of a method, each with the versions that have it."""
    if 'signature' in name.recorded:
        return [(api_versions.EVERY_VERSION, name.recorded['signature'])]
    found = []
    for each in name.recorded.get('variants', ()):
        end = each['end_version']
        end = None if end is None or end.endswith('latest') else end
        found.append((api_versions.VersionRange(each['start_version'], end), each['signature']))
    return found


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a signature, in a form in which both sides can be compared."""

    name: str
    kind: str
    default: str

    def __str__(self) -> str:
        star = {'var_positional': '*', 'var_keyword': '**', 'keyword_only': '(key) '}
        return f'{star.get(self.kind, "")}{self.name}{self.default and "=" + self.default}'


def recorded_parameters(signature: Mapping[str, Any]) -> list[Parameter]:
    """The parameters of a recorded signature."""
    return [
        Parameter(
            each['name'],
            each['kind'],
            _shown(each['default']) if each.get('optional') else '',
        )
        for each in signature['parameters']
    ]


def our_parameters(
    function: Callable[..., Any], version: api_versions.APIVersion
) -> list[Parameter] | None:
    """The parameters of a function at a version; ``None`` where it does not exist there."""
    if api_versions.variant_at(function, version) is None:
        return None
    found = api_versions.signature_of(function, version).parameters.values()
    return [
        Parameter(
            each.name,
            each.kind.name.lower(),
            '' if each.default is inspect.Parameter.empty else _shown(each.default),
        )
        for each in found
    ]


def _shown(value: Any) -> str:
    """A default as text; objects that only say "not given" are all the same.

    A tuple stands for a list that no call is to change.
    """
    value = list(value) if isinstance(value, tuple) else value
    if isinstance(value, str | int | float | bool | list | dict | None) and value != '<object>':
        return repr(value)
    return '<object>'

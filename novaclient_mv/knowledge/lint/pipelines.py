"""Scripts inside YAML: steps of pipelines, and tasks of Ansible."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import pins
from novaclient_mv.knowledge.lint.fragments import Fragment, joined
from novaclient_mv.knowledge.lint.pins import Pin
from novaclient_mv.knowledge.lint.python_programs import SHELLS
from novaclient_mv.user_files import yaml_documents

if TYPE_CHECKING:
    import yaml

_SCRIPTS = frozenset(
    {
        *('run', 'script', 'before_script', 'after_script', 'bash', 'sh', 'commands'),
        *('shell', 'command', 'raw', 'cmd', 'argv'),
    }
)
"""Keys whose values are scripts; modules of Ansible also with their collection."""

_COLLECTIONS = ('ansible.builtin.', 'ansible.legacy.')
_WORDS = ('argv', 'command', 'args')
"""Keys whose lists are the words of one command, not lines of a script."""

_ENVIRONMENTS = ('env', 'environment', 'variables')
_ESCAPE = re.compile(
    r'\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n[ \t]*|.)', re.DOTALL
)

_PROPERTIES = re.compile(r'(?:[!&]\S*\s+)+')
"""Tag and anchor of a value."""


class Step(NamedTuple):
    """A script inside a YAML file, and the versions that variables set for it name."""

    fragment: Fragment
    environment: tuple[Pin, ...]


def steps(text: str) -> tuple[list[Step], list[Pin]]:
    """The scripts of a YAML file, and the versions that its environments name."""
    import yaml

    try:
        yaml_documents.check_depth(text)
        # Nothing is constructed: tags of other programs mean nothing here.
        nodes = [node for node in yaml.compose_all(text, yaml.SafeLoader) if node is not None]
        walk = _Walk(text)
        for node in nodes:
            walk.visit(node, ())
    except yaml_documents.OutOfBounds as error:
        raise errors.CommandError(f'This YAML {error}.') from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, 'problem_mark', None)
        place = '' if mark is None else f' in line {mark.line + 1}'
        problem = getattr(error, 'problem', None) or 'it cannot be read'
        raise errors.CommandError(f'This is not valid YAML: {problem}{place}.') from error
    return walk.steps, walk.pins


class _Walk:
    """Goes through the nodes of a document, each once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.steps: list[Step] = []
        self.pins: list[Pin] = []
        self._visited: set[int] = set()

    def visit(self, node: yaml.Node, environment: tuple[Pin, ...]) -> None:
        """Find scripts below a node."""
        import yaml

        if id(node) in self._visited:
            return
        self._visited.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            for item in node.value:
                self.visit(item, environment)
        elif isinstance(node, yaml.MappingNode):
            self._mapping(node, environment)

    def _mapping(self, node: yaml.MappingNode, environment: tuple[Pin, ...]) -> None:
        import yaml

        values = {key.value: value for key, value in node.value if isinstance(key.value, str)}
        named = [pin for name in _ENVIRONMENTS for pin in self._named(values.get(name))]
        if named:
            # Of each service the last one counts.
            by_service = {pin.service.name: pin for pin in (*environment, *named)}
            environment = tuple(by_service.values())
        is_shell = self._is_shell(values)
        for key, value in node.value:
            name = str(key.value)
            for collection in _COLLECTIONS:
                name = name.removeprefix(collection)
            is_script = name in _SCRIPTS and not isinstance(value, yaml.MappingNode)
            if is_script and is_shell and not (name == 'shell' and 'run' in values):
                self._script(name, value, environment)
            else:
                self.visit(value, environment)

    def _is_shell(self, values: dict[str, yaml.Node]) -> bool:
        """Whether a step is run by a shell."""
        if 'run' not in values:
            return True
        shell = values.get('shell')
        words = shell.value.split() if shell is not None and _is_text(shell) else []
        return not words or words[0].rpartition('/')[2] in SHELLS or '{{' in words[0]

    def _named(self, node: yaml.Node | None) -> Iterator[Pin]:
        import yaml

        if not isinstance(node, yaml.MappingNode):
            return
        for key, value in node.value:
            if _is_text(key) and _is_text(value):
                text = None if '{{' in value.value or '$' in value.value else value.value
                pin = pins.variable(key.value, text, key.start_mark.index)
                if pin is not None:
                    self.pins.append(pin)
                    yield pin

    def _script(self, name: str, node: yaml.Node, environment: tuple[Pin, ...]) -> None:
        import yaml

        if id(node) in self._visited:
            return
        self._visited.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            fragments = [self._fragment(item) for item in node.value if _is_text(item)]
            script = joined(fragments, '\n')
            if name in _WORDS:
                script = joined([*map(_quoted, fragments)], ' ')
            self.steps.append(Step(script, environment))
            for item in node.value:
                self.visit(item, environment)
        elif _is_text(node):
            self.steps.append(Step(self._fragment(node), environment))

    # -- places of characters --------------------------------------------------------

    def _fragment(self, node: Any) -> Fragment:
        """The value of a scalar; its characters may all have the offset of its start."""
        start, end = node.start_mark.index, node.end_mark.index
        properties = _PROPERTIES.match(self.text, start)
        start = start if properties is None else properties.end()
        raw = Fragment(self.text[start:end], range(start, end), start)
        if node.style in ('|', '>'):
            written = raw.part(raw.text.find('\n') + 1, len(raw.text))
        elif node.style == '"':
            written = _double_quoted(raw.part(1, len(raw.text) - 1))
        elif node.style == "'":
            inner = raw.part(1, len(raw.text) - 1)
            doubled = [match.start() for match in re.finditer("''", inner.text)]
            written = inner.without(doubled)
        else:
            written = raw
        if _squeezed(written.text) != _squeezed(node.value):
            return Fragment(node.value, [start] * len(node.value))
        # YAML folds lines: blanks may be others than those that are written.
        places = [written.offset(at) for at, sign in enumerate(written.text) if not sign.isspace()]
        counts = itertools.accumulate(not sign.isspace() for sign in node.value)
        offsets = [places[max(count - 1, 0)] if places else start for count in counts]
        return Fragment(node.value, offsets, written.start)


def _is_text(node: Any) -> bool:
    import yaml

    return isinstance(node, yaml.ScalarNode)


def _squeezed(text: str) -> str:
    """A text without its blanks."""
    return ''.join(text.split())


def _double_quoted(inner: Fragment) -> Fragment:
    """The characters between double quotes, escapes undone where they stand for one character."""
    dropped: list[int] = []
    text = list(inner.text)
    for match in _ESCAPE.finditer(inner.text):
        dropped.append(match.start())
        if match[1] in ('n', 't'):
            text[match.start() + 1] = {'n': '\n', 't': '\t'}[match[1]]
    return inner._replace(text=''.join(text)).without(dropped)


def _quoted(fragment: Fragment) -> Fragment:
    """A word of a list as a shell would read it."""
    text = re.sub(r'[^\w@%+=:,./{} -]', '_', fragment.text)
    sign = Fragment("'", [fragment.start])
    is_plain = re.fullmatch(r'[\w@%+=:,./-]+', text) is not None or '{{' in text
    middle = fragment._replace(text=text)
    return middle if is_plain else joined([sign, middle, sign])

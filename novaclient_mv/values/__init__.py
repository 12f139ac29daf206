"""Named tuples and protocols whose classes are made fast.

``typing.NamedTuple`` compiles code for each class, and ``typing.Protocol`` looks at each method,
which is a good part of the time in which a command starts.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
    from typing import Protocol as Protocol
else:

    class Protocol:
        """As ``typing.Protocol``, for protocols that nothing is checked for at run time."""

    class _Base(tuple):
        """The methods of all value classes."""

        __slots__ = ()

        def __new__(cls, /, *values, **named):
            names = cls._fields
            if named or len(values) != len(names):
                missing = names[len(values) :]
                rest = cls._field_defaults | named
                if len(values) > len(names) or not named.keys() <= {*missing}:
                    raise TypeError(f'{cls.__name__} has {", ".join(names)}, and nothing else')
                try:
                    values += tuple(map(rest.__getitem__, missing))
                except KeyError as error:
                    raise TypeError(f'{cls.__name__} lacks {error.args[0]}') from None
            return tuple.__new__(cls, values)

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, /, **named):
            values = self._asdict() | named
            if len(values) != len(self):
                raise ValueError(f'{type(self).__name__} has no {", ".join(named)}')
            return self._make(values.values())

        __replace__ = _replace

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            values = ', '.join(f'{name}={value!r}' for name, value in self._asdict().items())
            return f'{type(self).__name__}({values})'

    class _Meta(type):
        """Makes the classes, from the annotations of their fields."""

        def __new__(meta, name, bases, namespace):
            if not bases:
                return super().__new__(meta, name, bases, namespace)
            names = tuple(namespace.get('__annotations__', ()))
            defaults = {field: namespace.pop(field) for field in names if field in namespace}
            if list(defaults) != list(names[len(names) - len(defaults) :]):
                raise TypeError(f'{name} has a field without a default after one with a default')
            namespace |= {field: property(itemgetter(at)) for at, field in enumerate(names)}
            namespace |= {'__slots__': (), '_fields': names, '__match_args__': names}
            namespace['_field_defaults'] = defaults
            # What is derived from it is a class like any other.
            return type(name, (_Base,), namespace)

    class NamedTuple(metaclass=_Meta):
        """As ``typing.NamedTuple``, for classes whose module postpones its annotations."""

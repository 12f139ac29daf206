"""Makes the files with which a page runs the program and its sandbox: Pyodide and xterm.js as npm
has installed them, and one archive of our modules and of the packages that they need.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata

ROOT = pathlib.Path(__file__).parents[2]
SITE = ROOT / 'doc' / 'site'
MODULES = SITE / 'node_modules'

PACKAGES = (
    *('attrs', 'iso8601', 'jmespath', 'jsonschema', 'jsonschema-specifications'),
    *('microversion-parse', 'oslo.i18n', 'oslo.utils', 'prettytable', 'pyyaml', 'referencing'),
    'wcwidth',
    # Logins to sandboxes that are served.
    *('certifi', 'charset-normalizer', 'idna', 'keystoneauth1', 'os-service-types', 'pbr'),
    *('requests', 'stevedore', 'typing_extensions', 'urllib3'),
)
"""Distributions whose modules go along, in the versions that are installed here."""

_AS_THEY_ARE = (
    ('pyodide', ('pyodide.mjs', 'pyodide.asm.mjs', 'python_stdlib.zip')),
    ('@xterm/xterm/lib', ('xterm.mjs',)),
    ('@xterm/xterm/css', ('xterm.css',)),
    ('@xterm/addon-fit/lib', ('addon-fit.mjs',)),
)
_LEFT_OUT = re.compile(
    r'(^|/)(tests?|benchmarks|locale|hacking|imageutils|__pycache__)/|\.(so|pyd|pyc|pyi|typed)$|^\.\.|(^|/)bin/'
    r'|dist-info/(?!METADATA|entry_points)|^_yaml/|^keystoneauth1/(fixture|extras)/'
)
_WITH_PROGRESS = ('pyodide.asm.wasm.gz', 'python_stdlib.zip', 'cloud.zip')
# The same files make the same archive.
_MOMENT = (2020, 1, 1, 0, 0, 0)


def missing() -> str | None:
    """Return a sentence about what is missing here to make the files; ``None`` if nothing is."""
    for folder, names in _AS_THEY_ARE:
        for name in names:
            if not (MODULES / folder / name).is_file():
                return 'npm has not installed what doc/site/package.json names.'
    for name in PACKAGES:
        try:
            metadata.distribution(name)
        except metadata.PackageNotFoundError:
            return f'The Python package {name} of the extra "site" is not installed.'
    return None


def write(folder: pathlib.Path) -> None:
    """Write all files of the cloud into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for source, names in _AS_THEY_ARE:
        for name in names:
            text = (MODULES / source / name).read_bytes()
            # The maps of sources are not shipped.
            (folder / name).write_bytes(re.sub(rb'\n//# sourceMappingURL=\S+\s*$', b'\n', text))
    for source in (SITE / 'browser').iterdir():
        shutil.copyfile(source, folder / source.name)
    wasm = (MODULES / 'pyodide' / 'pyodide.asm.wasm').read_bytes()
    (folder / 'pyodide.asm.wasm.gz').write_bytes(gzip.compress(wasm, mtime=0))
    _write_archive(folder / 'cloud.zip')
    lock = json.loads((MODULES / 'pyodide' / 'pyodide-lock.json').read_text(encoding='utf-8'))
    digest = hashlib.sha256()
    for name in _WITH_PROGRESS:
        digest.update((folder / name).read_bytes())
    listed = {
        'files': {name: (folder / name).stat().st_size for name in _WITH_PROGRESS},
        'stamp': digest.hexdigest()[:12],
        # Nothing is loaded besides; Pyodide only looks at which version this is.
        'lock': json.dumps({'info': lock['info'], 'packages': {}}),
    }
    (folder / 'files.json').write_text(json.dumps(listed), encoding='utf-8')


def _write_archive(path: pathlib.Path) -> None:
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, source in sorted(_contents()):
            archive.writestr(zipfile.ZipInfo(name, _MOMENT), source, zipfile.ZIP_DEFLATED)


def _contents() -> Iterator[tuple[str, bytes]]:
    """Names and contents of all files of the archive."""
    for distribution in map(metadata.distribution, PACKAGES):
        for file in distribution.files or ():
            if not _LEFT_OUT.search(file.as_posix()):
                yield file.as_posix(), pathlib.Path(str(file.locate())).read_bytes()
    for folder in (SITE / 'python', SITE / 'python' / 'stand_ins'):
        for path in folder.rglob('*.py'):
            name = path.relative_to(folder).as_posix()
            if not name.startswith('stand_ins/'):
                yield name, path.read_bytes()
    with tempfile.TemporaryDirectory() as built:
        _build_package(pathlib.Path(built))
        for path in pathlib.Path(built).rglob('*'):
            name = path.relative_to(built).as_posix()
            if path.is_file() and not _LEFT_OUT.search(name):
                yield name, path.read_bytes()


def _build_package(folder: pathlib.Path) -> None:
    """Put our package together as a wheel has it, with the table of its commands."""
    ignored = shutil.ignore_patterns('__pycache__', '*commands.json*')
    package = folder / 'novaclient_mv'
    shutil.copytree(ROOT / 'novaclient_mv', package, ignore=ignored)
    code = 'from novaclient_mv.cli.reading import index; index.write_built()'
    environment = {**os.environ, 'PYTHONPATH': str(folder), 'PYTHONDONTWRITEBYTECODE': '1'}
    subprocess.run([sys.executable, '-P', '-c', code], env=environment, check=True)

"""Metadata of the package: this is the one place that holds it."""

import os
import pathlib
import re
import subprocess
import sys

import setuptools
from setuptools.command import build_py

HERE = pathlib.Path(__file__).parent

SANDBOX = [
    'jsonschema>=4.21',
    'microversion-parse>=2.0',
    'waitress>=3.0.1',
]
FAST = ['orjson>=3.11.6']
POLICY = ['oslo.config>=9.0', 'oslo.policy>=4.4']
ZSTD = ['backports.zstd>=1.0; python_version < "3.14"']
TYPES = [
    'mypy>=2.0',
    'types-PyYAML>=6.0.12',
    'types-jmespath>=1.0.2',
    'types-jsonschema>=4.19.0.2',
    'types-waitress>=3.0.0.20240423',
]


def version() -> str:
    """The version that the package itself states, read without importing it."""
    text = (HERE / 'novaclient_mv' / '__init__.py').read_text(encoding='utf-8')
    found = re.search(r"^__version__ = '([^']+)'$", text, re.MULTILINE)
    if found is None:
        raise RuntimeError('novaclient_mv/__init__.py states no __version__.')
    return found[1]


def description() -> str:
    """The README, which is also the page of the package."""
    return (HERE / 'README.rst').read_text(encoding='utf-8')


class BuildModules(build_py.build_py):
    """Makes the pages of ``man``, and the table of commands for the package that is built.

    An editable installation has no such table of its own: a checkout makes it when it first needs
    it.
    """

    def run(self) -> None:
        super().run()
        modules = HERE if self.editable_mode else pathlib.Path(self.build_lib)
        if not self.editable_mode:
            code = 'from novaclient_mv.cli.reading import index; index.write_built()'
            self._run(modules, '-c', code)
        pages = pathlib.Path(self.get_finalized_command('build').build_temp, 'man1')
        self._run(modules, str(HERE / 'doc' / 'man' / 'write.py'), str(pages))
        self.distribution.data_files = [('share/man/man1', sorted(map(str, pages.iterdir())))]
        if self.editable_mode:
            # Here setuptools does not do so by itself.
            self.run_command('install_data')

    def _run(self, modules: pathlib.Path, *words: str) -> None:
        paths = os.pathsep.join((str(modules.absolute()), str(HERE / 'doc' / 'man')))
        environment = {**os.environ, 'PYTHONPATH': paths, 'PYTHONDONTWRITEBYTECODE': '1'}
        # Not the modules of this folder (-P) are asked, but those that were built.
        subprocess.run([sys.executable, '-P', *words], env=environment, check=True)


setuptools.setup(
    cmdclass={'build_py': BuildModules},
    name='nova-mv',
    version=version(),
    description='Client for the OpenStack Compute API, with API microversions at its heart',
    long_description=description(),
    long_description_content_type='text/x-rst',
    # The project has no public address yet: with one come `project_urls` and `author_email`.
    author='The nova-mv authors',
    license_expression='Apache-2.0',
    license_files=['LICENSE'],
    keywords='openstack nova compute microversion client',
    classifiers=[
        'Development Status :: 5 - Production/Stable',
        'Environment :: Console',
        'Environment :: OpenStack',
        'Framework :: Pytest',
        'Intended Audience :: Developers',
        'Intended Audience :: Information Technology',
        'Intended Audience :: System Administrators',
        'Operating System :: POSIX',
        'Programming Language :: Python :: 3',
        'Programming Language :: Python :: 3 :: Only',
        'Programming Language :: Python :: 3.11',
        'Programming Language :: Python :: 3.12',
        'Programming Language :: Python :: 3.13',
        'Programming Language :: Python :: 3.14',
        'Topic :: Internet :: WWW/HTTP',
        'Topic :: Software Development :: Libraries :: Python Modules',
        'Topic :: Software Development :: Testing',
        'Topic :: System :: Distributed Computing',
        'Topic :: System :: Systems Administration',
        'Topic :: Utilities',
        'Typing :: Typed',
    ],
    python_requires='>=3.11',
    # With it an editable installation is a path, in which type checkers look as well; without it,
    # it is a hook of imports, which only a running Python asks.
    package_dir={'': '.'},
    packages=setuptools.find_packages(include=['novaclient_mv', 'novaclient_mv.*']),
    package_data={'novaclient_mv': ['py.typed', 'data/**/*.json', 'data/**/*.jsonl', 'data/*.txt']},
    include_package_data=False,
    zip_safe=False,
    install_requires=[
        'PyYAML>=6.0.1',
        'jmespath>=1.0.1',
        'keystoneauth1>=5.10.0',
        'oslo.utils>=7.0.0',
        'prettytable>=3.6.0',
        'stevedore>=5.0.0',
    ],
    extras_require={
        # The built-in cloud: version headers, media types, checks of bodies, and serving over HTTP.
        'sandbox': SANDBOX,
        # JSON of thousands of rows in less time.
        'fast': FAST,
        # Judges an operator's policy file.
        'policy': POLICY,
        # Logs: compressed ones, and those of a fleet, which the workers of a cluster count.
        'zstd': ZSTD,
        'fleet': ['dask>=2026.1.1', 'distributed>=2026.1.1'],
        # The reader of clouds.yaml is compared with openstacksdk, that of answers with h11, logs of
        # lint are judged by pydantic-sarif; mypy checks a client program; docutils reads the
        # documentation, whose blocks are run, and pyte is the terminal of its pictures, which Rich
        # draws.
        'test': [
            *FAST,
            *POLICY,
            *SANDBOX,
            *TYPES,
            *ZSTD,
            'coverage>=7.10.6',
            'docutils>=0.20',
            'h11>=0.16',
            'hypothesis>=6.100',
            'openstacksdk>=4.5.0',
            'pydantic-sarif>=0.1.1',
            'pyte>=0.8.2',
            'pytest>=9.0.3',
            'pytest-cov>=7.0',
            'pytest-xdist>=3.5',
            'rich>=14.0',
            'setuptools>=83.0.0',
        ],
        # Wheel, source distribution and bill of materials, and what checks them; .ci/release.txt
        # has the versions, with hashes, that a release is made with.
        'package': ['build>=1.2.2', 'cyclonedx-bom>=7.0', 'twine>=6.1'],
        # Pages run these, and what npm brings; tests press keys in the Chromium of the system.
        'site': [*SANDBOX, 'playwright>=1.56.0'],
        'docs': [
            *SANDBOX,
            'furo>=2024.8.6',
            'pyspellchecker>=0.9.1,<0.10',
            'pyte>=0.8.2',
            'reno>=4.0',
            'rich>=14.0',
            'sphinx>=7.2',
            'sphinx-design>=0.6.1',
        ],
        'lint': [*FAST, *SANDBOX, *TYPES, 'pytest>=9.0.3', 'ruff>=0.17,<0.18'],
    },
    entry_points={
        # Other packages add commands in the group `novaclient_mv.commands`, and services (values of
        # novaclient_mv.services.Service) in the group `novaclient_mv.services`.
        'console_scripts': ['nova-mv = novaclient_mv.__main__:main'],
        # Named like its module, so that `pytest -p` of the module does not load it twice.
        'pytest11': [
            'novaclient_mv.sandbox.pytest_plugin = novaclient_mv.sandbox.pytest_plugin',
        ],
    },
)

"""Settings of the documentation."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

import novaclient_mv

project = 'nova-mv'
copyright = 'The nova-mv authors. Apache License 2.0'
release = version = novaclient_mv.__version__

extensions: list[str] = []
root_doc = 'index'
highlight_language = 'console'
smartquotes = False
nitpicky = True

html_theme = 'alabaster'
html_show_sourcelink = False
html_theme_options = {
    'description': 'API versions as first-class values',
    'fixed_sidebar': True,
}

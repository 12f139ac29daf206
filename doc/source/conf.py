"""Settings of the documentation."""

import pathlib
import sys

_HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(_HERE.parents[1]), str(_HERE.parent / 'ext')]

import novaclient_mv  # noqa: E402

project = 'nova-mv'
copyright = 'The nova-mv authors. Apache License 2.0'
release = version = novaclient_mv.__version__

extensions = [
    'sphinx.ext.autodoc',
    'sphinx_design',
    'block_lines',
    'checked_pages',
    'cloud_in_page',
    'command_reference',
    'coverage_page',
    'managers',
    'release_pages',
    'spelling',
    'terminal_blocks',
    'translations',
    'tuple_fields',
    'version_drawing',
]

autodoc_typehints = 'description'
autodoc_member_order = 'bysource'
# Sections alone stand in the navigation, not each of two thousand methods.
toc_object_entries = False
nitpicky = True
# Annotations name classes of the standard library and of rooms that programs do not see; errors are
# named without their rooms.
nitpick_ignore_regex = [('py:(class|exc)', '.*')]
root_doc = 'index'
highlight_language = 'console'
smartquotes = False

html_theme = 'furo'
html_title = f'{project} {release}'
html_show_sourcelink = False
html_search_scorer = str(_HERE / 'search-scorer.js')
html_static_path = ['_static']
html_css_files = ['site.css', 'release-matrix.css']
html_theme_options = {
    'light_css_variables': {'color-brand-primary': '#0b5cad', 'color-brand-content': '#0b5cad'},
    'dark_css_variables': {'color-brand-primary': '#79b8ff', 'color-brand-content': '#79b8ff'},
}

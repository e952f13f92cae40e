"""The documentation site: `make docs` builds it into build/site with Sphinx, to be read and searched offline."""

import plytree

project = "plytree"
author = "the plytree contributors"
copyright = "the plytree contributors, MIT licence"
version = release = plytree.__version__

extensions = [
    "myst_parser",  # the pages are Markdown
    "sphinx.ext.autodoc",  # the reference comes from the sources
    "sphinx.ext.viewcode",
]
exclude_patterns = ["pictures", "**/make.py"]
html_theme = "furo"
html_title = f"plytree {version}"
html_copy_source = False
html_show_sphinx = False
smartquotes = False  # `""` in a sentence is an empty text

myst_heading_anchors = 3
myst_links_external_new_tab = False
suppress_warnings = ["myst.xref_missing"]  # links to files of the repository: tests/test_docs.py checks them

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"


def plain_text(app, what, name, obj, options, lines):
    """Docstrings are plain text, not reStructuredText: code stays code, and nothing else means anything."""
    text = "\n".join(lines)
    lines[:] = text.replace("*", "\\*").replace("|", "\\|").replace("`", "``").replace("_ ", "\\_ ").splitlines()


def setup(app):
    app.connect("autodoc-process-docstring", plain_text)

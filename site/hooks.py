"""What MkDocs asks while it builds the site, so that pages look and link as they do in the usual renderers of repositories.

Anchors of headings are made in the same way. In a cell of a table `\\|` stands for a bar also inside code.
"""
import re


def anchor(text, separator):
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


def on_config(config):
    config["mdx_configs"].setdefault("toc", {})["slugify"] = anchor
    return config


def on_page_content(html, **_):
    return re.sub(r"<td[ >].*?</td>", lambda cell: cell[0].replace("\\|", "|"), html, flags=re.S)

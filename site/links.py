"""Checks the links of a site of HTML files: those inside it lead to a file, and to a place in it if they name one; pages
fetch nothing from other hosts. Links for readers to other hosts are not followed."""
import pathlib
import urllib.parse
from html.parser import HTMLParser

# What a browser loads by itself, and where the address stands.
FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("object", "data"), ("link", "href")}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.places = set()
        self.addresses = []  # (tag, attribute, address)
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        for name in ("id", "name"):
            if values.get(name):
                self.places.add(values[name])
        for name in ("href", "src", "data"):
            if values.get(name) is not None and tag != "base":
                self.addresses.append((tag, name, values[name]))


def complaints(root):
    root = pathlib.Path(root)
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        for tag, attribute, address in page.addresses:
            parts = urllib.parse.urlsplit(address)
            where = f"{path.relative_to(root)}: {address}"
            if parts.scheme in ("http", "https") or parts.netloc:
                if (tag, attribute) in FETCHED:
                    found.append(f"{where}: fetched from another host")
                continue
            if parts.scheme:
                continue
            base = root if parts.path.startswith("/") else path.parent
            target = path if not parts.path else (base / urllib.parse.unquote(parts.path).lstrip("/")).resolve()
            if target.is_dir():
                target = target / "index.html"
            if not target.is_file():
                found.append(f"{where}: leads nowhere")
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].places:
                found.append(f"{where}: there is no such place")
    return found

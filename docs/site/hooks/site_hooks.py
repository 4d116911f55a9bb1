"""Hooks of MkDocs: pages generated from the repository, links of files turned into links of pages."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chapters
import command_pages
import diagnostic_pages
import gallery
import rules_lexer
from markdown_links import headings, relative, rewrite
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[3]
# Files beside `docs/` that are pages of the site.
BESIDE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
README = "README.md"
SPEED = re.compile(r"<!-- speed: .*?-->\n(.*?)<!-- speed ends -->", re.DOTALL)
SPEED_GOES_HERE = "<!-- the table of README.md -->"
RAW = ("llms.txt", "docs/core.md", "docs/how_to_say.md", "docs/language.md", "docs/engine.md")


class Site:
    """What the pages of one build need of each other."""

    def __init__(self) -> None:
        text = (ROOT / chapters.SOURCE).read_text(encoding="utf-8")
        self.chapters = chapters.split(text)
        self.places = chapters.places(self.chapters)
        self.pages = {one.uri: one for one in chapters.every_page(self.chapters)}

    def origin(self, uri: str) -> str:
        """The file of the repository that a page is made from."""
        if uri in self.pages:
            return chapters.SOURCE
        return next((name for name, page in BESIDE.items() if page == uri), f"docs/{uri}")

    def target(self, uri: str, path: str, anchor: str) -> str:
        """A link of the repository as a link from the page `uri`."""
        origin = self.origin(uri)
        file = posixpath.normpath(posixpath.join(posixpath.dirname(origin), path)) if path else origin
        page = self._page(uri, file, anchor)
        if anchor and file == README:
            anchor = {"how-fast": "results"}.get(anchor, anchor)
        link = relative(page, uri) if page != uri else ""
        return f"{link}{f'#{anchor}' if anchor else ''}" or posixpath.basename(uri)

    def _page(self, uri: str, file: str, anchor: str) -> str:
        if file == chapters.SOURCE:
            if anchor and anchor not in self.places:
                raise PluginError(f"{uri}: {chapters.SOURCE} has no heading #{anchor}")
            return self.places.get(anchor, f"{chapters.FOLDER}/index.md")
        if file in BESIDE:
            return BESIDE[file]
        if file == README:
            return "benchmarks.md" if anchor == "how-fast" else "index.md"
        if file in GENERATED:
            return GENERATED[file]
        if file.startswith("rulec/explanations/"):
            return diagnostic_pages.uri_of(Path(file).stem)
        if file.startswith("games"):
            return f"games/{Path(file).stem}.md" if file.endswith(".rules") else "games/index.md"
        if file.startswith("docs/"):
            return file.removeprefix("docs/")
        raise PluginError(f"{uri}: a link to {file}, which is no page")


# What a generated page is made from, as a link of the repository names it.
GENERATED = {
    "rulec/cli/app.py": command_pages.URI,
    "rulec/explanations": f"{diagnostic_pages.FOLDER}/index.md",
}
site: Site


def on_config(config: Any) -> Any:
    """Register the lexer; fill the navigation with the chapters of the reference."""
    global site
    rules_lexer.register()
    site = Site()
    config.nav = _filled(config.nav)
    return config


def _filled(entry: Any) -> Any:
    if isinstance(entry, list):
        return [
            each
            for one in entry
            for each in (GROUPS[one]() if isinstance(one, str) and one in GROUPS else [_filled(one)])
        ]
    if isinstance(entry, dict):
        return {title: _filled(below) for title, below in entry.items()}
    return entry


def _chapters() -> list[Any]:
    found: list[Any] = []
    for one in site.chapters:
        below = [{child.title: child.uri} for child in one.children]
        found.append({one.title: [one.uri, *below]} if below else {one.title: one.uri})
    return found


def _decisions() -> list[Any]:
    found: list[Any] = []
    for path in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        number, title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ").split(" ", 1)
        found.append({f"{int(number)}. {title}": f"decisions/{path.name}"})
    return found


GROUPS: dict[Any, Callable[[], list[Any]]] = {"@chapters": _chapters, "@decisions": _decisions}


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are generated."""
    generated = [(one.uri, one.text) for one in site.pages.values()]
    generated += [(page, (ROOT / name).read_text(encoding="utf-8")) for name, page in BESIDE.items()]
    generated += [*diagnostic_pages.pages(), *gallery.pages(ROOT), (command_pages.URI, command_pages.page())]
    generated.append(("assets/site.css", (ROOT / "docs/site/site.css").read_text(encoding="utf-8")))
    long = files.get_file_from_path("language.md")  # its chapters take its place
    if long is not None:
        files.remove(long)
    for uri, text in generated:
        files.append(File.generated(config, uri, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Anchors as GitHub has them, links to pages, fences without the settings that the tests read."""
    uri = page.file.src_uri
    chapter = site.pages.get(uri)
    if chapter is not None:
        anchors, promote = chapter.anchors, chapter.level - 1
    else:
        anchors, promote = [anchor for _, _, anchor in headings(markdown)], 0
    if uri == "benchmarks.md":
        markdown = markdown.replace(SPEED_GOES_HERE, _speed())
    written = rewrite(markdown, lambda path, anchor: site.target(uri, path, anchor), anchors, promote)
    if chapter is not None and chapter.has_fragments:
        frame = relative(site.places[chapters.FRAME], uri)
        title, _, rest = written.partition("\n")
        written = f"{title}\n\n*Short examples here are parts of [this game]({frame}).*\n{rest}"
    return written


def _speed() -> str:
    found = SPEED.search((ROOT / README).read_text(encoding="utf-8"))
    if found is None:
        raise PluginError("README.md has no table of speed")
    return found[1]


def on_post_build(config: Any) -> None:
    """`llms.txt` at the root, and the plain pages that it names at the places that it gives them."""
    out = Path(config.site_dir)
    for name in RAW:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, out / name)
    for path in (ROOT / "games").glob("**/*.rules"):
        target = out / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)

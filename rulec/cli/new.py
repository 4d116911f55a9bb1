"""Command `rulec new`: creates a rules file from a template, or a variant."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from rulec.base.base_lookup import SUFFIX, find_bases
from rulec.cli.shared import output
from rulec.cli.shared.progress import doing
from rulec.errors import RulecError

HELP = (
    "Create a rules file: a minimal playable game, or a variant of another game.\n\n"
    "The file has comments and an example; `check`, `test` and `play` take it as it is. "
    "Nothing is overwritten.",
    "rulec new my_game",
    "rulec new short_game --extends games/classics/connect_four.rules",
    "rulec new quick --extends hex",
    "rulec new my_copy --extends manifest_railways --assumed",
)


def run(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A name, or a file: my_game, games/my_game.rules.", show_default=False
        ),
    ],
    extends: Annotated[
        str | None,
        typer.Option(
            "--extends",
            metavar="FILE",
            help="Create a variant of the game in this file, or of a bundled game.",
        ),
    ] = None,
    assumed: Annotated[
        bool,
        typer.Option(
            "--assumed",
            help="Include all tables marked `assumed` in that game, to be filled in from a printed copy.",
        ),
    ] = False,
) -> None:
    path, title = _named(name)
    if path.exists() or path.is_symlink():
        raise RulecError(f"{path} is there already", "choose another name; nothing was written")
    if assumed and extends is None:
        raise RulecError("--assumed is about a game that there is", "name it: --extends GAME")
    if extends is None:
        from rulec.insight.scaffolds import first_game

        _write(path, first_game(title, str(path)).text)
        print(f"{path}: a game of stones for 2 to 4 players, to be changed")
    else:
        _extend(path, title, extends, assumed)
    output.next_command(f"rulec play {path}")


def _named(name: str) -> tuple[Path, str]:
    """Path and title from a name: `night trains` -> night_trains.rules."""
    folder, _, word = name.rpartition("/")
    word = word.removesuffix(SUFFIX).strip()
    stem = re.sub(r"_+", "_", re.sub(r"[^a-z0-9_]", "_", word.lower())).strip("_")
    from rulec.native.names import is_game_name

    if not is_game_name(stem):
        hint = "small letters, digits and `_`, a letter first, no word of Python"
        raise RulecError(f"`{name}` can't be the name of a game", hint)
    words = re.sub(r"[\s_-]+", " ", word).replace('"', "").strip()
    return Path(folder) / f"{stem}{SUFFIX}" if folder else Path(f"{stem}{SUFFIX}"), words[:1].upper() + words[
        1:
    ]


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:  # never overwrite a file created meanwhile
            file.write(text)
    except OSError as problem:
        raise RulecError(f"{path} can't be written: {problem.strerror}") from None


# --- variants -------------------------------------------------------------------------------------------


def _extend(path: Path, title: str, extends: str, assumed: bool) -> None:
    from rulec.compiled import Compiled
    from rulec.frontend import files_of, read_source
    from rulec.insight.scaffolds import titled

    base = _base(extends)
    if re.fullmatch(r"[A-Za-z_]\w*", base.stem, re.ASCII) is None or base.suffix != SUFFIX:
        raise RulecError(
            f"a variant can't name the game in {base}",
            "rename that file: letters, digits and `_`, and `.rules` at the end",
        )
    if base.stem == path.stem:
        raise RulecError(f"a variant needs another name than its game, {base.stem}", "choose another one")
    with doing(f"looking for a change of {base}"):
        text = _to_fill_in(path, title, base) if assumed else titled(Compiled(base).variant_template, title)
        _require_accepted(path, text, base)
    sources = [read_source(one) for one in files_of(base)]
    missing = [one for one in sources if not _is_found(path, Path(one.name))]
    for one in missing:
        _write(path.parent / Path(one.name).name, one.text)
        print(f"{path.parent / Path(one.name).name}: copied from {one.name}, so that the variant finds it")
    _write(path, text)
    print(f"{path}: a variant of {base}")


def _to_fill_in(path: Path, title: str, base: Path) -> str:
    """Variant of a game with its assumed values, to be filled in."""
    from rulec.frontend import check, read_source, refusal
    from rulec.insight.assumed_scaffold import assumed_variant

    checked = check(read_source(base))
    if not checked.ok:
        raise refusal(str(base), checked.files, checked.diagnostics)
    return assumed_variant(checked, title, str(path)).text


def _require_accepted(path: Path, text: str, base: Path) -> None:
    """Check the new file; it differs from the tested template only in its title."""
    from rulec.base.source_text import SourceText
    from rulec.frontend import Library, check, files_of, read_source, refusal

    given = {one.stem: read_source(one) for one in files_of(base)}
    checked = check(SourceText(str(path), text), Library(given))
    if not checked.ok:
        raise refusal(str(path), checked.files, checked.diagnostics)


def _base(extends: str) -> Path:
    """Resolve the base game: a file, or the name of a bundled game."""
    path = Path(extends)
    if path.is_file() or path.suffix == SUFFIX or len(path.parts) > 1:
        return path
    if path.with_suffix(SUFFIX).is_file():
        return path.with_suffix(SUFFIX)
    from rulec.base.diagnostics import did_you_mean
    from rulec.native.shipped_modules import GAMES

    own = {one.stem: one for one in sorted(GAMES.glob(f"**/*{SUFFIX}"))}
    if extends in own:
        found = own[extends]
        relative = os.path.relpath(found)
        return found if relative.startswith(os.pardir) else Path(relative)
    near = [one.stem for one in Path().glob(f"*{SUFFIX}")]
    hint = did_you_mean(extends, [*near, *own]) or f"rulec's own games are {', '.join(sorted(own))}"
    raise RulecError(f"there is no file {extends} and no game of that name", hint)


def _is_found(variant: Path, base: Path) -> bool:
    """Check whether a variant in this place resolves to `base`; raise an error if shadowed."""
    found = find_bases(variant, base.stem)
    if any(_same(one, base) for one in found):
        return True
    if found:
        shown = " and ".join(map(str, found))
        raise RulecError(
            f"a variant in {variant} would change {shown}, not {base}", "put it into another folder"
        )
    return False


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve() or one.read_bytes() == other.read_bytes()

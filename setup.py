"""Build backend: setuptools, with wheels that carry the parser's tables and the compiled games.

Everything else about the package stands in `pyproject.toml`. An editable install compiles nothing: the first
import of a game does. The games of a wheel run on any processor of this kind of machine.
`RULEC_SKIP_GAMES=1` makes a wheel without them, `RULEC_GAMES=hex,reversi` one with only these;
`RULEC_BASELINE=1` leaves out the modules for better processors, which is half the work.
`RULEC_STUDIO_BUNDLE` is the file that `npm run build` in `editors/studio` has made.

As a module this file is the PEP 517 backend; as a script it is what setuptools runs.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any, ClassVar

from setuptools import Command, Distribution, setup
from setuptools.build_meta import *  # noqa: F403 - the hooks of PEP 517 and PEP 660
from setuptools.build_meta import get_requires_for_build_wheel as requires_of_setuptools
from setuptools.command.build import build
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
DATA = ("games", "grammars", "shipped")
NO_DATA = shutil.ignore_patterns("__pycache__", "*.py")


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """A wheel needs whatever rulec runs on: rulec compiles its games. An editable install does not."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*requires_of_setuptools(config_settings), *project["dependencies"]]


class build_games(Command):  # noqa: N801 - setuptools names commands by their class
    """Make the parser's tables; compile the rules files below `games`."""

    description = "compile the games that come with rulec"
    user_options: ClassVar = [("build-lib=", "b", "folder of the finished package")]

    def initialize_options(self) -> None:
        self.build_lib: str | None = None
        self.editable_mode = False

    def finalize_options(self) -> None:
        self.set_undefined_options("build_py", ("build_lib", "build_lib"))

    def run(self) -> None:
        if self.editable_mode:
            return
        # Only `rulec` and `generated` belong at the top of site-packages.
        for folder in ("games", "grammars"):
            shutil.copytree(HERE / folder, self._package() / folder, dirs_exist_ok=True, ignore=NO_DATA)
        sys.path.insert(0, str(HERE))
        from rulec.errors import RulecError
        from rulec.syntax.parsing.lalr_tables import TABLES, write_tables

        write_tables(self._package() / "syntax" / "parsing" / TABLES.name)
        self._add_editor()
        record_commit(self._package())
        if os.environ.get("RULEC_SKIP_GAMES", "") not in ("", "0"):
            return

        from rulec.facade import ship_games

        try:
            only = os.environ.get("RULEC_GAMES", "").replace(",", " ").split()
            baseline = os.environ.get("RULEC_BASELINE", "") not in ("", "0")
            for name in ship_games(HERE / "games", self._package() / "shipped", only, baseline=baseline):
                print(f"compiled {name}", flush=True)
        except RulecError as error:
            sys.exit(
                f"\n*** The games that come with rulec could not be compiled.\n*** {error}\n"
                "*** Mend that and build again, or set RULEC_SKIP_GAMES=1 for a wheel without them.\n"
            )

    def _add_editor(self) -> None:
        """The bundle of the studio's editor, where `RULEC_STUDIO_BUNDLE` names one."""
        bundle = os.environ.get("RULEC_STUDIO_BUNDLE", "").strip()
        if bundle:
            target = self._package() / "studio" / "static" / "bundle"
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(bundle, target / "codemirror.js")

    def _package(self) -> Path:
        return Path(self.build_lib or ".").resolve() / "rulec"

    # The protocol of a build step; the modules are no sources.
    def get_source_files(self) -> list[str]:
        return []

    def get_outputs(self) -> list[str]:
        if self.editable_mode:
            return []
        tables = self._package() / "syntax" / "parsing" / "tables.json"
        data = (path for one in DATA for path in (self._package() / one).rglob("*") if path.is_file())
        return [str(tables), str(self._package() / "base" / "commit.txt"), *map(str, data)]

    def get_output_mapping(self) -> dict[str, str]:
        return {}


def record_commit(package: Path) -> None:
    """Keep the commit of the checkout, or of the sdist, in a package that is built from it."""
    sys.path.insert(0, str(HERE))
    from rulec.base.commit import commit

    (package / "base" / "commit.txt").write_text(f"{commit()}\n", encoding="ascii")


class SourceDistribution(sdist):
    """A source distribution that knows its commit."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        record_commit(Path(base_dir) / "rulec")


class Build(build):
    sub_commands: ClassVar = [*build.sub_commands, ("build_games", None)]


class PlatformDistribution(Distribution):
    """Its wheels hold native modules, although setuptools itself builds none."""

    def has_ext_modules(self) -> bool:
        return True


if __name__ == "__main__":  # the processes that compile games import this file, too
    setup(
        cmdclass={"build": Build, "build_games": build_games, "sdist": SourceDistribution},
        distclass=PlatformDistribution,
    )

"""Makes the parser's tables and builds the shipped games, once the Python files are in place.

Everything else about the package is in `pyproject.toml`. An editable install puts the modules into
`rulec/shipped/` of the source tree, a wheel gets them from the build folder. They are built to run on any
processor of this kind of machine. `RULEC_SKIP_GAMES=1` installs without them (no C compiler needed then).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Distribution, setup
from setuptools.command.build import build

HERE = Path(__file__).resolve().parent


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
        sys.path.insert(0, str(HERE))
        from rulec.errors import RulecError
        from rulec.syntax.tables import TABLES, write_tables

        write_tables(self._root() / "rulec" / "syntax" / TABLES.name)
        if os.environ.get("RULEC_SKIP_GAMES", "") not in ("", "0"):
            return

        try:
            self._build_all()
        except RulecError as error:
            sys.exit(
                f"\n*** The games that come with rulec could not be built.\n*** {error}\n"
                "*** Mend that and install again, or set RULEC_SKIP_GAMES=1 to install rulec without them.\n"
            )

    def _build_all(self) -> None:
        from rulec.facade import ship_file
        from rulec.native.shipped import prune_shipped, shipped_rules

        target = self._target()
        names = set()
        for path in shipped_rules(HERE / "games"):
            report = ship_file(path, target, HERE / "games")
            print(f"built {path.relative_to(HERE)} -> {report.module.name}")
            names.add(report.module.name)
        prune_shipped(names, target)

    def _root(self) -> Path:
        return HERE if self.editable_mode else Path(self.build_lib or ".").resolve()

    def _target(self) -> Path:
        return self._root() / "rulec" / "shipped"

    # What setuptools asks of a build step. The modules are no sources, and an editable install has them
    # in the source tree already.
    def get_source_files(self) -> list[str]:
        return []

    def get_outputs(self) -> list[str]:
        if self.editable_mode:
            return []
        tables = self._root() / "rulec" / "syntax" / "tables.json"
        return [str(tables), *(str(path) for path in self._target().glob("*"))]

    def get_output_mapping(self) -> dict[str, str]:
        return {}


class Build(build):
    sub_commands: ClassVar = [*build.sub_commands, ("build_games", None)]


class PlatformDistribution(Distribution):
    """Its wheels hold native modules, although setuptools itself builds none."""

    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build": Build, "build_games": build_games}, distclass=PlatformDistribution)

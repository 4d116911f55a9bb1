"""Texts for people are given for names and for labels of options: both are renamed with what they name."""

from __future__ import annotations

import pytest

from rulec.editor.document import edited
from rulec.editor.positions import Position
from rulec.editor.rename import rename
from rulec.editor.workspace import Workspace
from tests.lsp.small import GAME

TEXT = f'{GAME}\ndisplay:\n  wheat: "Wheat"\n  "building: a1": "in the corner"\n'


@pytest.mark.parametrize(("words", "name"), [("wheat, hops", "rye"), ("building      [", "site")])
def test_a_display_line_follows_its_name(words: str, name: str) -> None:
    workspace = Workspace()
    path = "/nowhere/shown.rules"
    workspace.open(path, TEXT)
    found = workspace.analyse(path)
    assert found is not None
    assert found.problems == ()
    before = TEXT[: TEXT.index(words)]
    at = Position(before.count("\n"), len(before) - before.rfind("\n") - 1)
    edits = rename(workspace, path, at, name).edits[path]
    assert edited(TEXT, edits) == TEXT.replace(words.split(",")[0].split()[0], name)

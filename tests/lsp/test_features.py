"""Every feature of the language server, asked by a real client on one small game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

import rulec
from rulec.editor.document import Change, Document
from rulec.editor.vocabulary import TYPES
from rulec.frontend import check, read_source
from rulec.lsp.convert import from_change
from rulec.lsp.option_ids import in_words
from rulec.syntax.canonical_layout import lay_out
from tests.lsp.editor_client import Editor, cut, position
from tests.lsp.small import GAME, VARIANT


@pytest.fixture(scope="module")
def uri(editor: Editor, folder: Path) -> str:
    found = editor.open(folder / "harvest.rules", GAME)
    assert editor.pull(found) == []
    return found


def identifier(uri: str) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri)


# --- diagnostics and fixes --------------------------------------------------------------------------------


def test_diagnostics_are_those_of_check_and_hints_become_edits(editor: Editor, folder: Path) -> None:
    wrong = GAME.replace("lower rounds", "lwer rounds").replace("my grain > 20", "my grin > 20")
    path = folder / "wrong.rules"
    path.write_text(wrong, encoding="utf-8")
    uri = editor.open(path, wrong)
    found = editor.pull(uri)
    expected = check(read_source(path)).diagnostics
    assert [(one.code, one.range.start.line + 1, one.message.split("\nhint: ")[0]) for one in found] == [
        (one.code, one.span.line, one.message) for one in expected
    ]
    editor.wait_until(lambda: len(editor.published.get(uri, [])) == len(expected))
    asked = lsp.CodeActionParams(identifier(uri), found[0].range, lsp.CodeActionContext(found))
    (fix,) = editor.ask(lsp.TEXT_DOCUMENT_CODE_ACTION, asked)
    assert fix.title == "Did you mean `lower`?"
    assert fix.diagnostics[0].code == found[0].code
    (edit,) = fix.edit.changes[uri]
    document = Document("", wrong)
    document.apply([as_change(edit)], 2)
    assert document.text == wrong.replace("lwer", "lower")
    editor.shut(uri)
    editor.wait_until(lambda: editor.published[uri] == [])


def test_tabs_become_spaces_by_one_quick_fix(editor: Editor, folder: Path) -> None:
    text = re.sub(r"(?m)^    ", "\t\t", GAME).replace("  players", "\tplayers").replace("\n", "\r\n")
    uri = editor.open(folder / "tabs.rules", text)
    (found,) = editor.pull(uri)
    context = lsp.CodeActionContext([found])
    (action,) = editor.ask(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionParams(identifier(uri), found.range, context)
    )
    assert found.code == "R101"
    document = Document("tabs.rules", text)
    for one in reversed(action.edit.changes[uri]):
        document.apply([from_change(lsp.TextDocumentContentChangePartial(one.range, one.new_text))], 2)
    assert document.text == GAME
    editor.shut(uri)


def test_clashes_lead_to_their_second_place(editor: Editor, folder: Path) -> None:
    twice = GAME + "\nrule collect with other:\n  raise my grain by other\n"
    uri = editor.open(folder / "twice.rules", twice)
    found = next(one for one in editor.pull(uri) if one.code == "R202")
    (related,) = found.related_information
    assert cut(twice, related.location.range) == "collect"
    assert related.location.range.start.line == position(GAME, "rule collect").line
    editor.shut(uri)


def test_problems_of_a_base_are_shown_in_the_open_variant(editor: Editor, folder: Path) -> None:
    uri = editor.open(folder / "long_harvest.rules", VARIANT)
    assert editor.pull(uri) == []
    base = editor.open(folder / "harvest.rules", GAME.replace("grain: 0 to 99", "grain: 0 too 99"))
    found = editor.pull(uri)
    assert found
    assert all(one.range.start.line == 0 for one in found)
    assert found[0].related_information[0].location.uri == base
    editor.replace(base, 2, GAME)
    assert editor.pull(uri) == []
    editor.shut(uri)


# --- completion -------------------------------------------------------------------------------------------


def completed(
    editor: Editor, folder: Path, line: str, below: str, name: str = "typing.rules"
) -> dict[str, Any]:
    """What is proposed at the end of a line put below another one."""
    text = GAME.replace(below, f"{below}{line}\n", 1)
    uri = editor.open(folder / name, GAME)
    editor.pull(uri)
    editor.replace(uri, 2, text)
    number = text[: text.index(below) + len(below)].count("\n")
    where = lsp.Position(number, len(line))
    answer = editor.ask(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionParams(identifier(uri), where))
    editor.shut(uri)
    for one in answer.items:
        edit = one.text_edit
        assert edit.range.end == where
        assert 0 <= edit.range.start.character <= where.character
    return {one.label: one for one in answer.items}


BUILD = "  place my barn on field\n"


def test_sentences_and_rules_complete_a_line_of_a_rule(editor: Editor, folder: Path) -> None:
    found = completed(editor, folder, "  ", BUILD)
    assert {"choose", "let", "if", "collect"} <= found.keys()
    assert found["collect"].detail == "rule collect with amount"
    assert "grain" not in found


def test_names_in_scope_complete_a_value(editor: Editor, folder: Path) -> None:
    found = completed(editor, folder, "  let more = ", BUILD)
    assert {"gained", "field", "rounds", "wheat", "my"} <= found.keys()
    assert found["rounds"].kind == lsp.CompletionItemKind.Variable
    assert found["wheat"].kind == lsp.CompletionItemKind.EnumMember
    assert found["rounds"].detail == "variable: 0 to 9"


def test_words_of_a_member_complete_a_possessive(editor: Editor, folder: Path) -> None:
    assert completed(editor, folder, "  let more = my ", BUILD).keys() == {
        "grain",
        "wagon",
        "reach_far",
        "score",
    }
    chained = completed(editor, folder, "  let more = my wagon's ", BUILD)
    assert {"room", "carries"} <= completed(editor, folder, "  let more = small's ", BUILD).keys()
    assert {"free", "worth"} <= completed(editor, folder, "  let more = field's ", BUILD).keys()
    assert "grain" not in chained


def test_words_of_the_grammar_follow_what_was_typed(editor: Editor, folder: Path) -> None:
    assert {"where", "as", ", if any"} <= completed(editor, folder, "  choose f from fields ", BUILD).keys()
    assert {"if any"} <= completed(editor, folder, "  choose f from fields as b, ", BUILD).keys()
    assert {"rows"} == completed(editor, folder, "board x of y: 3 columns by 3 ", "\nplay:\n").keys() & {
        "rows",
        "by",
    }


def test_labels_complete_what_an_example_plays(editor: Editor, folder: Path) -> None:
    example = 'example "the first barn":\n'
    assert completed(editor, folder, '  play "', example).keys() == {"building"}
    options = completed(editor, folder, '  play "building: ', example)
    assert {"a1", "d2"} <= options.keys()
    assert len(options) == 8


def test_statements_complete_a_citation(editor: Editor, folder: Path) -> None:
    (folder / "typing.statements.toml").write_text((folder / "harvest.statements.toml").read_text())
    found = completed(editor, folder, "  nothing [HA", BUILD)
    assert found.keys() == {"HA-1", "HA-2", "HA-3"}
    assert found["HA-3"].detail == "the mill pays at the end"
    assert found["HA-3"].text_edit.new_text == "HA-3]"


def test_constructs_come_as_snippets(able: Editor, folder: Path) -> None:
    found = completed(able, folder, "  ", BUILD, "snippets.rules")
    snippet = next(one for label, one in found.items() if label.startswith("choose NAME from VALUE"))
    assert snippet.insert_text_format == lsp.InsertTextFormat.Snippet
    assert snippet.text_edit.new_text == "choose ${1:name} from ${2:value}"


# --- names ------------------------------------------------------------------------------------------------


def told(editor: Editor, uri: str, words: str, offset: int = 0) -> str:
    found = editor.at(lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams, uri, GAME, words, offset)
    return "" if found is None else found.contents.value


@pytest.mark.parametrize(
    ("words", "offset", "expected"),
    [
        ("my grain by", 3, "variable of each player: 0 to 99"),
        ("collect with gained", 0, "rule collect with amount"),
        ("fields where free as", 14, "A field is free while nobody has built there."),
        ("+ my wagon's room", 14, "column of carts: 0 to 9"),
        ("building      [", 0, "decision of `turn`: up to 8 options"),
        ("building      [", 0, "- each field: fields where free (line 42)"),
        ("gained = ", 0, "**gained** (local): 1 to 11"),
        ("[HA-2]", 2, "a barn is built on a free field"),
        ("choose field", 1, "a decision"),
        ("repeat until", 0, "again and again"),
    ],
)
def test_hover_tells_what_a_word_means(
    editor: Editor, uri: str, words: str, offset: int, expected: str
) -> None:
    assert expected in told(editor, uri, words, offset)


def test_hover_says_nothing_of_comments(editor: Editor, uri: str) -> None:
    assert told(editor, uri, "while nobody has") == ""


def places(editor: Editor, uri: str, words: str, offset: int = 0, method: str = "references") -> list[str]:
    if method == "references":
        asked: Any = lsp.ReferenceParams
        more = {"context": lsp.ReferenceContext(include_declaration=True)}
        found = editor.at(lsp.TEXT_DOCUMENT_REFERENCES, asked, uri, GAME, words, offset, **more)
    else:
        found = editor.at(lsp.TEXT_DOCUMENT_DEFINITION, lsp.DefinitionParams, uri, GAME, words, offset)
    texts = {"harvest.rules": GAME, "long_harvest.rules": VARIANT}
    rows = []
    for one in found:
        name = one.uri.rpartition("/")[2]
        assert cut(texts[name], one.range)
        rows.append(f"{name.partition('.')[0]}:{one.range.start.line + 1} {cut(texts[name], one.range)}")
    return rows


def line(words: str) -> int:
    return position(GAME, words).line + 1


def test_definitions_lead_to_what_declares_a_name(editor: Editor, uri: str) -> None:
    assert places(editor, uri, "my grain by", 3, "definition") == [f"harvest:{line('grain: 0')} grain"]
    assert places(editor, uri, "place my barn", 9, "definition") == [f"harvest:{line('pieces barns')} barn"]
    assert places(editor, uri, "set my wagon to small", 16, "definition") == [
        f"harvest:{line('small |')} small"
    ]
    assert places(editor, uri, "collect with gained", 13, "definition") == [
        f"harvest:{line('let gained')} gained"
    ]
    assert places(editor, uri, "order: turn", 7, "definition") == [f"harvest:{line('turn:')} turn"]


def test_a_variant_leads_to_its_game(editor: Editor, folder: Path, uri: str) -> None:
    variant = editor.open(folder / "long_harvest.rules", VARIANT)
    assert editor.pull(variant) == []
    where = lsp.DefinitionParams(identifier(variant), position(VARIANT, "of harvest", 5))
    assert [one.uri for one in editor.ask(lsp.TEXT_DOCUMENT_DEFINITION, where)] == [uri]
    where = lsp.DefinitionParams(identifier(variant), position(VARIANT, "collect with", 2))
    (found,) = editor.ask(lsp.TEXT_DOCUMENT_DEFINITION, where)
    assert (found.uri, cut(GAME, found.range)) == (uri, "collect")
    editor.shut(variant)


def test_references_go_over_a_game_and_its_variants(editor: Editor, uri: str) -> None:
    assert places(editor, uri, "rounds = 0") == [
        *(f"harvest:{line(one)} rounds" for one in ("rounds: 0", "repeat until", "lower rounds")),
        "long_harvest:3 rounds",
        "long_harvest:8 rounds",
    ]
    assert places(editor, uri, "with gained", 5) == [
        f"harvest:{line('let gained')} gained",
        f"harvest:{line('collect with g')} gained",
    ]
    shown = editor.at(
        lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, lsp.DocumentHighlightParams, uri, GAME, "rounds = 0"
    )
    assert len(shown) == 3


def renamed(editor: Editor, uri: str, words: str, offset: int, name: str) -> dict[str, str]:
    """The texts after a rename, by their files."""
    found = editor.at(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameParams, uri, GAME, words, offset, new_name=name)
    texts = {}
    for change in found.document_changes:
        path = Path(change.text_document.uri.removeprefix("file://"))
        document = Document("", path.read_text(encoding="utf-8"))
        edits = sorted(
            change.edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True
        )
        document.apply([as_change(one) for one in edits], 2)
        texts[path.name] = document.text
    return texts


def as_change(one: Any) -> Change:
    from rulec.lsp.convert import from_range

    return Change(one.new_text, from_range(one.range))


def test_a_name_is_renamed_in_the_game_its_variants_and_labels(editor: Editor, uri: str) -> None:
    texts = renamed(editor, uri, "collect with gained", 0, "gather")
    assert texts == {
        "harvest.rules": GAME.replace("collect", "gather"),
        "long_harvest.rules": VARIANT.replace("collect", "gather"),
    }
    assert renamed(editor, uri, "as building", 3, "site") == {
        "harvest.rules": GAME.replace("building", "site")
    }
    assert renamed(editor, uri, "amount:", 0, "much") == {"harvest.rules": GAME.replace("amount", "much")}
    assert renamed(editor, uri, "my grain by", 3, "corn") == {"harvest.rules": GAME.replace("grain", "corn")}


def test_a_kind_keeps_its_members_and_words_when_renamed(editor: Editor, uri: str) -> None:
    texts = renamed(editor, uri, "choose field", 7, "acre")
    assert check_text(texts["harvest.rules"]) == ()
    assert "board fields of acre:" in texts["harvest.rules"]
    assert "acre's worth means" in texts["harvest.rules"]


def check_text(text: str) -> tuple[Any, ...]:
    from rulec.base.source_text import SourceText

    return check(SourceText("/x.rules", text)).diagnostics


def test_how_a_game_looks_is_renamed_after_a_look(editor: Editor, folder: Path, uri: str) -> None:
    look = folder / "harvest.look.toml"
    look.write_text('[kinds.wares.members]\nwheat = { colour = "wheat", title = "wheat here" } # wheat\n')
    asked = lsp.RenameParams(identifier(uri), position(GAME, "wheat, hops"), "rye")
    found = editor.ask(lsp.TEXT_DOCUMENT_RENAME, asked)
    unsure = next(one for one in found.document_changes if one.text_document.uri == look.as_uri())
    assert [cut(look.read_text(), one.range) for one in unsure.edits] == ["wheat", "wheat"]
    assert all(found.change_annotations[one.annotation_id].needs_confirmation for one in unsure.edits)
    look.unlink()


def test_a_citation_is_renamed_in_its_inventory(editor: Editor, uri: str) -> None:
    texts = renamed(editor, uri, "HA-2", 0, "HA-9")
    assert texts["harvest.rules"] == GAME.replace("HA-2", "HA-9")
    assert 'HA-9 = "a barn' in texts["harvest.statements.toml"]


def test_names_of_the_language_and_clashes_are_not_renamed(editor: Editor, uri: str) -> None:
    prepared = editor.at(
        lsp.TEXT_DOCUMENT_PREPARE_RENAME, lsp.PrepareRenameParams, uri, GAME, "each player acting", 6
    )
    assert prepared is None
    prepared = editor.at(lsp.TEXT_DOCUMENT_PREPARE_RENAME, lsp.PrepareRenameParams, uri, GAME, "grain by", 1)
    assert cut(GAME, prepared) == "grain"
    for name in ("wheat", "some", "two words", "1st"):
        with pytest.raises(Exception, match="word of the language|is not a name|something else"):
            renamed(editor, uri, "rounds = 0", 0, name)


# --- the file as a whole ----------------------------------------------------------------------------------


def test_symbols_outline_the_file(editor: Editor, uri: str) -> None:
    found = editor.ask(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lsp.DocumentSymbolParams(identifier(uri)))
    names = {one.name: [child.name for child in one.children] for one in found}
    assert names["carts"] == ["small", "large"]
    assert names["turn"] == ["building"]
    assert names["each player"] == ["grain", "wagon"]
    for one in found:
        assert one.range.start <= one.selection_range.start
        assert one.selection_range.end <= one.range.end
    near = editor.ask(lsp.WORKSPACE_SYMBOL, lsp.WorkspaceSymbolParams("coll"))
    assert [one.name for one in near if one.location.uri == uri] == ["collect"]


def test_declarations_and_blocks_fold(editor: Editor, uri: str) -> None:
    found = editor.ask(lsp.TEXT_DOCUMENT_FOLDING_RANGE, lsp.FoldingRangeParams(identifier(uri)))
    first = line("turn:\n") - 1
    assert (first, first + 4) in [(one.start_line, one.end_line) for one in found]


def test_layout_whole_and_in_a_range(editor: Editor, folder: Path) -> None:
    ragged = GAME.replace("  let gained", "     let gained").replace("  place my barn", "     place my barn")
    ragged = ragged.replace(
        "     place my barn on field\n  collect", "     place my barn on field\n     collect"
    )
    ragged = ragged.replace("  choose field", "     choose field")
    ragged = ragged.replace("  raise my grain", "    raise my grain").replace(
        "  if my grain", "    if my grain"
    )
    uri = editor.open(folder / "ragged.rules", ragged)
    options = lsp.FormattingOptions(2, True)
    edits = editor.ask(lsp.TEXT_DOCUMENT_FORMATTING, lsp.DocumentFormattingParams(identifier(uri), options))
    assert applied(ragged, edits) == lay_out(document_source(ragged))
    where = lsp.Range(position(ragged, "turn:\n"), position(ragged, "rule collect"))
    edits = editor.ask(
        lsp.TEXT_DOCUMENT_RANGE_FORMATTING, lsp.DocumentRangeFormattingParams(identifier(uri), where, options)
    )
    half = applied(ragged, edits)
    assert "\n  let gained" in half
    assert "\n    raise my grain" in half
    editor.shut(uri)


def applied(text: str, edits: Any) -> str:
    document = Document("", text)
    rows = sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True)
    document.apply([as_change(one) for one in rows], 2)
    return document.text


def document_source(text: str) -> Any:
    from rulec.base.source_text import SourceText

    return SourceText("x.rules", text)


def test_tokens_tell_kinds_of_names(editor: Editor, uri: str) -> None:
    found = editor.ask(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensParams(identifier(uri)))
    rows, row, character = [], 0, 0
    lines = GAME.split("\n")
    for n in range(0, len(found.data), 5):
        down, right, length, kind, declares = found.data[n : n + 5]
        row, character = row + down, right + (0 if down else character)
        rows.append((lines[row][character : character + length], TYPES[kind], declares))
    assert ("collect", "function", 1) in rows
    assert ("collect", "function", 0) in rows
    assert ("grain", "property", 1) in rows
    assert ("wheat", "enumMember", 1) in rows
    assert ("gained", "parameter", 1) in rows
    assert ("choose", "keyword", 0) in rows
    where = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 5))
    part = editor.ask(
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, lsp.SemanticTokensRangeParams(identifier(uri), where)
    )
    assert len(part.data) == 5


def test_hints_and_lenses_stand_beside_lines(editor: Editor, uri: str) -> None:
    where = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    found = editor.ask(lsp.TEXT_DOCUMENT_INLAY_HINT, lsp.InlayHintParams(identifier(uri), where))
    assert (line("let gained") - 1, ": 1 to 11") in [(one.position.line, one.label) for one in found]
    amount = position(GAME, "with amount", 11)
    assert (amount, ": 1 to 11") in [(one.position, one.label) for one in found]
    shown = editor.ask(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensParams(identifier(uri)))
    titles = {one.command.title: one for one in shown}
    assert {"run example", "play from here", "play", "building: up to 8 options"} <= titles.keys()
    run = titles["run example"].command
    asked = lsp.ExecuteCommandParams(run.command, list(run.arguments))
    said = editor.ask(lsp.WORKSPACE_EXECUTE_COMMAND, asked)
    assert '"the first barn" holds' in said
    assert editor.messages[-1] == said


def test_decisions_show_the_ids_of_their_options(able: Editor, tmp_path: Path) -> None:
    """The ids are those of the file as saved, and move along with its lines."""
    path, before = tmp_path / "numbered.rules", able.hints_refreshed
    path.write_text(GAME, encoding="utf-8")
    uri = able.open(path, GAME)
    able.wait_until(lambda: able.hints_refreshed > before)
    where = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))

    def shown() -> list[tuple[int, str]]:
        found = able.ask(lsp.TEXT_DOCUMENT_INLAY_HINT, lsp.InlayHintParams(identifier(uri), where))
        return [(one.position.line, one.label) for one in found if "ids" in one.label]

    ids = [row.id for row in rulec.interpret(path).action_table() if row.decision == "building"]
    row = line("choose field") - 1
    assert shown() == [(row, f"  ids {ids[0]} to {ids[-1]}")]
    start = lsp.Position(0, 0)
    able.change(uri, 2, lsp.TextDocumentContentChangePartial(lsp.Range(start, start), "\n"))
    assert shown() == [(row + 1, f"  ids {ids[0]} to {ids[-1]}")]
    before, fewer = able.hints_refreshed, GAME.replace("4 columns", "3 columns")
    able.replace(uri, 3, fewer)
    path.write_text(fewer, encoding="utf-8")
    able.client.text_document_did_save(lsp.DidSaveTextDocumentParams(identifier(uri)))
    able.wait_until(lambda: able.hints_refreshed > before)
    assert shown() == [(row, f"  ids {ids[0]} to {ids[-1] - 2}")]
    able.shut(uri)


def test_ids_are_told_as_ranges() -> None:
    rows = [["a", 3], ["b", 9], ["a", 0], ["a", 1], ["a", 2], ["a", 7]]
    assert in_words(rows) == {"a": "0 to 3, 7", "b": "9"}


def test_rules_know_who_calls_them(editor: Editor, uri: str) -> None:
    (item,) = editor.at(
        lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
        lsp.CallHierarchyPrepareParams,
        uri,
        GAME,
        "collect with gained",
    )
    assert item.name == "collect"
    (call,) = editor.ask(lsp.CALL_HIERARCHY_INCOMING_CALLS, lsp.CallHierarchyIncomingCallsParams(item))
    assert call.from_.name == "turn"
    assert [cut(GAME, one) for one in call.from_ranges] == ["collect"]
    (called,) = editor.ask(
        lsp.CALL_HIERARCHY_OUTGOING_CALLS, lsp.CallHierarchyOutgoingCallsParams(call.from_)
    )
    assert called.to.name == "collect"

"""Names and representations in the generated text, decided once before anything is written."""

from __future__ import annotations

import re

from rulec.codegen.keeping import KeptAnswers
from rulec.codegen.quote import identifier
from rulec.codegen.totals import totals_worth_keeping
from rulec.ir.nodes import Field, Occupied
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.schema import cell_bytes, near_bytes, words
from rulec.ir.types import Domain, SetType, Type, bounds
from rulec.ir.walk import parts_of_program
from rulec.runtime import control
from rulec.runtime.schema import Schema

_WORTH_A_LOOK = 1024  # bytes: less is copied as quickly as it is told what there is to copy


def occupied_asked(program: Program) -> list[str]:
    found = {part.field.name for part in parts_of_program(program) if isinstance(part, Occupied)}
    return sorted(found)


def _of_the_rules(name: str) -> bool:
    return not name.startswith(control.MARK)


class Plan:
    def __init__(self, program: Program, schema: Schema) -> None:
        self.program, self.schema = program, schema
        self.near = near_bytes(program, self.schema.slots, self.schema.size)
        self.fields: dict[str, str] = {}
        # Those that every engine has come first: the templates know them by their names.
        for name in sorted((slot.name for slot in schema.slots), key=_of_the_rules):
            self.fields[name] = identifier(name.removeprefix(control.MARK), self.fields.values(), "v_")
        # Of these the engine keeps the set of those for which anything is there.
        self.occupied = {name: f"o_{self.fields[name]}" for name in occupied_asked(program)}
        self.totals = {one.field: one for one in totals_worth_keeping(program)}
        self.kept = KeptAnswers(program)
        self.tables: dict[str, str] = {}
        for table in program.tables:
            self.tables[table.name] = identifier(table.name, self.tables.values(), "T_")
        self.functions: dict[str, str] = {}
        for function in program.functions:
            self.functions[function.name] = identifier(function.name, self.functions.values(), "f_")
        self.procedures: dict[str, str] = {}
        for procedure in program.procedures:
            self.procedures[procedure.name] = identifier(procedure.name, self.procedures.values(), "do_")
        self._locals: dict[str, str] = {}
        self._local_names: set[str] = set()
        self.set_words = sorted({words(part) for part in self._set_types()} | {1})
        self.constants: dict[tuple[int, int], str] = {}  # sets of many words: (words, value) -> name

    def _set_types(self) -> list[SetType]:
        found = [SetType(domain) for domain in self.program.domains]
        found += [SetType(group.domain) for d in self.program.decisions for group in d.groups]
        found += [SetType(event.domain) for event in self.program.events]
        return found + [table.type for table in self.program.tables if isinstance(table.type, SetType)]

    def kept_occupied(self) -> list[tuple[Field, str, str]]:
        """Variables of which the members with anything are kept: field, type and name of the set."""
        fields = [one for one in self.program.fields if one.name in self.occupied]
        return [(one, self.c_type(SetType(one.dims[0])), self.occupied[one.name]) for one in fields]

    def total_of(self, field: Field) -> str:
        """Where the sums of a variable are kept; "" if they are not."""
        return f"t_{self.fields[field.name]}" if field in self.totals else ""

    def summed(self, field: Field) -> str:
        """What is kept for `row`, worked out."""
        size = self.totals[field].size
        return f"rulec_sum_bytes(&s.{self.fields[field.name]}[row * {size}], {size})"

    @property
    def mostly_empty(self) -> dict[str, int]:
        """Large variables of which it is known where anything is, as they lie: bytes of a row."""
        rows = {self.fields[one.name]: self.row_bytes(one) for one, _, _ in self.kept_occupied()}
        empty = {**rows, self.fields.get(control.SAVED, ""): 1}
        names = [(self.fields[slot.name], slot.width * slot.stored) for slot in self.schema.slots]
        return {name: empty[name] for name, size in names if name in empty and size >= _WORTH_A_LOOK}

    def words_of(self, field: Field) -> int:
        return words(SetType(field.dims[0]))

    def is_there(self, field: Field, member: str) -> str:
        """Is anything kept for this member of its first index?"""
        name = self.fields[field.name]
        if bounds(field.type).lo < 0:
            return f"s.{name}[{member}] >= 0"
        size = self.row_bytes(field)
        return f"rulec_any(<const char*>&s.{name} + ({member}) * {size}, {size})"

    def row_bytes(self, field: Field) -> int:
        """Bytes of what a variable keeps for one member of its first index."""
        return cell_bytes(field)[0] * field.cells // field.dims[0].size

    # --- types ----------------------------------------------------------------------------------------

    def c_type(self, type_: Type) -> str:
        if isinstance(type_, SetType):
            return "uint64_t" if words(type_) == 1 else f"set{words(type_)}"
        return "int"

    def cell_type(self, name: str) -> str:
        """The type of one cell of a variable in the struct."""
        slot = next(slot for slot in self.schema.slots if slot.name == name)
        if slot.sort in ("set", "list") or slot.axis >= 0:
            return "uint64_t" if slot.width == 8 else f"set{slot.width // 8}"
        # C reckons with what is shorter than an int as with ints; with an unsigned int nothing is below 0.
        signed = slot.signed or (slot.width == 4 and slot.hi < 1 << 31)
        return f"{'' if signed else 'u'}int{8 * slot.width}_t"

    def set_constant(self, value: int, domain: Domain) -> str:
        """A constant set: a literal, or the name of a constant of many words."""
        count = words(SetType(domain))
        if count == 1:
            return f"{hex(value)}ULL"
        return self.constants.setdefault((count, value), f"K_{len(self.constants)}")

    def local(self, name: str) -> str:
        """Block-local names are unique, but their dots must go, and that could make two of them alike."""
        known = self._locals.get(name)
        if known is None:
            known = self._locals[name] = identifier(name, self._local_names, "l_")
            self._local_names.add(known)
        return known

    def without_names(self, lines: list[str]) -> str:
        """The lines with local names numbered in the order they come in: alike for what does the same."""
        numbers: dict[str, str] = {}

        def number(found: re.Match[str]) -> str:
            name = found.group(2)
            known = name in self._local_names
            return found.group(1) + (numbers.setdefault(name, f"${len(numbers)}") if known else name)

        return re.sub(r"\b(rest_|all_|word_|filled_|)(l_\w+)", number, "\n".join(lines))

    # --- decisions ------------------------------------------------------------------------------------

    def group_words(self, decision: Decision) -> list[tuple[int, int]]:
        """(first word, number of words) of each group of options; a look-ahead tries them as they lie."""
        groups = decision.groups
        found, position = [(0, 0)] * len(groups), 0
        for n in sorted(range(len(groups)), key=lambda n: (groups[n].distance, groups[n].first)):
            found[n] = (position, words(SetType(groups[n].domain)))
            position += found[n][1]
        return found

    def groups_by_word(self, decision: Decision) -> list[tuple[OptionGroup, int]]:
        """Of each word the group whose options it holds, and the how many-eth of these words it is."""
        found = {
            first + n: (group, n)
            for group, (first, count) in zip(decision.groups, self.group_words(decision), strict=True)
            for n in range(count)
        }
        return [found[place] for place in range(len(found))]

    @property
    def option_words(self) -> int:
        asked = [sum(n for _, n in self.group_words(d)) for d in self.program.decisions]
        return max([*asked, *(words(SetType(event.domain)) for event in self.program.events)], default=1)

    def word_ids(self, decision: Decision) -> list[int]:
        """The id of the first bit of each word of a decision's options."""
        return [group.first + 64 * n for group, n in self.groups_by_word(decision)]

    @property
    def filled_words(self) -> int:
        """How many words it takes to say which words of options hold any."""
        return -(-self.option_words // 64)

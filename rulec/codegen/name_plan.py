"""Names and C representations in the generated text, decided before emission."""

from __future__ import annotations

from rulec.codegen.maintained_sums import totals_worth_keeping
from rulec.codegen.memoized_predicates import MemoizedPredicates
from rulec.codegen.names import FunctionNames, distinct, distinct_names, place_name, plain
from rulec.codegen.text_nodes import Code, Piece, call, code, element
from rulec.ir.control_flow import dispatched
from rulec.ir.nodes import Field, Occupied
from rulec.ir.program import Decision, OptionGroup, Program
from rulec.ir.schema import cell_bytes, is_narrow, near_bytes, words
from rulec.ir.types import Domain, SetType, Type, bounds
from rulec.ir.walk import parts_of_program
from rulec.runtime import control
from rulec.runtime.schema import Schema

_WORTH_A_LOOK = 1024  # bytes: less is copied as quickly as it is told what there is to copy


def occupied_asked(program: Program) -> list[str]:
    found = {part.field.name for part in parts_of_program(program) if isinstance(part, Occupied)}
    return sorted(found)


def _of_the_rules(name: str) -> bool:
    return name[:1] != control.MARK


class NamePlan:
    def __init__(self, program: Program, schema: Schema) -> None:
        self.program, self.schema = program, schema
        self.near = near_bytes(program, self.schema.slots, self.schema.size)
        # Those that every engine has come first: the templates know them by their names.
        every = sorted((slot.name for slot in schema.slots), key=_of_the_rules)
        self.fields = distinct_names(every, "v_")
        # Of these the engine keeps the set of those for which anything is there.
        in_rows = [one.name for one in program.fields if one.rows]
        self.occupied = {
            name: f"o_{self.fields[name]}" for name in sorted({*occupied_asked(program), *in_rows})
        }
        # Lists stored in fewer words than they have as values, with the number.
        self.cut = {
            one.name: cell_bytes(one)[0] // 8
            for one in program.fields
            if is_narrow(one) and cell_bytes(one)[0] > 8
        }
        self.totals = {one.field: one for one in totals_worth_keeping(program)}
        self.memos = MemoizedPredicates(program)
        self.tables = distinct_names((table.name for table in program.tables), "T_")
        self.functions = distinct_names((one.name for one in program.functions), "f_")
        self.procedures = distinct_names((one.name for one in program.procedures), "do_")
        self.names = FunctionNames()
        # Of variables of which only rows that hold anything are stored: what finds a row, what writes a cell.
        self.row_of = {name: self.names.new(f"row__{plain(name)}") for name in in_rows}
        self.put_in_row = {name: self.names.new(f"put__{plain(name)}") for name in in_rows}
        self.blocks = [self.names.new(place_name(block.rule, block.name)) for block in program.blocks]
        self.decisions = self._decision_names()
        # Of each probe the function that tells whether it can be carried out.
        self.probes = [self.names.new(f"{self.blocks[probe.block]}__can") for probe in program.probes]
        self.set_words = sorted({words(part) for part in self._set_types()} | {1})
        self.flooded: dict[str, dict[str, None]] = {}  # functions called, of tables of neighbours
        self.constants: dict[tuple[int, int], str] = {}  # sets of many words: (words, value) -> name

    def at(self, block: int) -> str:
        """Return the constant for a block's number, named after its function."""
        return f"AT_{self.blocks[block]}"

    @property
    def numbered_blocks(self) -> list[int]:
        """Return the blocks with named numbers: loop heads and return sites."""
        return dispatched(self.program.blocks)

    def _decision_names(self) -> list[str]:
        """Return the name prefixes of decisions' functions."""
        names = FunctionNames()
        return [names.new(f"{plain(one.rule)}__{plain(one.name)}") for one in self.program.decisions]

    def decision_function(self, decision: int, what: str) -> str:
        """Name a decision's function: `turn__main_action__options`."""
        return f"{self.decisions[decision]}__{what}"

    def chance_function(self, chance: int, what: str) -> str:
        """Name a function of a chance node."""
        return f"{self.blocks[self.program.chances[chance]]}__{what}"

    def words_named(self, decision: Decision) -> list[str]:
        """Name the groups of options, in order."""
        names = FunctionNames()
        return [names.new(plain(one.label or one.domain.name)) for one in decision.groups]

    def _set_types(self) -> list[SetType]:
        found = [SetType(domain) for domain in self.program.domains]
        found += [SetType(group.domain) for d in self.program.decisions for group in d.groups]
        found += [SetType(event.domain) for event in self.program.events]
        return found + [table.type for table in self.program.tables if isinstance(table.type, SetType)]

    def kept_occupied(self) -> list[tuple[Field, str, str]]:
        """Return the variables with a non-zero mask behind the state: field, type and name of the mask."""
        fields = [one for one in self.program.fields if one.name in self.occupied and not one.rows]
        return [(one, self.c_type(SetType(one.dims[0])), self.occupied[one.name]) for one in fields]

    def in_rows(self) -> list[Field]:
        """Return the variables of which only rows that hold anything are stored."""
        return [one for one in self.program.fields if one.rows]

    def in_rows_by_name(self) -> dict[str, Field]:
        return {self.fields[one.name]: one for one in self.in_rows()}

    def rows_at(self, field: Field, state: str = "s") -> str:
        """Return the set of stored rows, how many lie below each of its words, and its words."""
        at = f"<uint64_t*>&{state}.{self.occupied[field.name]}, {state}.{self.rows_before(field)}"
        return f"{at}, {self.words_of(field)}"

    def room_of(self, field: Field) -> int:
        """Return how many rows are stored at most."""
        return next(slot.rows for slot in self.schema.slots if slot.name == field.name)

    def rows_before(self, field: Field) -> str:
        return f"r_{self.fields[field.name]}"

    def total_of(self, field: Field) -> str:
        """Name the maintained sums of a variable; "" without."""
        return f"t_{self.fields[field.name]}" if field in self.totals else ""

    def summed(self, field: Field) -> str:
        """Return the maintained sum of a row."""
        size = self.totals[field].size
        if field.rows:
            return f"rulec_sum_bytes({self.row_of[field.name]}(s, row), {size})"
        return f"rulec_sum_bytes(&s.{self.fields[field.name]}[row * {size}], {size})"

    @property
    def mostly_empty(self) -> dict[str, int]:
        """Return the large sparse variables in layout order, with the bytes of a row."""
        rows = {self.fields[one.name]: self.row_bytes(one) for one, _, _ in self.kept_occupied()}
        rows |= {self.fields[one.name]: one.dims[1].size for one in self.in_rows()}
        empty = {**rows, self.fields.get(control.SAVED, ""): 1}
        names = [(self.fields[slot.name], slot.width * slot.stored) for slot in self.schema.slots]
        return {name: empty[name] for name, size in names if name in empty and size >= _WORTH_A_LOOK}

    def words_of(self, field: Field) -> int:
        return words(SetType(field.dims[0]))

    def is_there(self, field: Field, member: Piece) -> Code:
        """Test a member of the first index for a non-zero row."""
        name = f"s.{self.fields[field.name]}"
        if bounds(field.type).lo < 0:
            return code("{} >= 0", element(name, member))
        size = self.row_bytes(field)
        return call("rulec_any", code(f"<const char*>&{name} + ({{}}) * {size}", member), str(size))

    def row_bytes(self, field: Field) -> int:
        """Return the bytes of a variable per member of its first index."""
        return cell_bytes(field)[0] * field.cells // field.dims[0].size

    # --- types ----------------------------------------------------------------------------------------

    def c_type(self, type_: Type) -> str:
        if isinstance(type_, SetType):
            return "uint64_t" if words(type_) == 1 else f"set{words(type_)}"
        return "int"

    def cell_type(self, name: str) -> str:
        """Return the C type of a variable's cell in the struct."""
        slot = next(slot for slot in self.schema.slots if slot.name == name)
        if slot.width > 8:
            return f"{'words' if name in self.cut else 'set'}{slot.width // 8}"
        if slot.sort in ("set", "list") or slot.axis >= 0:
            return f"uint{8 * slot.width}_t"
        # C promotes types shorter than int to int, but unsigned int never goes below 0.
        signed = slot.signed or (slot.width == 4 and slot.hi < 1 << 31)
        return f"{'' if signed else 'u'}int{8 * slot.width}_t"

    def set_constant(self, value: int, domain: Domain) -> str:
        """Return a constant set: a literal, or the name of a constant of many words."""
        count = words(SetType(domain))
        if count == 1:
            return f"{hex(value)}ULL"
        name = self.constants.get((count, value))
        if name is None:
            name = distinct(f"K_{plain(domain.name)}_{value.bit_count()}", self.constants.values())
            self.constants[count, value] = name
        return name

    # --- decisions ------------------------------------------------------------------------------------

    def group_words(self, decision: Decision) -> list[tuple[int, int]]:
        """Return (first word, number of words) of each group of options, in the order of trials."""
        groups = decision.groups
        found, position = [(0, 0)] * len(groups), 0
        for n in sorted(range(len(groups)), key=lambda n: (groups[n].legality.trial_cost, groups[n].first)):
            found[n] = (position, words(SetType(groups[n].domain)))
            position += found[n][1]
        return found

    def groups_by_word(self, decision: Decision) -> list[tuple[OptionGroup, int]]:
        """Map each word of options to its group, and to its index within the group."""
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
        """Return the id of the first bit of each word of a decision's options."""
        return [group.first + 64 * n for group, n in self.groups_by_word(decision)]

    @property
    def filled_words(self) -> int:
        """Return the number of words of the mask of non-empty option words."""
        return -(-self.option_words // 64)

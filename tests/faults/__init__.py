"""Slips sown into the shipped rules files: do the messages of `rulec check` carry a newcomer?

    python -m tests.faults --number 500 --seed 1 [--worst 12] [--json FILE]

Seven kinds of slips (`operators.py`) are made at seeded places of the files in `games/`, one slip in one
file at a time; comments, citations and quoted texts are left alone. Where the file is wrong then,
`measure.py` asks of the first message what a newcomer asks of it:

- *near*: is it about the line of the slip, or one line beside it?
- *fixed*: the hint is typed in word by word (`tests/cases/typed_in.py`, as for the cases of `tests/cases`),
  and the file is accepted again. *Gone* is the weaker reading: the message is gone, and no new one stands in
  that line. *Typed*: the hint is something to type in at all.
- *inner*: does any message show what belongs to the machinery, not to the designer: a terminal of the
  parser, a traceback, a compiler? None may.

A slip after which the file is still valid is a different game, which `rulec diff` shows; it is counted
apart. The same seed makes the same slips as long as the rules files stay as they are. `test_faults.py` holds
a small sample in the default tests; `pytest -m long tests/faults` carries out all of it.
"""

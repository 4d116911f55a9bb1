"""How fast rulec's engines are, beside hand-written C and other engines: one program, ratios of one run.

Random games of every shipped game (or of those named: rules files or names of shipped games), a family of
generated games that grow, the peers that are installed, and the stages of a build. The unit is a decision
that had more than one option; forced ones are carried out, and their share is told. The yardstick is
connect four by hand in C (`c_limit.c`, fused), run before and after each game on the same core: where it
moved by more than 5 %, the report says so. What runs on one core is measured in processor time. Only ratios
carry over from machine to machine, and only those of one run.
"""

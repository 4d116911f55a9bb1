"""Built games: `from generated import NAME` gives what the last `rulec build` here made of NAME.

Beside this file, `NAME/` holds the readable text of each game built here; none of it is kept in git.
Games that came with rulec are found under their names, too; the first import compiles such a game. How:
`rulec.native.finder`.
"""

from functools import partial as _partial

from rulec.facade import load as _load
from rulec.native.finder import install as _install

_install(__name__, _partial(_load, announce=True))

"""Full explanations of diagnostic codes: a Markdown page each, printed by `rulec explain CODE`.

`example` at the top of a page names the place in the small game of `diagnostic_codes.py` where its two
examples stand: a part of that game, `end`, or `file` and `variant` for whole files.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent

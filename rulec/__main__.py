"""`python -m rulec` is `rulec`."""

import sys

from rulec.cli import main

sys.exit(main())

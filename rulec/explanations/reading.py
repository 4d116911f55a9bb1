"""R1..: lines that can't be read."""

from typing import Final

TEXT: Final = """
=== R101 more Indented with something other than spaces
What belongs to a line stands below it, indented with spaces. Tabs and other blanks look different in every
editor, so they are not taken. Most editors can be told to insert spaces when the tab key is pressed.
--- bad
<TAB>if some squares where mine: end the game
--- good
  if some squares where mine: end the game
=== R102 end The file has too many lines
A rules file has at most 50,000 lines. No game is that long: something has probably been pasted many times.
--- bad
# one<60000 TIMES|
# more>
--- good
# one
=== R103 more The line is too long
A line has at most 1,000 characters. It goes on in the next line after a comma or while a bracket is open,
if that line is indented deeper.
--- bad
  if some squares where mine: end the game  # and so on<1000 TIMES|, and so on>
--- good
  if some squares where mine: end the game  # and so on
=== R104 more The indentation fits no line above
Lines that belong together begin in the same column. This one begins between two columns that are in use, so
it is not clear to which line it belongs.
--- bad
  if some squares where mine:
    let n = 1
   let m = 2
--- good
  if some squares where mine:
    let n = 1
  let m = 2
=== R105 more A bracket is never closed
Every `(` needs a `)`. While a bracket is open the sentence goes on in the next line, if that is indented
deeper.
--- bad
  if some (squares where mine: end the game
--- good
  if some (squares where mine): end the game
=== R106 more This is no citation
Square brackets at the end of a line name the statement of the rulebook that the line carries out, like
`[RR-117]`: a short prefix, a number, nothing else. Other remarks go behind a `#`.
--- bad
  if some squares where mine: end the game  [page 3]
--- good
  if some squares where mine: end the game  [TT-3]
=== R107 more A citation without a line
A citation stands at the end of the line that carries the statement out, behind the sentence.
--- bad
  [TT-3]
  if some squares where mine: end the game
--- good
  if some squares where mine: end the game  [TT-3]
=== R108 end A line ends in a comma
A comma at the end says that the line goes on. The next line must then be indented deeper than the line that
it continues.
--- bad
kind colours of colour: red,
--- good
kind colours of colour: red,
  blue
=== R109 end Lines are nested too deep
Lines are indented at most 32 levels deep. Long before that, rules are easier to read when a part has a name
of its own: declare a `rule` and call it.
--- bad
rule deep:<40 TIMES|
{_}if yes:>
                                                                                  end the game
--- good
rule deep:
  if yes:
    if yes: deeper
rule deeper:
  if yes: end the game
turn two:
  deep
=== R110 more The line can't be read
The words of this line do not form a sentence of the rules language from the place of the caret on. Where a
small change helps, the hint names it. It has been tried: typed in, the line can be read.
--- bad
  choose corner of squares
--- good
  choose corner from squares
=== R111 heading A text has no closing quote
Titles and labels stand between two straight double quotes, in one line.
--- bad
game "Example
  players 2
--- good
game "Example"
  players 2
=== R112 heading A text is too long
Titles and labels have at most 200 characters.
--- bad
game "Example<50 TIMES|of an example>"
  players 2
--- good
game "An example"
  players 2
=== R113 score A number has too many digits
Numbers have at most 12 digits, and no number of a game is above 2,147,483,647.
--- bad
score:
  "Points": 1000000000000000
--- good
score:
  "Points": 1000
=== R114 more A name is too long
Names have at most 80 letters.
--- bad
  let name<50 TIMES|_of_it> = 1
--- good
  let name = 1
=== R115 more A bracket closes nothing
Every `)` needs a `(` before it.
--- bad
  if some squares where mine): end the game
--- good
  if some (squares where mine): end the game
=== R116 end A line is nested too deep
Brackets and operators stand inside each other at most 64 deep. Give a part a name of its own with `means`.
--- bad
deep means (<70 TIMES|(>1)<70 TIMES|)>
--- good
deep means ((1))
=== R117 end Too many declarations
A file has at most 5,000 declarations, lines at the left margin.
--- bad
one means 1<6000 TIMES|
more{i} means 2>
--- good
one means 1
=== R118 end A sentence is too long
A sentence with all lines that continue it has at most 100,000 characters.
--- bad
kind stars of star: sirius<15000 TIMES|,
  another>
--- good
kind stars of star: sirius, vega
=== R119 more A character has no meaning
Sentences are made of plain letters, digits and signs. Curly quotes, long dashes and invisible characters come
from word processors; names with other letters are written without them. Inside quotes and comments all
letters are welcome, but no control characters.
--- bad
  let größe = 3
--- good
  let groesse = 3
=== R120 more Nothing stands below a line
A line that ends in a colon needs the lines that it is about: behind the colon, or indented below it.
--- bad
  if some squares where mine:
--- good
  if some squares where mine: end the game
=== R121 more A line is indented without need
Only lines that end in a colon have others below them. This line is indented although the one above
takes none.
--- bad
  let n = 1
    let m = 2
--- good
  let n = 1
  let m = 2
=== R122 heading Something is said twice about the game
Each of `players`, `length` and `statements` stands at most once below the title.
--- bad
game "Example"
  players 2
  players 3
--- good
game "Example"
  players 2 to 3
=== R123 end A rule has no name
`rule` is followed by the name under which the rule is called. `turn`, `action` and the like may stand alone:
then that word is the name.
--- bad
rule:
  end the game
--- good
rule resign:
  end the game
turn two:
  resign
=== R124 more Sentences behind the colon and below it
What belongs to a line stands either behind its colon, with commas between the sentences, or indented below
it. Not both.
--- bad
  if some squares where mine: let n = 1
    end the game
--- good
  if some squares where mine:
    let n = 1
    end the game
=== R125 more An `otherwise` without an `if`
`otherwise` says what happens if the condition above does not hold, or if there was nothing to choose. It
stands right below the lines of that `if` or `choose`, in the same column.
--- bad
  let n = 1
  otherwise: end the game
--- good
  if some squares where mine: end the game
  otherwise: let n = 1
=== R126 more A line stands at the left margin but belongs below another
At the margin stand declarations. Sentences of a rule, lines of the score and the like are indented below what
they belong to.
--- bad
if some squares where mine: end the game
--- good
  if some squares where mine: end the game
=== R127 has A declaration is indented
Declarations begin at the left margin: `board`, `pieces`, `each ... has:`, `play:`, `score:` and the others.
--- bad
  kind colours of colour: red, blue
--- good
kind colours of colour: red, blue
=== R128 end An `if` has too many branches
An `if` has at most 32 branches. More are easier to read as several rules.
--- bad
rule long:
  if yes: end the game<40 TIMES|
  otherwise if yes: end the game>
--- good
rule short:
  if yes: end the game
  otherwise if yes: end the game
turn two:
  short
=== R129 more An `or` without a `choose`
`or LABEL:` is one more option of a `choose ... from ...:`. It stands right below the lines of that `choose`,
in the same column, and before its `otherwise`.
--- bad
  let n = 1
  or pass: end the game
--- good
  choose other from squares where empty:
    place my stone on other
  or pass: end the game
"""

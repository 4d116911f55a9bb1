// Written by editors/generate.py from grammars/rules.lark. A stream mode for CodeMirror 6:
//
//   import { StreamLanguage } from "@codemirror/language";
//   import { rules } from "./rules.mjs";
//   const extensions = [StreamLanguage.define(rules)];

// [pattern, only at the margin, what its groups are]
const table = [
  ["#.*$", false, ["comment"]],
  ["\\[[A-Za-z]{1,8}-?[A-Za-z]{0,2}[0-9]{1,4}[a-z]?\\]", false, ["link"]],
  ["\"[^\"]*\"?", false, ["string"]],
  ["(the)(\\s+)(game)(\\s+)(has)\\b", true, ["keyword", "", "keyword", "", "keyword"]],
  ["(each)(\\s+)([A-Za-z_]\\w*)(\\s+)(has)\\b", true, ["keyword", "", "type", "", "keyword"]],
  ["(obligation|standing|whenever|account|display|example|payment|replace|variant|action|always|around|before|change|effect|option|pieces|remove|window|after|board|graph|phase|route|score|setup|table|track|best|deck|free|kind|play|rule|turn)(\\s+)([A-Za-z_]\\w*)", true, ["keyword", "", "def"]],
  ["(obligation|standing|whenever|account|display|example|payment|replace|variant|action|actors|always|around|before|change|effect|option|pieces|remove|window|after|board|graph|phase|route|score|setup|table|track|best|deck|each|free|game|kind|play|rule|ties|turn|end|the|no)\\b", true, ["keyword"]],
  ["(\\s+)(otherwise|discard|nothing|restart|shuffle|choose|finish|follow|remove|repeat|first|lower|needs|pause|place|raise|score|draw|each|emit|gain|lose|move|roll|show|skip|add|any|end|let|may|pay|put|set|as|do|if)\\b", true, ["", "keyword"]],
  ["(:)(\\s+)(otherwise|discard|nothing|restart|shuffle|choose|finish|follow|remove|repeat|lower|needs|pause|raise|score|draw|each|emit|gain|lose|move|roll|show|skip|add|any|end|let|pay|put|as|do|if)\\b", false, ["punctuation", "", "keyword"]],
  ["(?<=\\w)'s\\b", false, ["punctuation"]],
  ["\\b(none|yes|it|me|my|no)\\b", false, ["atom"]],
  ["\\b(div_up|within|among|every|where|else|over|some|and|can|div|mod|not|if|in|is|or)\\b", false, ["operator"]],
  ["\\b(counter\\-clockwise|superfluous|difference|neighbours|obligation|statements|abilities|clockwise|diagonals|different|otherwise|reshuffle|rightmost|strongest|unlimited|consumes|entering|leftmost|position|possible|shortest|standing|whenever|account|against|allowed|assumed|between|certain|columns|counted|default|discard|display|entered|exactly|example|greater|instead|limited|longest|missing|neutral|nothing|offered|payment|players|replace|restart|shuffle|through|variant|weakest|written|acting|action|actors|always|around|before|change|choice|choose|closed|column|covers|during|fewest|finish|follow|giving|helped|length|lesser|letter|moment|number|option|passed|pieces|points|random|remove|repeat|rounds|seated|starts|unless|window|winner|above|after|alike|along|board|count|drawn|earns|edges|empty|entry|first|gains|given|graph|hexes|holds|label|least|loses|lower|means|named|needs|never|order|other|parts|pause|phase|purse|raise|reach|right|round|route|score|setup|shown|space|stack|steps|table|times|track|turns|twice|under|union|until|while|best|deck|down|draw|each|emit|ends|face|free|from|full|gain|game|half|home|kind|laid|last|lays|left|line|live|lose|mine|more|most|move|must|once|only|open|part|pays|pile|play|roll|room|rows|rule|seat|seen|show|skip|such|that|then|this|ties|turn|uses|what|when|with|add|all|any|bag|end|for|has|its|let|may|odd|one|pay|put|run|sum|the|top|way|an|as|at|by|do|of|on|to|up|a)\\b", false, ["keyword"]],
  ["\\b(ability|formula|effect|goods|maybe|place|flag|list|zone|row|set)\\b(?=\\s+of\\b)|\\b(flag|formula)\\b", false, ["type", "type"]],
  ["\\b[0-9][0-9_]*\\b", false, ["number"]],
  ["[A-Za-z_]\\w*", false, ["variable"]],
  ["<=|>=|[-+*<>=]", false, ["operator"]],
  ["[|:,()/]", false, ["punctuation"]]
];
const compiled = table.map(([pattern, margin, kinds]) => [new RegExp(pattern, "y"), margin, kinds]);

export const rules = {
  name: "rules",
  startState: () => ({ queue: [] }),
  copyState: (state) => ({ queue: state.queue.slice() }),
  token(stream, state) {
    if (stream.sol()) state.queue = [];
    while (state.queue.length) {
      const [end, kind] = state.queue.shift();
      if (end <= stream.pos) continue;
      stream.pos = end;
      return kind || null;
    }
    for (const [pattern, margin, kinds] of compiled) {
      if (margin && stream.pos !== 0) continue;
      pattern.lastIndex = stream.pos;
      const found = pattern.exec(stream.string);
      if (!found || !found[0]) continue;
      const groups = found.slice(1).filter((one) => one !== undefined);
      if (kinds.length < 2 || groups.join("") !== found[0]) {
        stream.pos += found[0].length;
        return kinds[0] || null;
      }
      let end = stream.pos;
      state.queue = groups.map((text, n) => [(end += text.length), kinds[n]]);
      const [first, kind] = state.queue.shift();
      stream.pos = first;
      return kind || null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", '"'] } },
};

"""The grammar of the rules language (`rules.lark`); a package so that an installed rulec finds it."""

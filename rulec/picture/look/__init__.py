"""Look files: visual design of a game in `NAME.look.toml` beside `NAME.rules`."""

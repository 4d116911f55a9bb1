"""Look files: how pictures of a game are to look, in `NAME.look.toml` beside `NAME.rules`."""

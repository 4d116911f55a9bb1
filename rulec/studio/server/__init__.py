"""The web server of the studio; it holds no game, but asks worker processes."""

"""The process that answers the browser. It holds no game: it asks worker processes."""

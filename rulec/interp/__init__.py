"""The reference interpreter: walks the IR before passes, with plain integers and every check."""

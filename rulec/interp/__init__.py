"""The reference interpreter: walks the IR behind the legality passes, with plain integers and every check."""

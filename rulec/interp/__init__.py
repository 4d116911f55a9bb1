"""The reference interpreter: executes the IR after the legality passes, with all checks."""

"""Text and tables from the IR: listings, the protocol of a game."""

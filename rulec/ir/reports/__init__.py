"""Text and tables made of the IR: listings, the protocol of a game."""

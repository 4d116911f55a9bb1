"""The intermediate representation: small integers, bit sets, and blocks that end where the game stops."""

"""The intermediate representation: small integers, bit sets, and basic blocks."""

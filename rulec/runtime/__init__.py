"""What a compiled engine needs while it runs; imports nothing of the compiler."""

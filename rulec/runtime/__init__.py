"""Run-time support of compiled engines; independent of the compiler."""

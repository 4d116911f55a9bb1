"""IR to readable Cython."""

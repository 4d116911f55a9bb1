"""Editor features as plain functions, shared by language server and web editor."""

"""What an editor asks about a rules file, as plain functions: language server and web editor call them."""

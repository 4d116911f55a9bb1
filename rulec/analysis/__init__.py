"""Facts about IR that passes and code generation ask for. Nothing here changes a program."""

"""The language server: the functions of `rulec.editor` over the Language Server Protocol."""

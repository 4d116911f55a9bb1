"""Language server: exposes `rulec.editor` over the Language Server Protocol."""

"""A game in the terminal: positions drawn, options chosen by number or name, moves taken back."""

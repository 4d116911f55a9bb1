"""IR to IR, one small file each. Passes may not change the layout, frames or resume points."""

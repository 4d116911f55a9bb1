"""Basic blocks: drafts, builder, frames, available checks."""

"""Basic blocks under construction: drafts, builder, frames, available checks."""

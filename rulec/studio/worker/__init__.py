"""Worker processes: read rules and play games under limits of time and memory."""

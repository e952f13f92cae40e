"""Games in which something is counted: objects, seeds, boxes."""

"""The commands that export: `nineup export` and `nineup pictures`."""

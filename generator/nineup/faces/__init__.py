"""What becomes of drawn faces: shapes that are cut and folded, what is seen on them, what is recorded of
them.

`shapes` are the shapes of components: the sides that each needs, and what it assembles of them. `surface`
looks at a face as a reader does: its marks, what lies under a point, its inks; it also saves ink and prints
in grey. `record` keeps what a run showed, so that a later build can tell which faces have changed.
"""

__all__ = ["record", "shapes", "surface"]

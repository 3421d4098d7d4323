"""Data only: what a game is, what a drawn face is, what an appendix is.

`load` makes a `Game` (`game`), `select` a `Run` of it. `layout` draws `Face`s of operations (`drawing`), whose reach is in
`extent`, whose colours are changed by `recolour`, and whose identity is a digest (`digests`). `paper` has sheets and
their specifications, `booklet` the blocks of an appendix. `art` reads pictures to an `Image`, `inks` the notation of a press's inks. Everything is frozen.
"""

__all__ = ["art", "booklet", "digests", "drawing", "extent", "game", "inks", "paper", "recolour"]

"""Appendices and rulebooks: templates filled with a game's data, and the files made of them.

`appendix` renders the templates of `layouts/appendix/` with what a game and its runs say, and parses the
result to a `Booklet` of blocks. `writers` turn a `Booklet` into PDF, HTML and Markdown. A writer knows
nothing of games: faces and symbols reach it as pictures and forms. Texts are set by the same engine as cards.
A booklet can be printed as folded sheets.
"""

__all__ = ["appendix", "writers"]

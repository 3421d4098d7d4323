"""Letters: font files, and text set with them.

`fonts` finds a project's font files, shapes words with HarfBuzz, and makes the subsets that documents embed.
`text` reads the notation of card texts, breaks it into lines and fits it into frames. The result is drawing
operations in points, y down. A word is shaped once per style, then looked up. Both directions of writing and
all of Unicode's scripts pass through the same steps.
"""

__all__ = ["fonts", "text"]

"""Parts of `svg_edit`: what is written where (`source`), what it means (`tree`), and both at once
(`drawing`); attributes and texts (`values`), elements that come (`inserting`), and their lines (`rows`).
"""

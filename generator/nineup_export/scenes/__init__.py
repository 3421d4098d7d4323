"""Pictures for shops and posts: pieces on a table, seen from above, as the templates here say.

A template, such as `hand.toml`, lists what lies on a ground: which pieces, how many, where the first one lies
and how far the next ones are from it. Lengths are heights of the game's most frequent card, so a template
suits games with large and with small pieces; `at` is measured from the middle of the picture.
"""

from nineup_export.scenes.drawing import SCENES, scene_picture

__all__ = ["SCENES", "scene_picture"]

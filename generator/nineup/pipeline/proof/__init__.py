"""`check`: every state of every face, drawn once (`states`), and the rules over game and faces
(`checking`).
"""

__all__ = ["checking"]

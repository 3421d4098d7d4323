"""Ready-made rules about drawn faces: what is printed, legible, covered, distinguishable and printable."""

__all__ = ["grey_alike", "hiding"]

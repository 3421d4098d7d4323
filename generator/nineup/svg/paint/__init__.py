"""What fills and strokes: colours, gradients, patterns, and letters with a stroke around them."""

__all__ = ["context_paints", "gradients", "lettering", "paint", "patterns"]

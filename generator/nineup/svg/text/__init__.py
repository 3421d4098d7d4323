"""Static text, set as browsers do: its pieces, typefaces, decoration lines and fitted lengths."""

__all__ = ["decoration", "static_text", "typefaces"]

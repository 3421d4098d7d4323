"""PDF/X for presses: colours as inks through an ICC profile (`separation`), and a file that meets the standard (`pdf_x`)."""

__all__ = ["pdf_x", "separation", "standard"]

"""PDF/X for presses: colours as inks through an ICC profile (`separation`), and a file that meets the
standard (`pdf_x`).
"""

from nineup.write.press.pdf_x import PressDocument, pdf_x
from nineup.write.press.separation import COATED, Profile, ProfileError, Separation
from nineup.write.press.standard import Standard

__all__ = [
    "COATED",
    "PressDocument",
    "Profile",
    "ProfileError",
    "Separation",
    "Standard",
    "pdf_x",
]

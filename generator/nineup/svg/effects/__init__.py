"""What is applied to drawn elements: clip paths, masks and markers."""

__all__ = ["clips", "markers", "masks"]

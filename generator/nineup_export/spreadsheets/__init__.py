"""Every card list as a workbook that can be read back unchanged."""

__all__ = ["workbooks"]

"""The values of attributes and properties: numbers, lengths, colours and references (`values`)."""

__all__ = ["values"]

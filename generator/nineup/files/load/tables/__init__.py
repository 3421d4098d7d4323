"""Tables of cards: CSV files, and sheets of XLSX and ODS workbooks, as located nodes like those of YAML."""

__all__ = ["csv_cards", "csv_ids", "csv_text", "workbook"]

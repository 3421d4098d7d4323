"""Tables of cards: CSV files, and sheets of XLSX and ODS workbooks, as located nodes like those of YAML."""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.files.load.tables.column_names import fields_of_columns
    from nineup.files.load.tables.csv_cards import COUNTED_ID, as_entries, ids_by_name, is_single
    from nineup.files.load.tables.sheet import SheetCell, SheetFile, UnreadableWorkbookError
    from nineup.files.load.tables.workbook import sheet_rows
else:
    __getattr__ = late_names(
        __name__,
        {
            "column_names": ("fields_of_columns",),
            "csv_cards": ("COUNTED_ID", "as_entries", "ids_by_name", "is_single"),
            "sheet": ("SheetCell", "SheetFile", "UnreadableWorkbookError"),
            "workbook": ("sheet_rows",),
        },
    )

__all__ = [
    "COUNTED_ID",
    "SheetCell",
    "SheetFile",
    "UnreadableWorkbookError",
    "as_entries",
    "fields_of_columns",
    "ids_by_name",
    "is_single",
    "sheet_rows",
]

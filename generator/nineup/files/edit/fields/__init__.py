"""Fields of card lists: changed (`declaring`), what uses one (`uses`), renamed in all of it (`renaming`)."""

from nineup.files.edit.fields.declaring import (
    FieldError,
    FieldHome,
    FileChanges,
    add_field,
    delete_field,
    home_of,
    rename_field,
)
from nineup.files.edit.fields.renaming import rename_everywhere
from nineup.files.edit.fields.uses import FieldUse, field_uses

__all__ = [
    "FieldError",
    "FieldHome",
    "FieldUse",
    "FileChanges",
    "add_field",
    "delete_field",
    "field_uses",
    "home_of",
    "rename_everywhere",
    "rename_field",
]

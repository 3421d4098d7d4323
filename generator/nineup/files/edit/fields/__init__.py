"""Fields of card lists: changed (`declaring`), what uses one (`uses`), renamed in all of it (`renaming`),
of another type (`retyping`, values by `converting`)."""

from nineup.files.edit.fields.declaring import (
    FieldError,
    FieldHome,
    FileChanges,
    add_field,
    check_field,
    delete_field,
    home_of,
    move_field,
    rename_field,
)
from nineup.files.edit.fields.renaming import SharedFieldError, rename_everywhere
from nineup.files.edit.fields.retyping import CardRef, Misfit, Retyping, change_type
from nineup.files.edit.fields.uses import FieldUse, field_uses

__all__ = [
    "CardRef",
    "FieldError",
    "FieldHome",
    "FieldUse",
    "FileChanges",
    "Misfit",
    "Retyping",
    "SharedFieldError",
    "add_field",
    "change_type",
    "check_field",
    "delete_field",
    "field_uses",
    "home_of",
    "move_field",
    "rename_everywhere",
    "rename_field",
]

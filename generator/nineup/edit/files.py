"""Changes to the bytes of a file: its encoding, byte order mark and line breaks stay."""

from codecs import BOM_UTF8
from collections.abc import Sequence

from nineup.diagnostics import Diagnostic, Findings, Span
from nineup.edit.changes import Change
from nineup.edit.csv_edit import edit_csv
from nineup.edit.parts import parts
from nineup.edit.rows import EditRefusedError
from nineup.edit.yaml_edit import edit_yaml
from nineup.schema.nodes import SourceFile
from nineup.schema.yaml_tree import decode_text, parse, without_control


def edit(name: str, data: bytes, changes: Sequence[Change]) -> bytes | Diagnostic:
    """A file's bytes after some changes, or why they can't be made and where. `name` is the file's path."""
    text, refusal = _readable(name, data)
    if refusal is not None:
        return refusal
    change = edit_csv if name.endswith(".csv") else edit_yaml
    try:
        made = change(text, changes)
        encoded = made.encode()
    except EditRefusedError as refused:
        return refuse(refused.message, _span(name, text, refused.offset))
    except RecursionError:
        return refuse("the value is nested too deeply", Span(name, 1, 1))
    except UnicodeEncodeError as error:
        return refuse(
            f"the character U+{ord(error.object[error.start]):04X} can't be written", Span(name, 1, 1)
        )
    return (BOM_UTF8 if data.startswith(BOM_UTF8) else b"") + encoded


def refuse(message: str, span: Span | None = None, hint: str = "") -> Diagnostic:
    """An edit that can't be made."""
    return Diagnostic("edit-refused", "error", message, span, hint, about="request")


def _readable(name: str, data: bytes) -> tuple[str, Diagnostic | None]:
    """A file's text, and what keeps it from being read."""
    findings = Findings()
    text = decode_text(data, name, findings)
    if name.endswith(".csv"):
        without_control(SourceFile(name, text), findings)
    elif not findings:
        try:
            parts(text)
        except ValueError:
            parse(text, name, findings)
            findings = findings or Findings(
                [refuse("the file isn't YAML that can be read", Span(name, 1, 1))]
            )
    return text, findings[0] if findings else None


def _span(name: str, text: str, offset: int) -> Span:
    file = SourceFile(name, text[:offset])
    return Span(name, len(file.lines), len(file.lines[-1]) + 1)

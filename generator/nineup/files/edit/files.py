"""Changes the bytes of a file while keeping its encoding, byte order mark and line breaks."""

from codecs import BOM_UTF8
from collections.abc import Callable, Sequence

from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.project import CSV_SUFFIXES
from nineup.files.edit.changes import Change
from nineup.files.edit.csv_edit import edit_csv
from nineup.files.edit.parts import parts
from nineup.files.edit.rows import EditRefusedError
from nineup.files.edit.yaml_edit import edit_yaml
from nineup.files.load.tables.csv_text import decode_csv, encoding_of
from nineup.schema.control import without_control
from nineup.schema.nodes import SourceFile
from nineup.schema.yaml_tree import decode_text, parse_yaml
from nineup.svg.xml import parse_svg


def edit(name: str, data: bytes, changes: Sequence[Change]) -> bytes | Diagnostic:
    """A file's bytes after some changes, or a diagnostic that says why and where they can't be made.

    `name` is the file's path.
    """
    text, refusal = _readable(name, data)
    if refusal is not None:
        return refusal
    change = _editor(name)
    mark, encoding = encoding_of_file(name, data)
    try:
        edited = mark + change(text, changes).encode(encoding)
        if name.endswith(".svg") and (refusal := _readable(name, edited)[1]) is not None:
            return refuse(
                f"after this change, the drawing couldn't be read: {refusal.message}", hint=refusal.hint
            )
        return edited
    except EditRefusedError as refused:
        return refuse(refused.message, _span(name, text, refused.offset))
    except RecursionError:
        return refuse("the value is nested too deeply", Span(name, 1, 1))
    except UnicodeEncodeError as error:
        what = f"the character U+{ord(error.object[error.start]):04X} can't be written"
        if encoding != "cp1252":
            return refuse(what, Span(name, 1, 1))
        return refuse(f"{what} in Windows-1252", Span(name, 1, 1), "save the file as CSV UTF-8 first")


def _editor(name: str) -> Callable[[str, Sequence[Change]], str]:
    """The function that changes the text of a file of a name."""
    if name.endswith(".svg"):
        from nineup.files.edit.svg_edit import edit_svg  # only drawings need what it imports

        return edit_svg
    return edit_csv if name.endswith(CSV_SUFFIXES) else edit_yaml


def text_of(name: str, data: bytes) -> str:
    """A file's text without its byte order mark; bytes that can't be decoded are replaced."""
    return _decode(name, data, Findings())


def _decode(name: str, data: bytes, findings: Findings) -> str:
    return (decode_csv if name.endswith(CSV_SUFFIXES) else decode_text)(data, name, findings)


def encoding_of_file(name: str, data: bytes) -> tuple[bytes, str]:
    """A file's byte order mark, and its encoding."""
    if name.endswith(CSV_SUFFIXES):
        return encoding_of(data)
    return (BOM_UTF8 if data.startswith(BOM_UTF8) else b""), "utf-8"


def refuse(message: str, span: Span | None = None, hint: str = "") -> Diagnostic:
    """An edit that can't be made."""
    return Diagnostic("edit-refused", "error", message, span=span, hint=hint, about="request")


def _readable(name: str, data: bytes) -> tuple[str, Diagnostic | None]:
    """A file's text, or the reason why it can't be read."""
    findings = Findings()
    text = _decode(name, data, findings)
    if name.endswith(CSV_SUFFIXES):
        mark, encoding = encoding_of_file(name, data)
        if not findings.failed and mark + text.encode(encoding, "replace") != data:
            findings.append(refuse("the file is truncated UTF-16 text", Span(name, 1, 1)))
        without_control(SourceFile(name, text), findings)
    elif name.endswith(".svg"):
        if not findings:
            parse_svg(name, text, findings)
    elif not findings:
        try:
            parts(text)
        except ValueError:
            parse_yaml(text, name, findings)
            findings = findings or Findings([refuse("the file isn't readable YAML", Span(name, 1, 1))])
    return text, next((finding for finding in findings if finding.severity == "error"), None)


def _span(name: str, text: str, offset: int) -> Span:
    file = SourceFile(name, text[:offset])
    return Span(name, len(file.lines), len(file.lines[-1]) + 1)

"""Shows numbers and dates as a spreadsheet does, by their formats: `dd.mm.yyyy`, `0.0%`, `#,##0.00 "€"`.

A format has up to four sections, for positive numbers, negative ones, zero and texts, separated by
semicolons. A section is a row of tokens: placeholders of digits (`0`, `#`, `?`), parts of dates, and texts
between them.
"""

import datetime
import locale
import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation

from nineup.files.load.tables.sheet import ShownValue

Moment = datetime.datetime | datetime.date | datetime.time | datetime.timedelta

_LONGEST = 200
"""The longest number format, in characters: spreadsheets allow 255, with colors and words."""

_TOKEN = re.compile(
    r"""(?P<text>"[^"]{0,200}+"|\\.)            # printed as it is
    |(?P<space>[_*].)                    # a space as wide as a sign, or a sign that fills the cell
    |\[\$(?P<currency>[^\]-]{0,16}+)(?:-(?P<language>[^\]]{0,16}+))?\]
    |\[(?P<elapsed>h+|m+|s+)\]
    |\[(?P<other>[^\]]{0,60}+)\]               # a color or a condition
    |(?P<half>AM/PM|A/P)
    |(?P<date>y+|m+|d+|h+|s+)
    |(?P<general>General)
    |(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?,*(?:E[+-][0#?]+)?|\.[0#?]+)
    |(?P<sign>.)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)

_COLOURS = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|color ?\d+", re.IGNORECASE)

_LARGEST = 1e24
"""The number from which on formats are ignored."""

_SHORT_DATES = ("mm-dd-yy", "m/d/yy h:mm")
"""The formats 14 and 22 of XLSX, which every computer shows in its own way."""

_MISPRINTED = {
    '_("$"* #,##0.00_)_("$"* \\(#,##0.00\\)_("$"* "-"??_)_(@_)':
    '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
}  # fmt: skip
"""Format 44 of XLSX, as openpyxl has it, without its semicolons."""

_DIGITS = Context(prec=300)
"""For numbers and formats as long as they may be."""

_ELSEWHERE = "each computer shows it in its own way"


class _UnknownFormatError(Exception):
    """A format that isn't read; the message says why."""


def shown(value: object, format: str) -> ShownValue:
    """What a cell with a value and a number format shows."""
    if value is None:
        return ShownValue("")
    if isinstance(value, bool):
        return ShownValue("yes" if value else "no")
    format = format[:_LONGEST]
    try:
        if isinstance(value, (int, float)):
            text = _number(value, _MISPRINTED.get(format, format))
            plain = plain_number(value)
            return ShownValue(text, plain if text != plain else "")
        if isinstance(value, Moment):
            return ShownValue(_moment(value, format))
    except (_UnknownFormatError, InvalidOperation) as error:
        doubt = str(error) if isinstance(error, _UnknownFormatError) else "the number is too large"
        if isinstance(value, (int, float)):
            return ShownValue(plain_number(value), doubt=doubt)
        return ShownValue(_iso(value), doubt=doubt)
    return ShownValue(str(value).replace("\r\n", "\n").replace("\r", "\n"))


def plain_number(value: float) -> str:
    """A number as displayed in a cell without a format."""
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.15g}"


def _iso(value: object) -> str:
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


def _sections(format: str) -> list[list[re.Match[str]]]:
    """The tokens of each section."""
    sections: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(format):
        if token["sign"] == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    return sections


def _number(value: float, format: str) -> str:
    if format in ("", "General", "@"):
        return plain_number(value)
    if not abs(value) < _LARGEST:  # or no number
        raise _UnknownFormatError("the number is too large")
    sections = _sections(format)
    section, number = sections[0], Decimal(repr(value))
    if len(sections) > 1 and value < 0:
        section, number = sections[1], -number
    elif len(sections) > 2 and value == 0:
        section = sections[2]
    digits = [token for token in section if token["digits"] or token["general"]]
    if len(digits) > 1 or any(token["date"] or token["half"] or token["elapsed"] for token in section):
        raise _UnknownFormatError("it isn't read")
    number *= Decimal(100) ** sum(token["sign"] == "%" for token in section)
    texts = [
        _digits(abs(number), token[0]) if token["digits"] else
        plain_number(float(abs(number))) if token["general"] else _literal(token)
        for token in section
    ]  # fmt: skip
    text = "".join(texts).strip()
    shows_nothing_below_zero = not any(sign in "123456789" for sign in text)
    return f"-{text}" if number < 0 and not shows_nothing_below_zero else text


def _digits(number: Decimal, pattern: str) -> str:
    """A number of 0 or more in a pattern such as `#,##0.00`."""
    pattern, _, exponent = pattern.upper().partition("E")
    whole, _, fraction = pattern.partition(".")
    thousands = len(whole + fraction) - len((whole + fraction).rstrip(","))
    whole, fraction = whole.rstrip(",") if not fraction else whole, fraction.rstrip(",")
    number /= Decimal(1000) ** thousands
    if exponent:
        if whole != "0":
            raise _UnknownFormatError("it isn't read")
        text, _, power = f"{number:.{len(fraction)}E}".partition("E")
        sign = power[0] if power[0] == "-" or exponent[0] == "+" else ""
        return f"{text}E{sign}{power[1:].zfill(len(exponent) - 1)}"
    rounded = number.quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP, _DIGITS)
    before, _, after = f"{rounded:f}".partition(".")
    before = before.lstrip("0").zfill(whole.count("0"))
    if "," in whole:
        before = f"{int(before):,}".zfill(len(before)) if before else ""
    least = len(fraction.rstrip("#?"))
    after = after[:least] + after[least:].rstrip("0")
    return f"{before}.{after}" if "." in pattern else before


def _literal(token: re.Match[str]) -> str:
    """What a token prints that is neither a digit nor a part of a date."""
    if token["text"]:
        return token["text"][1:-1] if token["text"][0] == '"' else token["text"][1:]
    if token["space"]:
        return ""
    if token["other"] is not None:
        if not _COLOURS.fullmatch(token["other"]):
            raise _UnknownFormatError("its condition isn't read")
        return ""
    if token["sign"]:
        if token["sign"] == "/":
            raise _UnknownFormatError("fractions aren't read")
        return str(token["sign"])
    return token["currency"] or ""


def _moment(value: Moment, format: str) -> str:
    if format in _SHORT_DATES:
        raise _UnknownFormatError(_ELSEWHERE)
    section = _sections(format)[0]
    if not any(token["date"] or token["elapsed"] for token in section):
        return _iso(value)
    languages = [token["language"] for token in section if token["language"]]
    if any(each.upper() in ("F800", "F400") for each in languages):
        raise _UnknownFormatError(_ELSEWHERE)
    language = _language(languages[0]) if languages else "en"
    return "".join(_parts_of_moment(value, section, language)).strip()


def _language(code: str) -> str:
    """The language of names in a format by its code of Windows, such as `407`; English if it isn't known."""
    from babel.core import Locale, UnknownLocaleError

    try:
        return str(Locale.parse(locale.windows_locale[int(code[-4:], 16)]))
    except (KeyError, ValueError, UnknownLocaleError):
        return "en"


def _parts_of_moment(value: Moment, section: Sequence[re.Match[str]], language: str) -> Iterator[str]:
    day = value if isinstance(value, datetime.date) else datetime.date(1899, 12, 31)
    time = value if isinstance(value, datetime.timedelta) else _since_midnight(value)
    halved = any(token["half"] for token in section)
    units = [(token["date"] or token["elapsed"] or "")[:1].lower() for token in section]
    for at, token in enumerate(section):
        before = next((unit for unit in reversed(units[:at]) if unit), "")
        after = next((unit for unit in units[at + 1 :] if unit), "")
        if token["elapsed"]:
            per = {"h": 3600, "m": 60, "s": 1}[units[at]]
            yield str(int(time.total_seconds() // per)).zfill(len(token["elapsed"]))
        elif token["half"]:
            yield token["half"].split("/")[time.seconds >= 12 * 3600]
        elif not token["date"]:
            is_fraction = token["digits"] and set(token["digits"]) <= set(".0") and before == "s"
            if token["digits"] and not is_fraction:
                raise _UnknownFormatError("it isn't read")
            if is_fraction:
                decimals = len(token["digits"]) - 1
                yield f".{time.microseconds:06}"[: decimals + 1]
            else:
                yield token["sign"] or _literal(token)
        elif (units[at] in "ym" and not (units[at] == "m" and (before == "h" or after == "s"))) or units[
            at
        ] == "d":
            yield _part_of_date(day, token["date"].lower(), language)
        else:
            hours = time.seconds // 3600
            hours = (hours - 1) % 12 + 1 if halved else hours
            number = {"h": hours, "m": time.seconds // 60 % 60, "s": time.seconds % 60}[units[at]]
            yield str(number).zfill(min(2, len(token["date"])))


def _since_midnight(value: datetime.date | datetime.time) -> datetime.timedelta:
    if not isinstance(value, (datetime.datetime, datetime.time)):
        return datetime.timedelta()
    return datetime.timedelta(
        hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond
    )


def _part_of_date(day: datetime.date, letters: str, language: str) -> str:
    """The year, month or day: `yy`, `m`, `mmm` for its short name, `dddd` for its name."""
    unit, width = letters[0], len(letters)
    if unit == "y":
        return f"{day.year:04}" if width > 2 else f"{day.year % 100:02}"
    if width < 3:
        return str(day.month if unit == "m" else day.day).zfill(width)
    from babel.dates import format_date

    pattern = {"m": {3: "LLL", 4: "LLLL"}, "d": {3: "ccc", 4: "cccc"}}[unit].get(width)
    if unit == "m" and width == 5:
        return format_date(day, "LLLL", locale=language)[:1]
    return format_date(day, pattern or ("LLLL" if unit == "m" else "cccc"), locale=language).rstrip(".")

"""Numbers as PDF writes them."""

_MOST = 200_000
"""The number of cached numbers; those of large drawings hardly recur."""


class Rounded(dict[float, float]):
    """Numbers rounded to a number of decimals, with a cache."""

    def __init__(self, digits: int) -> None:
        super().__init__()
        self._digits = digits

    def __missing__(self, value: float) -> float:
        if len(self) >= _MOST:
            self.clear()
        near = self[value] = round(value, self._digits)
        return near


class Numbers(dict[float, str]):
    """Numbers in PDF's notation: limited decimals, no exponent, no `-0`. Each is formatted once."""

    def __init__(self, digits: int) -> None:
        super().__init__()
        self.digits = digits

    def __missing__(self, value: float) -> str:
        text = f"{value:.{self.digits}f}"
        if not text[-1].isdigit():
            raise ValueError(f"{value} isn't a finite number")
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        if len(self) >= _MOST:
            self.clear()
        text = self[value] = "0" if text == "-0" else text
        return text

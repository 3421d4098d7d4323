"""Which properties and attributes of SVG are drawn, which are harmless, and which must be refused."""

INHERITED = frozenset(
    """fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset color clip-rule visibility font-family font-size
    font-weight font-style text-anchor letter-spacing white-space""".split()
)
"""Properties that children take over."""

OWN = frozenset("opacity display clip-path overflow stop-color stop-opacity".split())
"""Properties that hold for the element alone."""

DRAWN = INHERITED | OWN

ANY = frozenset({"*"})


def _only(*values: str) -> frozenset[str]:
    return frozenset(values)


_PLAIN = _only("none", "normal", "auto")
_ZERO = _only("0", "0px", "normal", "0%", "baseline", "auto")

HARMLESS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        """shape-rendering text-rendering color-rendering color-interpolation-filters enable-background
        isolation pointer-events cursor line-height text-align text-align-last text-decoration-color
        text-decoration-style text-decoration-thickness block-progression solid-color solid-opacity mask-type
        stop-fill shape-padding shape-margin user-select will-change flood-color flood-opacity
        lighting-color tab-size -webkit-print-color-adjust print-color-adjust""".split(),
        ANY,
    ),
    "paint-order": _only(
        "normal",
        "fill",
        "fill stroke",
        "fill markers stroke",
        "fill stroke markers",
        "markers fill stroke",
        "markers fill",
    ),
    "color-interpolation": _only("sRGB", "auto"),
    "image-rendering": _only("auto", "optimizeQuality", "optimizeSpeed", "smooth", "high-quality"),
    "mix-blend-mode": _PLAIN,
    **dict.fromkeys("marker marker-start marker-mid marker-end mask filter vector-effect".split(), _PLAIN),
    **dict.fromkeys(
        """font-variant font-variant-ligatures font-variant-caps font-variant-numeric font-variant-east-asian
        font-variant-alternates font-variant-position font-feature-settings font-variation-settings font-kerning
        font-size-adjust text-decoration text-decoration-line text-transform clip shape-inside shape-subtract
        font-optical-sizing font-synthesis text-shadow backdrop-filter""".split(),
        _PLAIN,
    ),
    "font-stretch": _only("normal", "100%"),
    "word-spacing": _ZERO,
    "baseline-shift": _ZERO,
    "text-indent": _ZERO,
    "inline-size": _ZERO,
    "dominant-baseline": _only("auto", "alphabetic", "baseline"),
    "alignment-baseline": _only("auto", "alphabetic", "baseline"),
    "writing-mode": _only("lr", "lr-tb", "horizontal-tb"),
    "direction": _only("ltr"),
    "unicode-bidi": _only("normal", "embed", "isolate"),
    "text-orientation": _only("mixed", "auto"),
    "glyph-orientation-vertical": _only("auto"),
    "glyph-orientation-horizontal": _only("auto", "0"),
    "transform-box": ANY,
}
"""Properties that change nothing here when their value is among these."""

PREFIXES = ("-inkscape-", "inkscape-", "--")
"""How the properties begin that a drawing program keeps for itself, and of variables."""

ADVICE = {
    "mask": "use a clipPath",
    "filter": "draw the effect as shapes, or place it as a PNG",
    "mix-blend-mode": "mix the colours beforehand, or place the drawing as a PNG",
    "marker": "draw the arrow head as a path",
    "marker-start": "draw the arrow head as a path",
    "marker-mid": "draw the arrow head as a path",
    "marker-end": "draw the arrow head as a path",
    "vector-effect": "set the stroke's width for the size at which it is printed",
    "paint-order": "draw the stroke as a shape of its own below the fill",
    "font": "write font-family, font-size and font-weight on their own",
    "shape-inside": "bind the text to a rect with n:text",
    "text-decoration": "draw a line below the text",
    "dominant-baseline": "give the y of the baseline",
    "transform": "write it as the attribute transform",
    "pattern": "draw the pattern as shapes within a clipPath",
    "foreignObject": "bind the text to a rect with n:text",
    "textPath": "put it directly into a text",
    "side": "turn the path round",
    "script": "leave it out; nothing in a layout is run",
    "switch": "save as plain SVG without the drawing program's own data",
    "image-rendering": "enlarge the picture's pixels beforehand",
}
"""What to do instead of what is not supported."""

TRANSFORMED = "g svg use path rect circle ellipse line polyline polygon text image a".split()

GEOMETRY: dict[str, frozenset[str]] = {
    "svg": frozenset("x y width height viewBox preserveAspectRatio zoomAndPan version baseProfile".split()),
    "g": frozenset(),
    "a": frozenset({"href", "target"}),
    "defs": frozenset(),
    "symbol": frozenset("viewBox preserveAspectRatio x y width height refX refY".split()),
    "use": frozenset("href x y width height".split()),
    "path": frozenset({"d", "pathLength"}),
    "rect": frozenset("x y width height rx ry".split()),
    "circle": frozenset("cx cy r".split()),
    "ellipse": frozenset("cx cy rx ry".split()),
    "line": frozenset("x1 y1 x2 y2".split()),
    "polyline": frozenset({"points"}),
    "polygon": frozenset({"points"}),
    "text": frozenset("x y dx dy rotate textLength lengthAdjust".split()),
    "tspan": frozenset("x y dx dy rotate textLength lengthAdjust".split()),
    "textPath": frozenset("href startOffset spacing".split()),
    "image": frozenset("href x y width height preserveAspectRatio".split()),
    "clipPath": frozenset({"clipPathUnits", "transform"}),
    "linearGradient": frozenset("x1 y1 x2 y2 href gradientUnits gradientTransform spreadMethod".split()),
    "radialGradient": frozenset("cx cy r fx fy fr href gradientUnits gradientTransform spreadMethod".split()),
    "stop": frozenset({"offset"}),
}
"""The elements that are drawn or referred to, each with the attributes that are its own."""

COMMON = frozenset("id class style role lang tabindex xml:space xml:lang xml:base xml:id".split())

IGNORED = frozenset("title desc metadata style".split())
"""Elements that draw nothing by themselves; `style` is read beforehand."""

UNDRAWN = frozenset("defs symbol clipPath linearGradient radialGradient".split())
"""Elements that are drawn only where something refers to them."""

DEFINITIONS = frozenset("mask filter pattern marker color-profile".split())
"""Definitions that hurt nobody as long as nothing refers to them; a reference is told at its place."""

"""The supported and ignorable properties and attributes of SVG, with advice for the others."""

INHERITED = frozenset(
    """fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset color clip-rule visibility font-family font-size
    font-weight font-style text-anchor letter-spacing word-spacing white-space paint-order dominant-baseline
    marker-start marker-mid marker-end color-interpolation-filters text-decoration
    text-decoration-line line-height text-align""".split()
)
"""Properties that children inherit."""

OWN = frozenset(
    """opacity display clip-path overflow stop-color stop-opacity transform-origin transform-box
    mask mask-type mix-blend-mode isolation filter flood-color flood-opacity lighting-color
    baseline-shift alignment-baseline vector-effect""".split()
)
"""Properties that aren't inherited."""

DRAWN = INHERITED | OWN

ANY = frozenset({"*"})


def _only(*values: str) -> frozenset[str]:
    return frozenset(values)


_NO_VALUE = _only("none", "normal", "auto")
_ZERO = _only("0", "0px", "normal", "0%", "baseline", "auto")

HARMLESS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        """shape-rendering text-rendering color-rendering enable-background
        pointer-events cursor text-align-last text-decoration-color
        block-progression solid-color solid-opacity
        stop-fill shape-padding shape-margin user-select will-change
        tab-size -webkit-print-color-adjust print-color-adjust""".split(),
        ANY,
    ),
    "color-interpolation": _only("sRGB", "auto"),
    "image-rendering": _only("auto", "optimizeQuality", "optimizeSpeed", "smooth", "high-quality"),
    **dict.fromkeys(
        """font-variant font-variant-caps font-variant-numeric font-variant-east-asian
        font-variant-alternates font-variant-position font-feature-settings font-variation-settings
        font-size-adjust text-transform clip shape-inside shape-subtract
        font-optical-sizing font-synthesis text-shadow backdrop-filter""".split(),
        _NO_VALUE,
    ),
    "font-kerning": _only("normal", "auto"),
    "text-decoration-style": _only("solid"),
    "text-decoration-thickness": _only("auto", "from-font"),
    "mask-mode": _only("match-source"),
    "content-visibility": _only("visible", "auto"),
    "font-variant-ligatures": _only("normal"),
    "font-stretch": _only("normal", "100%"),
    "text-indent": _ZERO,
    "inline-size": _ZERO,
    "writing-mode": _only("lr", "lr-tb", "horizontal-tb"),
    "direction": _only("ltr"),
    "unicode-bidi": _only("normal", "embed", "isolate"),
    "text-orientation": _only("mixed", "auto"),
    "glyph-orientation-vertical": _only("auto"),
    "glyph-orientation-horizontal": _only("auto", "0"),
}
"""Properties that can be ignored, with the values for which that holds."""

PREFIXES = ("-inkscape-", "inkscape-")
"""Prefixes of drawing programs' private properties."""

EFFECTS = frozenset({"filter", "opacity", "clip-path", "mask", "mix-blend-mode", "isolation"})
"""Properties that affect an element as a whole, after it is drawn."""

EFFECTIVE = frozenset(
    """transform translate rotate scale offset offset-path offset-distance offset-rotate d x y cx cy r rx ry
    width height font clip mask-image mask-border mask-size
    mask-position mask-repeat mask-composite mask-clip mask-origin zoom perspective content
    marker-knockout text-wrap text-orientation writing-mode all contain clip-margin border
    border-radius outline stroke-alignment stroke-location stroke-linejoin-limit hyphens text-emphasis
    ruby-position shape-subtract -webkit-transform -webkit-transform-origin -webkit-filter -webkit-mask
    -webkit-mask-image -webkit-clip-path -webkit-opacity""".split()
)
"""Properties that browsers draw and Nineup doesn't; unknown ones have no effect."""

UNDRAWABLE = frozenset(
    """foreignObject flowRegion flowPara flowSpan textPath tspan tref stop solidcolor solidColor
    video audio canvas iframe""".split()
)
"""Elements that browsers or editors draw, or that are misplaced; those unknown to both have no effect."""

UNREAD = frozenset({"side", "path", "method"})
"""Attributes that browsers draw and Nineup doesn't."""

OF_TEXT = frozenset(
    """font-variant font-variant-ligatures font-variant-caps font-variant-numeric font-variant-east-asian
    font-variant-alternates font-variant-position font-feature-settings font-variation-settings
    font-size-adjust text-transform shape-inside font-optical-sizing font-synthesis text-shadow font-kerning
    font-stretch text-decoration-style text-decoration-thickness text-indent inline-size
    writing-mode direction unicode-bidi text-orientation glyph-orientation-vertical
    glyph-orientation-horizontal""".split()
)
"""Properties that only texts show: those of `HARMLESS` that matter on texts alone, where they are checked."""

CSS_TRANSFORM = "transform of CSS"
"""The key under which styles store the property `transform`, which overrides the attribute."""

ADVICE = {
    "transform": "use the attribute `transform`",
    "font": "write font-family, font-size and font-weight instead",
    "shape-inside": "bind the text to a rect with n:text",
    "dominant-baseline": "set y to the baseline",
    "foreignObject": "bind the text to a rect with n:text",
    "writing-mode": "text runs in lines; convert it to paths, or write one `tspan` a letter",
    "direction": "remove it: each text runs as its letters do",
    "textPath": "put it directly into a text",
    "side": "reverse the path",
    "image-rendering": "scale up the picture's pixels first",
}
"""Hints for unsupported features."""

TRANSFORMED = "flowRoot g switch svg use path rect circle ellipse line polyline polygon text image a".split()

GEOMETRY: dict[str, frozenset[str]] = {
    "svg": frozenset("x y width height viewBox preserveAspectRatio zoomAndPan version baseProfile".split()),
    "g": frozenset(),
    "switch": frozenset(),
    "a": frozenset({"href", "target"}),
    "defs": frozenset(),
    "symbol": frozenset("viewBox preserveAspectRatio x y width height refX refY".split()),
    "use": frozenset("href x y width height".split()),
    "path": frozenset({"d", "pathLength"}),
    "rect": frozenset("x y width height rx ry pathLength".split()),
    "circle": frozenset("cx cy r pathLength".split()),
    "ellipse": frozenset("cx cy rx ry pathLength".split()),
    "line": frozenset("x1 y1 x2 y2 pathLength".split()),
    "polyline": frozenset({"points", "pathLength"}),
    "polygon": frozenset({"points", "pathLength"}),
    "text": frozenset("x y dx dy rotate textLength lengthAdjust".split()),
    "tspan": frozenset("x y dx dy rotate textLength lengthAdjust".split()),
    "textPath": frozenset("href startOffset spacing".split()),
    "flowRoot": frozenset(),
    "image": frozenset("href x y width height preserveAspectRatio".split()),
    "clipPath": frozenset({"clipPathUnits", "transform"}),
    "linearGradient": frozenset("x1 y1 x2 y2 href gradientUnits gradientTransform spreadMethod".split()),
    "radialGradient": frozenset("cx cy r fx fy fr href gradientUnits gradientTransform spreadMethod".split()),
    "stop": frozenset({"offset"}),
    "pattern": frozenset(
        """x y width height href patternUnits patternContentUnits patternTransform viewBox
        preserveAspectRatio""".split()
    ),
    "mask": frozenset("x y width height maskUnits maskContentUnits".split()),
    "marker": frozenset(
        "refX refY markerWidth markerHeight markerUnits orient viewBox preserveAspectRatio".split()
    ),
}
"""The supported elements, each with its own attributes."""

COMMON = frozenset(
    """id class style role lang tabindex xml:space xml:lang xml:base xml:id requiredFeatures
    requiredExtensions systemLanguage externalResourcesRequired""".split()
)

IGNORED = frozenset("title desc metadata style".split())
"""Elements that draw nothing; `style` is read separately."""

MOVING = frozenset("animate animateColor animateMotion animateTransform set mpath script view cursor".split())
"""Elements for animation, of which a print shows the initial state."""

UNDRAWN = frozenset("defs symbol clipPath linearGradient radialGradient".split())
"""Elements that are drawn only through references."""

DEFINITIONS = frozenset("mask filter pattern marker hatch color-profile".split())
"""Unsupported definitions, which are ignored; only references to them are reported."""

"""The rules of the package as a table: what is known of each before its module is imported."""

import importlib

import msgspec

from nineup.base.diagnostics import Severity
from nineup.rules.engine.rule import Need, Rule


class ListedRule(msgspec.Struct, frozen=True):
    """A rule of ours, whose module is imported when it is needed: a build needs few rules."""

    code: str
    summary: str
    severity: Severity
    needs: frozenset[Need]
    package: str
    """The package of its module."""
    module: str = ""
    """Its module; by default the one named after its code."""
    check: str = "check"
    """The function there; the settings, if it has any, are `SETTINGS`."""
    figure: str = ""
    accepts: tuple[str, ...] = ()
    configurable: bool = False
    """Whether an entry may configure it although it needs none."""
    by_component: bool = False
    """Whether it looks at the faces of one component at a time, and yields a `FaceFinding` for each."""
    sentence: str = ""
    """What an entry asks for, in words, with its settings as blanks: see `rules.sentences`."""

    def rule(self) -> Rule:
        """The rule itself."""
        name = self.module or self.code.replace("-", "_")
        module = importlib.import_module(f"nineup.rules.{self.package}.{name}")
        facts = self.code, self.summary, self.severity, self.needs
        check, settings = getattr(module, self.check), getattr(module, "SETTINGS", None)
        return Rule(*facts, check, self.figure, self.accepts, settings, self.sentence)


_GAME: frozenset[Need] = frozenset({"game"})
_ASKED: frozenset[Need] = frozenset({"game", "settings"})
_FACES: frozenset[Need] = frozenset({"faces"})
LISTED = (
    ListedRule("amounts", "every amount can be worked out", "error", needs=_GAME, package="counts"),
    ListedRule(
        "inventory",
        "the box covers every setup",
        "error",
        needs=_GAME,
        package="counts",
        accepts=("", "short", "setup", "full"),
    ),
    ListedRule(
        "deal",
        "there is enough to deal",
        "error",
        needs=_ASKED,
        package="counts",
        figure="left over",
        sentence="each player is dealt [player]{, and the table gets [table]}",
    ),
    ListedRule(
        "one-back",
        "a pile has one size and one back",
        "error",
        needs=_GAME,
        package="counts",
        accepts=("", "size", "outline", "corner"),
    ),
    ListedRule(
        "combinations",
        "every combination exists",
        "error",
        needs=_ASKED,
        package="counts",
        figure="sets",
        sentence="the cards of [in] show every set of [take] [of] in [field]{, each on [times] cards}",
    ),
    ListedRule(
        "balance",
        "all items are equally frequent",
        "error",
        needs=_ASKED,
        package="counts",
        figure="of each",
        sentence="on the cards of [in], all [by] are equally frequent in [field]{, or differ by [within]}",
    ),
    ListedRule(
        "answers",
        "everything has an answer",
        "error",
        needs=_ASKED,
        package="counts",
        accepts=("", "unknown", "other", "twice", "unasked"),
        sentence="each card of [each] names its answers in [through]{, which agree in [same]}",
    ),
    ListedRule(
        "payable",
        "every cost can be paid",
        "error",
        needs=_ASKED,
        package="counts",
        accepts=("",),
        sentence="what the cards of [each] cost in [cost] can be paid with what pieces say in [supply]",
    ),
    ListedRule(
        "change-making",
        "tokens make change",
        "error",
        needs=_ASKED,
        package="counts",
        sentence="the tokens [tokens] suffice{: they are worth [total]}{, and pay any sum up to [each]}",
    ),
    ListedRule(
        "reachability",
        "tiles can be entered and left, and do not close themselves",
        "error",
        needs=_ASKED,
        package="counts",
        figure="close at most",
        accepts=("",),
        sentence="each tile of [in] has at least [at-least] doors in [doors]"
        "{; [rooms] of them close in less than [below] %}",
    ),
    ListedRule(
        "agrees",
        "texts agree with the fields of their cards",
        "error",
        needs=_ASKED,
        package="wording",
        accepts=("",),
        sentence="in each card of [each], [text] agrees with [with]",
    ),
    ListedRule(
        "taught",
        "every run explains itself",
        # Like what is wrong with faces, it stops no build, though `check` reports errors.
        "warning",
        needs=_ASKED,
        package="wording",
        sentence="some text teaches [topics]{, and [topic] for each of [each]}{, with its [text]}{, in [in]}",
    ),
    ListedRule(
        "distinct",
        "no two cards share a name",
        "error",
        needs=_ASKED,
        package="counts",
        accepts=("",),
        sentence="no two cards of [each] have the same [by]{; no value is twice among [among]}",
    ),
    ListedRule(
        "rule",
        "the game's own rules hold",
        "error",
        needs=_ASKED,
        package="own",
        module="free",
        accepts=("",),
        sentence="[says]: [check]",
    ),
    ListedRule(
        "unstated",
        "no amount is left open",
        "warning",
        needs=_GAME,
        package="oversights",
        accepts=("", "copies", "box"),
    ),
    ListedRule(
        "unique-decks",
        "the recipe of unique decks gives decks",
        "error",
        needs=_GAME,
        package="counts",
        figure="decks",
    ),
    ListedRule(
        "never-there",
        "everything exists in some run",
        "warning",
        needs=_GAME,
        package="oversights",
        accepts=("",),
    ),
    ListedRule(
        "never-checked", "every rule is checked in some run", "warning", needs=_GAME, package="oversights"
    ),
    ListedRule(
        "pile-name", "no pile is misspelled", "warning", needs=_GAME, package="oversights", accepts=("",)
    ),
    ListedRule(
        "mix-up",
        "no two components look alike",
        "warning",
        needs=_GAME,
        package="oversights",
        accepts=("size", "layout", "back", "pile", "face"),
    ),
    ListedRule(
        "contradicted", "stated reasons fit", "warning", needs=_GAME, package="wording", accepts=("",)
    ),
    ListedRule(
        "needs",
        "every card works for every player count",
        "note",
        needs=_GAME,
        package="oversights",
        accepts=("",),
    ),
    ListedRule(
        "opponents",
        "no card mentions opponents who don't exist",
        "note",
        needs=_GAME,
        package="wording",
        accepts=("",),
    ),
    ListedRule(
        "near-duplicate",
        "no two cards say the same",
        "warning",
        needs=_GAME,
        package="wording",
        accepts=("",),
    ),
    ListedRule(
        "terminology",
        "words are used consistently",
        "warning",
        needs=_GAME,
        package="wording",
        accepts=("",),
        configurable=True,
        sentence="the words [words] are right",
    ),
    ListedRule(
        "unused-symbol",
        "every symbol is used",
        "note",
        needs=_GAME,
        package="oversights",
        module="unused",
        check="check_symbols",
    ),
    ListedRule(
        "unused-term",
        "every term is used",
        "note",
        needs=_GAME,
        package="oversights",
        module="unused",
        check="check_terms",
    ),
    ListedRule(
        "equal-tones", "colors distinguish the items of a list", "note", needs=_GAME, package="oversights"
    ),
    ListedRule(
        "odd-one-out",
        "nothing is unlike all others of its kind",
        "note",
        needs=_GAME,
        package="oversights",
        accepts=("",),
        configurable=True,
        sentence="nothing is reported as unlike others, since [off]",
    ),
    ListedRule(
        "same-picture",
        "no two cards have the same picture in two files",
        "note",
        needs=_GAME,
        package="oversights",
        accepts=("",),
    ),
    ListedRule(
        "unused-option", "every option changes something", "warning", needs=_FACES, package="oversights"
    ),
    ListedRule(
        "printed",
        "faces show what their cards say",
        "error",
        needs=frozenset({"faces", "settings"}),
        package="looks",
        by_component=True,
        accepts=("",),
        sentence="each [each] shows the numbers [numbers]{ and the symbols [symbols]}{ on its [side]}",
    ),
    ListedRule(
        "small-print",
        "letters are large enough",
        "warning",
        needs=_FACES,
        package="looks",
        by_component=True,
        module="legibility",
        check="check_small",
        accepts=("",),
    ),
    ListedRule(
        "safe-zone",
        "texts and symbols keep clear of the cut",
        "warning",
        needs=_FACES,
        package="looks",
        by_component=True,
        module="legibility",
        check="check_unsafe",
        accepts=("",),
    ),
    ListedRule(
        "contrast",
        "text contrasts with its background",
        "warning",
        needs=_FACES,
        package="looks",
        by_component=True,
        module="legibility",
        check="check_faint",
        accepts=("",),
    ),
    *(
        ListedRule(
            code,
            summary,
            "warning",
            needs=_FACES,
            package="looks",
            by_component=True,
            module="qr_codes",
            check=check,
            accepts=("",),
        )
        for code, summary, check in (
            ("qr-size", "QR codes are large enough", "check_small"),
            ("qr-contrast", "QR codes are dark on light", "check_faint"),
            ("qr-quiet-zone", "nothing is close to a QR code", "check_crowded"),
        )
    ),
    ListedRule(
        "covered-text",
        "nothing is drawn over letters",
        "warning",
        needs=_FACES,
        package="looks",
        by_component=True,
        module="covered",
        accepts=("",),
    ),
    ListedRule(
        "color-distance", "everybody can distinguish the symbols", "warning", needs=_FACES, package="looks"
    ),
    ListedRule(
        "resolution",
        "pictures have enough pixels",
        "warning",
        needs=_FACES,
        package="looks",
        by_component=True,
        accepts=("",),
    ),
    ListedRule(
        "ink-limit",
        "no color has more ink than the paper takes",
        "warning",
        needs=_FACES,
        package="looks",
        by_component=True,
        accepts=("",),
        configurable=True,
        sentence="no color has more than [most] % of ink",
    ),
)
"""Every rule, in the order in which findings are reported."""

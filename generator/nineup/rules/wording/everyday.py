"""English words that are one typo away from other words, but are correct themselves."""

EVERYDAY = frozenset(
    """
    angel angle ant art bake band bark base bass bat beet best bet bets blot board boat bolt brake bread calm cart clam clod
    cod cold col cool cost cot dairy dawn diary dog draft drag dram drawer fed feed feel felt flee form fro from gave gift given god
    hop hoop how into left liar lair lived loot lose loss lost lot lots march met meet mode mood moon mop nest nets new not now
    off one pacs pack paid part path past pats pay plan plane plat play please plot pool post pots quiet quite rail rest root rot
    salt saw sent sign sing slat slot sole stare steal steam step stop swan swap swear tale talk tame tank tap teak then than tired
    toll too trail tried trial trip untied united use won
    """.split()
)
"""Words that are one typo away from terms that games often have."""

LOOKALIKES = frozenset(
    """
    barely barley barn board bother bran broad brother brunt burnt carb carve casual causal clasps classes comma costume county
    country covert crab crave custom desert dessert diner dinner files flies gird grid hoping hopping later latter lion loin
    marital martial minister minster payers perfect perform planes planing planning plans players prefect preform sacred salve
    scared scarred signed silt silver singed slave slit sliver solder soldier spilt split staring starring started stated
    starting stating statue statute stores stories super supper tarp there thorough though three through tiles tires titles
    trap tries unite untie
    """.split()
)
"""Words that are one typo away from another everyday word."""

"""Simple players for the four games, who follow the cards' data: what their games show is simulated, not
proved.

`table` has what all share; each game has a module whose `play(game, players, chance)` plays one game to its
end. The players are simple on purpose: they look one move ahead and hold no grudge. So a lock or a rule that
never ends a game shows itself, while a close contest between clever people does not.
"""

"""Ready-made rules about texts: what they mention, repeat, contradict or misspell; with what is known of
languages.
"""

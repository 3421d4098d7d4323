"""Publishing: a page to share and a table to play on, as static files (`site`), and the set-up that both this
table and the studio's deal in the browser (`table_setup`), with the modules of `static/`.
"""

"""Imports a table of cards from outside into a card list: what each column is for (`source`), which fields
are new (`new_fields`), what changes, cell by cell (`rows`), and the changes to the list's file (`writing`).
"""

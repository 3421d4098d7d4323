"""Settings of all tests: how long an example takes is no fault, since machines differ and are shared."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

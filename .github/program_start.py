"""Where the program that needs no Python starts: the studio by a double click, `nineup` with words.

It is also the Python of the processes that Nineup starts itself, for which `sys.executable` is this program.
"""

import multiprocessing
import sys


def main() -> None:
    """Runs what `sys.argv` asks for."""
    multiprocessing.freeze_support()  # A worker's words are read there.
    words = sys.argv[1:]
    if "-c" in words[:2]:  # `[-I] -c CODE …`, as our processes are started
        at = words.index("-c") + 1
        sys.argv = ["-c", *words[at + 1 :]]
        exec(compile(words[at], "<string>", "exec"), {"__name__": "__main__"})
        return
    if not words:
        sys.argv += ["studio", "--home"]
    from nineup.start import program

    program()


if __name__ == "__main__":
    main()

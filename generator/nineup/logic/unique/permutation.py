"""A pseudo-random permutation of whole numbers, by a key: a Feistel network whose rounds are SHAKE-128.

It depends only on the key and the size, so it is the same in every version of Python and on every machine.
"""

from hashlib import blake2b, shake_128

ROUNDS = 6


def key_from(*parts: str | bytes) -> bytes:
    """A key unique to these parts: the same text divided differently has another key."""
    whole = blake2b(digest_size=16)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.digest()


def shuffled(number: int, size: int, key: bytes) -> int:
    """The position of a number below `size` in the permutation, different for each number."""
    half = max(1, (max(size - 1, 1).bit_length() + 1) // 2)
    while True:
        number = _rounds(number, half, key)
        if number < size:
            return number


def _rounds(number: int, half: int, key: bytes) -> int:
    mask, length = (1 << half) - 1, (half + 7) // 8
    left, right = number >> half, number & mask
    for turn in range(ROUNDS):
        mixed = shake_128(key + bytes((turn,)) + right.to_bytes(length, "big")).digest(length)
        left, right = right, left ^ (int.from_bytes(mixed, "big") & mask)
    return left << half | right

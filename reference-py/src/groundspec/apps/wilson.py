"""Shares and their Wilson score intervals, in integers alone.

For k of n, with z = A / B, the bounds are

    (k + z^2 / 2 -+ z * sqrt(k * (n - k) / n + z^2 / 4)) / (n + z^2)

    = (n * (2 * k * B^2 + A^2) -+ sqrt(A^2 * n * (4 * k * (n - k) * B^2 + n * A^2)))
      / (2 * n * (n * B^2 + A^2))

whose one square root is taken as `math.isqrt` of what stands under it at the scale of the result.
So what is rounded is the bound itself, not something near it: per cent, two digits, half even.
"""

from math import isqrt
from typing import Final, NamedTuple

Z: Final = (1_959_963_984_540_054, 1_000_000_000_000_000)
FORMULA: Final = "(k + z^2/2 -+ z*sqrt(k*(n-k)/n + z^2/4)) / (n + z^2)"
ROUNDING: Final = "per cent, two digits, half even"
_SCALE: Final = 10_000  # hundredths of a per cent


class Share(NamedTuple):
    """A share of records in per cent with its interval; None where there are no records."""

    records: int
    percent: str | None
    low: str | None
    high: str | None


def share(count: int, whole: int) -> Share:
    """The share of so many of so many, with its 95% Wilson score interval."""
    if not whole:
        return Share(count, None, None, None)
    low, high = interval(count, whole)
    return Share(count, points(count, whole), _written(low), _written(high))


def interval(count: int, whole: int) -> tuple[int, int]:
    """The bounds in hundredths of a per cent."""
    a, b = Z[0] ** 2, Z[1] ** 2
    middle = whole * (2 * count * b + a)
    square = a * whole * (4 * count * (whole - count) * b + whole * a)
    below = 2 * whole * (whole * b + a)
    return _rounded(middle, -1, square, below), _rounded(middle, 1, square, below)


def points(part: int, whole: int) -> str:
    """A share of a whole, or the difference of two, in per cent."""
    return _written(_rounded(part, 1, 0, whole))


def _rounded(middle: int, sign: int, square: int, below: int) -> int:
    """(middle + sign * sqrt(square)) / below in hundredths of a per cent, half even.

    x rounds to floor((2x + 1) / 2), and where 2x + 1 is an even number it was halfway.
    """
    under = (2 * _SCALE) ** 2 * square
    root = isqrt(under)
    is_whole = root * root == under
    down = root if sign > 0 else -root - (not is_whole)
    twice, rest = divmod(2 * _SCALE * middle + below + down, below)
    nearest = twice // 2
    halfway = is_whole and rest == 0 and twice % 2 == 0
    return nearest - 1 if halfway and nearest % 2 else nearest


def _written(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}"

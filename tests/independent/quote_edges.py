"""Section 8.3 of SPEC.md: the view, the boundary classes and their excuses.

A class is a function of the text of the view and the position of an edge in it. L1, L2, ... of
SPEC.md are the code points at e - 1, e - 2, ..., and R1, R2, ... those at e, e + 1, ...
"""

from collections.abc import Callable

from independent.quote_tables import (
    ALPHANUMERIC,
    ATTACHED,
    CAPITAL,
    CURRENCY,
    DIGIT,
    ELISIONS,
    LETTER,
    MARK,
    MONTHS,
    SETS,
    UNSEGMENTED,
    WHITE_SPACE,
    WORD,
    case_folded,
    is_in,
    is_one,
    run_end,
    run_start,
)

Condition = Callable[[str, int], bool]

APOSTROPHE, JOINER, RANGE_DASH = SETS["apostrophe"], SETS["joiner"], SETS["range-dash"]
LINE_HYPHEN, LINE_BREAK = SETS["line-hyphen"], SETS["line-break"]
SPACE, DECIMAL, GROUP = SETS["group-space"], SETS["decimal-separator"], SETS["group-separator"]
SIGN, SUFFIX, COMPARISON = SETS["sign"], SETS["figure-suffix"], SETS["comparison"]
OPEN, CLOSE = SETS["bracket-open"], SETS["bracket-close"]
SUPERSCRIPT, SUBSCRIPT = SETS["superscript"], SETS["subscript"]
OPENING = SETS["opening"] | CURRENCY
LETTERS_MARKS = LETTER | MARK
BEHIND_NO_DECIMAL = WORD | DECIMAL | CLOSE
FIGURE_START = DIGIT | SETS["fraction"]
BEFORE_DASH, BEHIND_TRAILING = DIGIT | CLOSE | SUFFIX, WHITE_SPACE | SETS["closing"]
BASE, POWER, NUMERIC = WORD | CLOSE, WORD | SIGN | OPEN, WORD | DECIMAL | GROUP
IN_BRACKETS = DIGIT | CURRENCY | DECIMAL | GROUP | SPACE | SUFFIX


def first_digit(text: str, x: int) -> int | None:
    """Q-EDGE: where the first digit of the figure that opens at x stands; None if none opens."""
    for digit in range(x, x + 4):
        opening = text[x:digit]
        signs = all(ord(c) in OPENING for c in opening)
        if is_in(text, digit, FIGURE_START) and signs and len(set(opening)) == len(opening):
            return digit
    return None


def in_opening(text: str, e: int, sign: int, x: int) -> bool:
    """Q-EDGE: a figure opens at x, and the edge lies within the opening behind the sign."""
    digit = first_digit(text, x)
    return digit is not None and sign + 1 <= e <= digit


def bound(text: str, e: int, inside: frozenset[int]) -> int | None:
    """Q-EDGE: the place of a member of the set to which a digit is bound around the edge."""
    for digit in (e - 1, e - 2):
        if is_in(text, digit, DIGIT):
            for other in (digit + 1, digit + 2):
                spaced = other == digit + 1 or is_in(text, digit + 1, SPACE)
                if spaced and is_in(text, other, inside) and digit + 1 <= e <= other:
                    return other
    return None


def behind_figure(text: str, i: int) -> bool:
    """Q-EDGE-UNIT, Q-EDGE-EXPONENT, Q-EDGE-SUFFIX: behind a digit, or one space behind one."""
    spaced = is_in(text, i - 1, SPACE) and is_in(text, i - 2, DIGIT)
    return is_in(text, i - 1, DIGIT) or spaced


def separated(text: str, e: int, separator: frozenset[int]) -> bool:
    """Q-EDGE-DECIMAL, and Q-EDGE-GROUP and Q-EDGE-TIME "as" it."""
    before = is_in(text, e - 1, DIGIT) and is_in(text, e, separator) and is_in(text, e + 1, DIGIT)
    after = is_in(text, e - 2, DIGIT) and is_in(text, e - 1, separator) and is_in(text, e, DIGIT)
    return before or after


def cuts_unit(text: str, e: int) -> bool:
    """Q-EDGE-UNIT."""
    start = run_start(text, e, LETTERS_MARKS)
    unit = 1 <= e - start <= 16 and behind_figure(text, start)
    return is_in(text, e, LETTER) and (is_in(text, e - 1, DIGIT) or unit)


def changes_case(text: str, e: int) -> bool:
    """Q-EDGE-CASE."""
    letters = is_in(text, e - 1, LETTER) and is_in(text, e, LETTER)
    rises = is_in(text, e, CAPITAL) and not is_in(text, e - 1, CAPITAL)
    capitals = is_in(text, e - 1, CAPITAL) and is_in(text, e - 2, CAPITAL)
    return letters and (rises or (capitals and not is_in(text, e, CAPITAL)))


def cuts_word(text: str, e: int) -> bool:
    """Q-EDGE-WORD."""
    return is_in(text, e - 1, WORD) and is_in(text, e, ALPHANUMERIC)


def is_unsegmented(text: str, e: int) -> bool:
    """Q-EDGE-UNSEGMENTED."""
    either = is_in(text, e - 1, UNSEGMENTED) or is_in(text, e, UNSEGMENTED)
    both_digits = is_in(text, e - 1, DIGIT) and is_in(text, e, DIGIT)
    return either and not both_digits and not is_in(text, e, ATTACHED)


def cuts_contraction(text: str, e: int) -> bool:
    """Q-EDGE-CONTRACTION."""
    return any(
        is_in(text, a, APOSTROPHE) and is_in(text, a - 1, WORD) and is_in(text, a + 1, LETTER)
        for a in (e, e - 1)
    )


def is_possessive(text: str, e: int) -> bool:
    """Q-EDGE-POSSESSIVE."""
    return is_in(text, e, APOSTROPHE) and is_one(text, e + 1, "sS") and not is_in(text, e + 2, WORD)


def is_elision(text: str, e: int) -> bool:
    """Q-EDGE-ELISION."""
    start = run_start(text, e - 1, LETTER)
    run = text[start : e - 1]
    listed = len(run) <= 8 and not is_in(text, start - 1, WORD) and case_folded(run) in ELISIONS
    capitals = is_in(text, e, CAPITAL) and is_in(text, start, CAPITAL)
    return is_in(text, e - 1, APOSTROPHE) and listed and not capitals


def cuts_hyphenated(text: str, e: int) -> bool:
    """Q-EDGE-HYPHEN."""
    before = is_in(text, e - 1, WORD) and is_in(text, e, JOINER)
    after = is_in(text, e - 2, WORD) and is_in(text, e - 1, JOINER)
    first = before and is_in(text, e + 1, ALPHANUMERIC)
    second = after and is_in(text, e, ALPHANUMERIC)
    ranges = separated(text, e, RANGE_DASH) or cuts_range(text, e)
    return first or second or ranges or breaks_line(text, e)


def cuts_range(text: str, e: int) -> bool:
    """Q-EDGE-HYPHEN: a range or a rate of figures with signs."""
    for dash in (e, e - 1):
        digit = is_in(text, dash - 1, DIGIT)
        signed = is_in(text, dash - 1, SUFFIX | CURRENCY) and is_in(text, dash - 2, DIGIT)
        opens = first_digit(text, dash + 1) is not None
        behind = opens or (not digit and is_in(text, dash + 1, LETTER))
        if is_in(text, dash, JOINER | RANGE_DASH) and (digit or signed) and behind:
            return True
    return False


def breaks_line(text: str, e: int) -> bool:
    """Q-EDGE-HYPHEN: a term broken at the end of a line, with the edge anywhere in the break."""
    for hyphen in range(max(e - 65, 1), e + 1):
        if is_in(text, hyphen - 1, WORD) and is_in(text, hyphen, LINE_HYPHEN):
            end = run_end(text, hyphen + 1, WHITE_SPACE)
            gap = text[hyphen + 1 : end]
            broken = 1 <= len(gap) <= 64 and any(ord(c) in LINE_BREAK for c in gap)
            if broken and is_in(text, end, ALPHANUMERIC) and hyphen <= e <= end:
                return True
    return False


def cuts_sign(text: str, e: int) -> bool:
    """Q-EDGE-SIGN."""
    for sign in range(max(e - 4, 0), e):
        joined_on = is_in(text, sign - 1, WORD) or is_one(text, sign - 1, "._")
        if is_in(text, sign, SIGN) and not joined_on and in_opening(text, e, sign, sign + 1):
            return True
    return False


def cuts_spaced_sign(text: str, e: int) -> bool:
    """Q-EDGE-SPACED-SIGN."""
    for sign in range(max(e - 5, 0), e):
        start = run_start(text, sign, WHITE_SPACE)
        run = text[start:sign]
        apart = 1 <= len(run) <= 64 or sign == 0
        same_line = start > 0 and not any(ord(c) in LINE_BREAK for c in run)
        a_range = is_in(text, start - 1, BEFORE_DASH)
        stands = is_in(text, sign, SETS["spaced-sign"]) and is_in(text, sign + 1, SPACE)
        stands = stands and apart and (same_line or text[sign] == "\u2212") and not a_range
        if stands and in_opening(text, e, sign, sign + 2):
            return True
    return False


def cuts_trailing_sign(text: str, e: int) -> bool:
    """Q-EDGE-TRAILING-SIGN."""
    ends = e + 1 == len(text) or is_in(text, e + 1, BEHIND_TRAILING)
    return is_in(text, e - 1, DIGIT) and is_in(text, e, SETS["trailing-sign"]) and ends


def cuts_brackets(text: str, e: int) -> bool:
    """Q-EDGE-BRACKETS."""
    for opening in range(max(e - 33, 0), e):
        closing = run_end(text, opening + 1, IN_BRACKETS)
        amount = text[opening + 1 : closing]
        figure = 1 <= len(amount) <= 32 and any(ord(c) in DIGIT for c in amount)
        brackets = is_in(text, opening, OPEN) and is_in(text, closing, CLOSE)
        if brackets and figure and opening + 1 <= e <= closing:
            return True
    return False


def cuts_leading_decimal(text: str, e: int) -> bool:
    """Q-EDGE-LEADING-DECIMAL."""
    opens = not is_in(text, e - 2, BEHIND_NO_DECIMAL)
    return is_in(text, e, DIGIT) and is_in(text, e - 1, DECIMAL) and opens


def cuts_group(text: str, e: int) -> bool:
    """Q-EDGE-GROUP."""
    for space in (e, e - 1):
        at_edge = is_in(text, e - 1 if space == e else e, DIGIT)
        left = space - run_start(text, space, DIGIT)
        right = run_end(text, space + 1, DIGIT) - (space + 1)
        if is_in(text, space, SPACE) and at_edge and 1 <= left <= 3 and right == 3:
            return True
    return separated(text, e, GROUP)


def is_date(text: str, e: int) -> bool:
    """Q-EDGE-DATE."""
    for space in (e, e - 1):
        day = run_start(text, space, DIGIT)
        before = day - 1  # the one code point of white space
        end = before - 1 if is_one(text, before - 1, ".") else before
        month = text[run_start(text, end, LETTER) : end]
        listed = len(month) <= 16 and case_folded(month) in MONTHS
        listed = listed and not is_in(text, end - len(month) - 1, WORD)
        spaces = is_in(text, space, SPACE) and is_in(text, before, WHITE_SPACE)
        if spaces and 1 <= space - day <= 2 and listed:
            return True
    return False


def cuts_exponent(text: str, e: int) -> bool:
    """Q-EDGE-EXPONENT, its six cases."""
    raised, lowered = is_in(text, e, SUPERSCRIPT), is_in(text, e, SUBSCRIPT)
    figure = is_in(text, e - 1, DIGIT) and (raised or lowered)
    scripts = SUPERSCRIPT | SUBSCRIPT
    both = is_in(text, e - 1, scripts) and is_in(text, e, scripts)
    behind = is_in(text, e - 1, SUBSCRIPT) and is_in(text, e, ALPHANUMERIC)
    letter = is_in(text, e - 1, LETTER)
    start = run_start(text, e, LETTER)
    unit = e - start <= 3 and (behind_figure(text, start) or is_one(text, start - 1, "/"))
    powers = any(
        is_one(text, c, "^")
        and is_in(text, c - 1, BASE)
        and (is_in(text, c + 1, POWER) or is_one(text, c + 1, "{"))
        for c in (e, e - 1)
    )
    small = letter and (lowered or (raised and unit) or is_one(text, e, "\u207b"))
    marked = any(
        is_in(text, s, SIGN)
        and is_one(text, s - 1, "eE")
        and is_in(text, s - 2, DIGIT)
        and is_in(text, s + 1, DIGIT)
        for s in (e, e - 1)
    )
    return figure or both or behind or small or powers or marked or cuts_power_of_ten(text, e)


def cuts_power_of_ten(text: str, e: int) -> bool:
    """Q-EDGE-EXPONENT, case 5."""
    for digit in range(max(e - 5, 0), e):
        times = digit + 2 if is_in(text, digit + 1, SPACE) else digit + 1
        ten = times + 2 if is_in(text, times + 1, SPACE) else times + 1
        factors = is_in(text, digit, DIGIT) and is_in(text, times, SETS["times"])
        power = is_one(text, ten + 2, "^") or is_in(text, ten + 2, SUPERSCRIPT)
        if factors and text.startswith("10", ten) and power and digit + 1 <= e <= ten + 1:
            return True
    return False


def is_footnote(text: str, e: int) -> bool:
    """Q-EDGE-FOOTNOTE."""
    start = run_start(text, e, DIGIT)
    year = text[start:e]
    in_range = len(year) == 4 and year.isascii() and "1500" <= year <= "2199"
    alone = not is_in(text, start - 1, NUMERIC)
    return is_in(text, e, SUPERSCRIPT) and in_range and alone


def cuts_fraction(text: str, e: int) -> bool:
    """Q-EDGE-FRACTION, its three cases."""
    for space in (e, e - 1):
        slash = run_end(text, space + 1, DIGIT)
        mixed = is_in(text, space - 1, DIGIT) and is_in(text, space, SPACE)
        fraction = is_in(text, slash, SETS["fraction-slash"]) and is_in(text, slash + 1, DIGIT)
        if mixed and 1 <= slash - (space + 1) <= 2 and fraction:
            return True
    return bound(text, e, SETS["fraction"]) is not None or separated(text, e, frozenset({0x2044}))


def cuts_suffix(text: str, e: int) -> bool:
    """Q-EDGE-SUFFIX."""
    degree = is_one(text, e - 1, "\u00b0") and behind_figure(text, e - 1)
    ends = [
        i
        for i in (e - 1, e - 2)
        if is_in(text, i, DIGIT | SETS["fraction"])
        or (is_in(text, i, CLOSE) and is_in(text, i - 1, DIGIT))
    ]
    signs = [
        i
        for end in ends
        for i in (end + 1, end + 2)
        if is_in(text, i, SUFFIX) and (i == end + 1 or is_in(text, end + 1, SPACE))
        if end < e <= i
    ]
    return bool(signs) or (degree and is_in(text, e, LETTER))


def cuts_currency(text: str, e: int) -> bool:
    """Q-EDGE-CURRENCY, its three cases."""
    for sign in range(max(e - 6, 0), e):
        x = sign + 2 if is_in(text, sign + 1, SPACE) else sign + 1
        x = x + 1 if is_in(text, x, SIGN) else x
        if is_in(text, sign, CURRENCY) and in_opening(text, e, sign, x):
            return True
    behind = bound(text, e, CURRENCY)
    if behind is not None and first_digit(text, behind + 1) is None:
        return True
    coded = is_in(text, e - 1, CAPITAL) and is_in(text, e, CURRENCY)
    x = e + 2 if is_in(text, e + 1, SPACE) else e + 1
    return coded and first_digit(text, x) is not None


def compared(text: str, e: int) -> int | None:
    """Q-EDGE-COMPARISON: where the sign of comparison stands behind which the edge lies."""
    for sign in range(max(e - 7, 0), e):
        x = sign + 2 if is_one(text, sign + 1, "=") else sign + 1
        x = x + 1 if is_in(text, x, SPACE) else x
        x = x + 1 if is_in(text, x, SIGN) else x
        if is_in(text, sign, COMPARISON) and in_opening(text, e, sign, x):
            return sign
    return None


def cuts_comparison(text: str, e: int) -> bool:
    """Q-EDGE-COMPARISON."""
    more = is_in(text, e - 1, DIGIT) and is_one(text, e, "+") and not is_in(text, e + 1, DIGIT)
    tolerance = bound(text, e, frozenset({0xB1, 0x2213})) is not None
    return compared(text, e) is not None or more or tolerance


def is_tag(text: str, e: int) -> bool:
    """Q-EDGE-TAG."""
    sign = compared(text, e)
    if sign is None or text[sign] != ">":
        return False
    arrow = is_one(text, sign - 1, "-=")
    nearest = max(text.rfind("<", 0, sign), text.rfind(">", 0, sign))  # no other between the two
    tag = is_one(text, nearest, "<") and sign - nearest <= 64
    tag = tag and (is_in(text, nearest + 1, LETTER) or is_one(text, nearest + 1, "/"))
    start = run_start(text, sign, WHITE_SPACE)
    new_line = start == 0 or any(ord(c) in LINE_BREAK for c in text[start:sign])
    mail = is_in(text, sign + 1, WHITE_SPACE) and sign - start <= 64 and new_line
    return arrow or tag or mail


def cuts_symbol(text: str, e: int) -> bool:
    """Q-EDGE-SYMBOL."""
    symbol = SETS["symbol-suffix"]
    start, end = run_start(text, e, symbol), run_end(text, e, symbol)
    name = is_in(text, start - 1, LETTER) and not is_in(text, end, WORD)
    return is_in(text, e, symbol) and 1 <= end - start <= 3 and name


CLASSES: dict[str, tuple[Condition, list[Condition]]] = {  # in the order of section 8.3
    "CUTS_UNIT": (cuts_unit, [is_unsegmented]),
    "CUTS_CASE_CHANGE": (changes_case, [is_unsegmented]),
    "CUTS_WORD": (cuts_word, [is_unsegmented]),
    "CUTS_CONTRACTION": (cuts_contraction, [is_possessive, is_elision]),
    "CUTS_MARK": (lambda text, e: is_in(text, e, MARK), []),
    "CUTS_HYPHENATED_TERM": (cuts_hyphenated, []),
    "CUTS_SIGN": (cuts_sign, []),
    "CUTS_SPACED_SIGN": (cuts_spaced_sign, []),
    "CUTS_TRAILING_SIGN": (cuts_trailing_sign, []),
    "CUTS_ACCOUNTING_BRACKETS": (cuts_brackets, []),
    "CUTS_LEADING_DECIMAL": (cuts_leading_decimal, []),
    "CUTS_DECIMAL": (lambda text, e: separated(text, e, DECIMAL), []),
    "CUTS_GROUPED_NUMBER": (cuts_group, [is_date]),
    "CUTS_TIME": (lambda text, e: separated(text, e, SETS["time-separator"]), []),
    "CUTS_EXPONENT": (cuts_exponent, [is_footnote]),
    "CUTS_FRACTION": (cuts_fraction, []),
    "CUTS_FIGURE_SUFFIX": (cuts_suffix, []),
    "CUTS_CURRENCY": (cuts_currency, []),
    "CUTS_COMPARISON": (cuts_comparison, [is_tag]),
    "CUTS_SYMBOL": (cuts_symbol, []),
}


def refusing(text: str, e: int) -> list[str]:
    """Q-EDGE, 1: the classes that refuse an edge, in order; none where L1 or R1 does not exist."""
    if e in (0, len(text)):
        return []
    return [
        code
        for code, (condition, excuses) in CLASSES.items()
        if condition(text, e) and not any(excuse(text, e) for excuse in excuses)
    ]

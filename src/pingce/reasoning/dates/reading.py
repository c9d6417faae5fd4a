"""The grammar of dates: sentences of years and weekdays in Chinese and English become claims.

In a template ``{e}`` and ``{f}`` are events, ``{d}`` and ``{g}`` things that last, ``{n}`` a number, ``{year}`` and
``{until}`` years, ``{day}`` a weekday; brackets and bars as in `pingce.reasoning.reading.patterns`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pingce.reasoning.item import Language
from pingce.reasoning.reading.patterns import template_expression

from .claims import DateClaim, DateComparison, after
from .events import duration_of, plain_phrase, world_dates

_WEEKDAYS: Mapping[Language, Mapping[str, int]] = {
    "zh": {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "七": 6},
    "en": {
        day: at for at, day in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
    },
}
_EN_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS: Mapping[str, int] = {
    **{word: at for at, word in enumerate("一二三四五六七八九十", start=1)},
    "两": 2,
    **{
        word: at
        for at, word in enumerate(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], start=1
        )
    },
}
_LATER = {"后", "after", "晚", "postdates", "is later than", "长", "longer", "more"}
_SLOTS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "e": "[^，]+?",
        "f": "[^，]+?",
        "d": "[^，]+?",
        "g": "[^，]+?",
        "n": r"\d+|[一二两三四五六七八九十]",
        "year": r"\d{3,4}",
        "until": r"\d{3,4}",
        "day": "[一二三四五六日天七]",
        "sign": "前|后",
        "order": "早|晚",
        "length": "长|短",
    },
    "en": {
        "e": ".+?",
        "f": ".+?",
        "d": ".+?",
        "g": ".+?",
        "n": r"\d+|one|two|three|four|five|six|seven|eight|nine|ten",
        "year": r"\d{3,4}",
        "until": r"\d{3,4}",
        "day": "monday|tuesday|wednesday|thursday|friday|saturday|sunday",
        "sign": "before|after",
        "order": "postdates|predates|is later than|is earlier than",
        "length": "longer|shorter|more|fewer|less",
    },
}


class UnknownDurationError(Exception):
    """A phrase is used as something that lasts, but its beginning and end are not known."""


@dataclass(frozen=True)
class DateWords:
    """The words found in a sentence's slots."""

    words: Mapping[str, str]
    language: Language

    def event(self, slot: str) -> str:
        return self.words[slot]

    def number(self, slot: str = "n") -> int:
        word = self.words[slot]
        return int(word) if word.isdigit() else _NUMBERS[word]

    def weekday(self) -> int:
        return _WEEKDAYS[self.language][self.words["day"]]

    def sign(self) -> int:
        """+1 after, later, longer; -1 before, earlier, shorter."""
        word = self.words.get("sign") or self.words.get("order") or self.words["length"]
        return 1 if word in _LATER else -1

    def lasting(self, slot: str) -> tuple[str, str]:
        ends = duration_of(self.words[slot], self.language)
        if ends is None:
            raise UnknownDurationError(self.words[slot])
        return ends

    def period(self, slot: str) -> tuple[int, int]:
        span = world_dates(self.language).periods.get(self.words[slot])
        if span is None:
            raise UnknownDurationError(self.words[slot])
        return span


Meaning = Callable[[DateWords], tuple[DateClaim, ...]]


@dataclass(frozen=True)
class DatePattern:
    """A claim about dates, the ways to make it, and examples with the claims they make."""

    meaning: Meaning
    zh: tuple[str, ...]
    en: tuple[str, ...]
    examples: tuple[tuple[str, tuple[DateClaim, ...]], ...]


def _at(moment: str, value: int) -> DateClaim:
    return DateClaim(((moment, 1),), DateComparison.EQUAL, value)


def _lasted(words: DateWords) -> tuple[DateClaim, ...]:
    start, end = words.lasting("d")
    return (after(end, start, words.number()),)


def _longer(words: DateWords, by: int | None = None) -> DateClaim:
    (start, end), (other_start, other_end) = words.lasting("d"), words.lasting("g")
    terms = {end: 1}
    for moment, factor in ((start, -1), (other_end, -1), (other_start, 1)):
        terms[moment] = terms.get(moment, 0) + factor
    fixed = tuple(terms.items())
    if by is None:
        return DateClaim(fixed, DateComparison.MORE if words.sign() > 0 else DateComparison.LESS, 0)
    return DateClaim(fixed, DateComparison.EQUAL, words.sign() * by)


def _from_to(words: DateWords) -> tuple[DateClaim, ...]:
    start, end = words.lasting("d")
    return (_at(start, words.number("year")), _at(end, words.number("until")))


def _from_for(words: DateWords) -> tuple[DateClaim, ...]:
    start, end = words.lasting("d")
    return (_at(start, words.number("year")), after(end, start, words.number()))


def _before_after(words: DateWords) -> tuple[DateClaim, ...]:
    order = DateComparison.MORE if words.sign() > 0 else DateComparison.LESS
    return (DateClaim(((words.event("f"), 1), (words.event("e"), -1)), order, 0),)


def _apart(words: DateWords) -> tuple[DateClaim, ...]:
    return (DateClaim(((words.event("e"), 1), (words.event("f"), -1)), DateComparison.APART, words.number()),)


def _same(words: DateWords) -> tuple[DateClaim, ...]:
    return (after(words.event("f"), words.event("e"), 0),)


def _during(words: DateWords) -> tuple[DateClaim, ...]:
    moment = (words.event("f"), 1)
    ends = duration_of(words.event("d"), words.language)
    if ends is not None:
        start, end = ends
        return (
            DateClaim((moment, (start, -1)), DateComparison.AT_LEAST, 0),
            DateClaim((moment, (end, -1)), DateComparison.AT_MOST, 0),
        )
    first, last = words.period("d")
    return (DateClaim((moment,), DateComparison.AT_LEAST, first), DateClaim((moment,), DateComparison.AT_MOST, last))


_UNIT = r"(year|day)[s|\(s\)]"
_HE, _JACK = "他", "~"

DATE_PATTERNS: tuple[DatePattern, ...] = (
    DatePattern(
        _from_to,
        zh=(
            "自{year}年起{d}，直到{until}年结束",
            "从{year}年开始[，]{d}，一直到{until}年",
            "(从|自){year}年[起]到{until}年[止]，{d}",
            "{year}年(至|到){until}年，{d}",
        ),
        en=("{d} from {year} to {until}", "from {year} to {until}, {d}"),
        examples=(
            ("自1920年起他上小学，直到1926年结束", (_at("他开始上小学", 1920), _at("他小学毕业", 1926))),
            ("从1920年到1926年，他上小学", (_at("他开始上小学", 1920), _at("他小学毕业", 1926))),
            ("~ lived his life from 1920 to 1990", (_at("~ was born", 1920), _at("~ passed away", 1990))),
        ),
    ),
    DatePattern(
        _from_for,
        zh=(
            "从{year}年开始的{n}年间，{d}",
            "自{year}年起，{d}，直到{n}年后",
            "从{year}年开始，{d}，持续了{n}年",
        ),
        en=(
            "(starting from|beginning in|starting in|beginning from) {year}, {d} for {n} (year|years)",
            "{d} for {n} (year|years) (from|starting in|starting from) {year}",
        ),
        examples=(
            ("从1913年开始的3年间，他上初中", (_at("他开始上初中", 1913), after("他初中毕业", "他开始上初中", 3))),
            (
                "~ studied in university for 4 years from 1930",
                (_at("~ started university", 1930), after("~ graduated from university", "~ started university", 4)),
            ),
        ),
    ),
    DatePattern(
        _lasted,
        zh=("{d}(一共|的时长为|持续了){n}年",),
        en=("{d} for {n} (year|years)", "{d} and spent {n} (year|years) on it"),
        examples=(
            ("他谈恋爱一共6年", (after("他结束谈恋爱", "他开始谈恋爱", 6),)),
            (
                "~ studied in high school for 3 years",
                (after("~ graduated from high school", "~ started high school", 3),),
            ),
        ),
    ),
    DatePattern(
        lambda words: (_longer(words, words.number()),),
        zh=("{d}的时间比{g}的时间{length}{n}年",),
        en=(
            "the total duration that {d} is {n} (year|years) {length} than {g}",
            "{d} {n} {length} (year|years) than {g}",
            "{d} {n} (year|years) {length} than {g}",
        ),
        examples=(
            (
                "他上大学的时间比他上初中的时间长2年",
                (
                    DateClaim(
                        (("他大学毕业", 1), ("他开始上大学", -1), ("他初中毕业", -1), ("他开始上初中", 1)),
                        DateComparison.EQUAL,
                        2,
                    ),
                ),
            ),
            (
                "~ studied in university 1 more year than ~ studied in high school",
                (
                    DateClaim(
                        (
                            ("~ graduated from university", 1),
                            ("~ started university", -1),
                            ("~ graduated from high school", -1),
                            ("~ started high school", 1),
                        ),
                        DateComparison.EQUAL,
                        1,
                    ),
                ),
            ),
        ),
    ),
    DatePattern(
        lambda words: (_longer(words),),
        zh=("{d}的时间比{g}的时间{length}",),
        en=("the total duration that {d} is {length} than {g}", "{d} {length} (years|time) than {g}"),
        examples=(
            (
                "他上初中的时间比他上大学的时间短",
                (
                    DateClaim(
                        (("他初中毕业", 1), ("他开始上初中", -1), ("他大学毕业", -1), ("他开始上大学", 1)),
                        DateComparison.LESS,
                        0,
                    ),
                ),
            ),
        ),
    ),
    DatePattern(
        _apart,
        zh=("{e}和{f}(之间相差|中间差了|之间相隔|之间的时间间隔是){n}(天|年)",),
        en=(
            f"the gap between the time {{e}} and the time {{f}} is {{n}} {_UNIT}",
            "there is a[n] {n}(-| )(year|day)[s] gap between {e} and {f}",
        ),
        examples=(
            ("他出生和他去世之间相隔80年", (DateClaim((("他出生", 1), ("他去世", -1)), DateComparison.APART, 80),)),
            (
                "there is a 3-day gap between ~ swims and ~ sings",
                (DateClaim((("~ swims", 1), ("~ sings", -1)), DateComparison.APART, 3),),
            ),
        ),
    ),
    DatePattern(
        lambda words: (after(words.event("f"), words.event("e"), words.sign() * words.number()),),
        zh=(
            "在{e}的{n}(年|天)[之]{sign}，{f}",
            "在{e}之{sign}[的]{n}(年|天)，{f}",
            "{f}是在{e}的{n}(年|天)[之]{sign}",
            "{f}的时间比{e}{order}{n}(年|天)",
        ),
        en=(
            f"{{f}} {{n}} {_UNIT} {{sign}} {{e}}",
            f"{{n}} {_UNIT} {{sign}} {{e}}, {{f}}",
        ),
        examples=(
            ("在他结婚的3年之后，他成为父亲", (after("他成为父亲", "他结婚", 3),)),
            ("他结婚是在他出生的25年后", (after("他结婚", "他出生", 25),)),
            ("在他唱歌之前2天，他游泳", (after("他游泳", "他唱歌", -2),)),
            ("~ swims 2 days before ~ sings", (after("~ swims", "~ sings", -2),)),
            ("1 day after ~ sings, ~ swims", (after("~ swims", "~ sings", 1),)),
        ),
    ),
    DatePattern(
        lambda words: (_at(words.event("f"), words.number("year")),),
        zh=("在{year}年，{f}", "{f}是在{year}年", "{year}年，{f}"),
        en=("{f} in {year}", "in {year}, {f}"),
        examples=(
            ("他退休是在1980年", (_at("他退休", 1980),)),
            ("~ retired in 1980", (_at("~ retired", 1980),)),
        ),
    ),
    DatePattern(
        lambda words: (_at(words.event("f"), words.weekday()),),
        zh=("[在](周|星期|礼拜){day}，{f}",),
        en=("on {day}, {f}", "when it's {day}, {f}", "{f} on {day}"),
        examples=(
            ("在星期三，他游泳", (_at("他游泳", 2),)),
            ("when it's friday, ~ sings", (_at("~ sings", 4),)),
            ("~ sings on sunday", (_at("~ sings", 6),)),
        ),
    ),
    DatePattern(
        _same,
        zh=("在{e}的(同一天|那一天|同一年|那一年|当天|当年)，{f}", "某一(天|年)，{e}，而且{f}"),
        en=(
            "on the same day that {e}, {f}",
            "on the same day, {e}, and {f}",
            "on the day that {e}, {f}",
            "in the [same ]year that {e}, {f}",
            "in the same year, {e}, and {f}",
        ),
        examples=(
            ("某一天，他游泳，而且他唱歌", (after("他唱歌", "他游泳", 0),)),
            ("in the year that ~ retired, ~ got married", (after("~ got married", "~ retired", 0),)),
        ),
    ),
    DatePattern(
        _during,
        zh=("{f}是在{d}期间", "在{d}期间，{f}"),
        en=("{f} during [the time that ]{d}", "during [the time that ]{d}, {f}", "{f} while {d}"),
        examples=(
            (
                "他出生是在第一次世界大战期间",
                (
                    DateClaim((("他出生", 1),), DateComparison.AT_LEAST, 1914),
                    DateClaim((("他出生", 1),), DateComparison.AT_MOST, 1918),
                ),
            ),
            (
                "during the time that ~ studied in university, ~ got married",
                (
                    DateClaim((("~ got married", 1), ("~ started university", -1)), DateComparison.AT_LEAST, 0),
                    DateClaim((("~ got married", 1), ("~ graduated from university", -1)), DateComparison.AT_MOST, 0),
                ),
            ),
        ),
    ),
    DatePattern(
        _before_after,
        zh=(
            "{f}是在{e}[那年|那天|当年|当天]之{sign}",
            "在{e}[那年|那天|当年|当天]之{sign}，{f}",
            "{f}的(年份|时间)比{e}{order}",
        ),
        en=(
            "the (year|day) {f} {order} the (year|day) {e}",
            "{f} {sign} {e}",
            "{sign} {e}, {f}",
        ),
        examples=(
            ("在他结婚之前，他出生", (DateClaim((("他出生", 1), ("他结婚", -1)), DateComparison.LESS, 0),)),
            ("他退休的年份比他结婚晚", (DateClaim((("他退休", 1), ("他结婚", -1)), DateComparison.MORE, 0),)),
            (
                "~ retired after ~ got married",
                (DateClaim((("~ retired", 1), ("~ got married", -1)), DateComparison.MORE, 0),),
            ),
            ("他退休是在他结婚那年之后", (DateClaim((("他退休", 1), ("他结婚", -1)), DateComparison.MORE, 0),)),
            (
                "the year ~ retired postdates the year ~ got married",
                (DateClaim((("~ retired", 1), ("~ got married", -1)), DateComparison.MORE, 0),),
            ),
        ),
    ),
)
"""The most particular first: «three years after» before «after»."""


@lru_cache(maxsize=65536)
def read_claims(sentence: str, language: Language) -> tuple[DateClaim, ...] | None:
    """The claims of a sentence written as `plain_sentence` writes it; None when no pattern fits."""
    for pattern in DATE_PATTERNS:
        for template in pattern.zh if language == "zh" else pattern.en:
            match = _compiled(template, language).fullmatch(sentence)
            if match is None:
                continue
            words = {slot: plain_phrase(word) for slot, word in match.groupdict().items() if word is not None}
            try:
                return pattern.meaning(DateWords(words, language))
            except UnknownDurationError:
                continue
    return None


def plain_sentence(sentence: str, names: Sequence[str], language: Language) -> str:
    """A sentence with the person it is about written 他 or ~, without capitals at its beginning."""
    text = " ".join(sentence.split()).strip(" 。.；;，,")
    if language == "zh":
        for name in names:
            text = text.replace(name, _HE)
        return text
    people = "|".join([*map(re.escape, names), "he", "she"])
    return re.sub(rf"\b(?:{people})\b(?!')", _JACK, text).lower() if names else text.lower()


@cache
def _compiled(template: str, language: Language) -> re.Pattern[str]:
    return re.compile(template_expression(template, _SLOTS[language]))

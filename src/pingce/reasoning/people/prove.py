"""Proofs about people: an option holds when both of its chains lead to the same person in the society told."""

from pingce.reasoning.item import ReasoningItem, asks_for_wrong_options, asks_which_option, is_none_of_above
from pingce.reasoning.proof import OptionProof, Proof, SentenceReading, Status, Truth, right_options, unread

from .infer import follow, tell
from .reading import Chain, Identity, read_people, read_relation, steps_of
from .society import ImpossibleError, Society

DOMAIN = "social"
SCENE = "relations"


def prove_people(item: ReasoningItem) -> Proof:
    """Prove an item about relations between people, or say which sentence could not be read."""
    if not asks_which_option(item.question):
        return unread(DOMAIN, "unknown", item.text)
    sentences = read_people(item.text, item.language)
    told = {sentence: read_relation(sentence, item.language) for sentence in sentences}
    asked = {
        letter: [] if is_none_of_above(option) else read_relation(option, item.language)
        for letter, option in item.options.items()
    }
    missing = [sentence for sentence, read in told.items() if read is None]
    missing += [item.options[letter] for letter, read in asked.items() if read is None]
    if missing:
        return unread(DOMAIN, SCENE, *missing)
    readings = tuple(SentenceReading(sentence, str(read)) for sentence, read in told.items())
    society = Society()
    try:
        for read in told.values():
            for identity in read or ():
                tell(
                    society,
                    society.named(identity.second.start),
                    steps_of(identity.second),
                    _end(society, identity.first),
                )
        society.check()
    except ImpossibleError:
        return Proof(DOMAIN, SCENE, Status.NO_ARRANGEMENT, readings=readings)
    options = {
        letter: OptionProof(item.options[letter], _verdict(society, read or [])) for letter, read in asked.items()
    }
    wrong = asks_for_wrong_options(item.question)
    meant = None
    if not wrong and all(option.verdict is not Truth.ALWAYS for option in options.values()):
        meant = frozenset(letter for letter, read in asked.items() if read and _follow_leniently(society, read))
    return Proof(
        DOMAIN,
        SCENE,
        Status.UNDERDETERMINED if meant else Status.PROVED,
        readings=readings,
        arrangements=1,
        options=options,
        answer=right_options(options, wrong_ones=wrong),
        meant=meant or None,
    )


def tell_identity(society: Society, identity: Identity) -> None:
    """State that two chains lead to the same person."""
    start = society.named(identity.second.start)
    tell(society, start, steps_of(identity.second), _end(society, identity.first))


def _end(society: Society, chain: Chain) -> int:
    """The person a chain on the left of «是» leads to; a longer one makes strangers on the way."""
    start = society.named(chain.start)
    if not chain.words:
        return start
    end = society.stranger()
    tell(society, start, steps_of(chain), end)
    return society.person(end)


def _verdict(society: Society, identities: list[Identity]) -> Truth:
    """Always when it follows, never when saying it too would be impossible, otherwise sometimes."""
    if not identities:
        return Truth.NONE_OF_ABOVE
    if all(_follows(society, identity) for identity in identities):
        return Truth.ALWAYS
    trial = society.copy()
    try:
        for identity in identities:
            tell_identity(trial, identity)
        trial.check()
    except ImpossibleError:
        return Truth.NEVER
    return Truth.SOMETIMES


def _follow_leniently(society: Society, identities: list[Identity]) -> bool:
    """Whether both chains meet if whoever is called mother is one, though nothing said so."""
    return all(_follows(society, identity, lenient=True) for identity in identities)


def _follows(society: Society, identity: Identity, *, lenient: bool = False) -> bool:
    return bool(reached(society, identity.first, lenient) & reached(society, identity.second, lenient))


def reached(society: Society, chain: Chain, lenient: bool) -> set[int]:
    """Everybody a chain can lead to."""
    ends = {society.named(chain.start)}
    for steps, character in chain.words:
        ends = {end for at in ends for end in follow(society, at, steps, lenient=lenient)}
        if character:
            ends = {who for who in ends if character in society.name_of.get(who, "")}
    return ends

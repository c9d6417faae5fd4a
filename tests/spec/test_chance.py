from pingce.spec.chance import fraction, secret_fraction, seeded_key, seeded_number, short_seeded_number

# Published data rest on these values: a change here moves items between train and test.


def test_keys_of_seeded_orders_never_change() -> None:
    assert seeded_key(7, "word", "打").hex() == "0f95f638b9a25b5f854cd2086072ee6d014d215f83e9bc27b397a861ee502abd"
    assert seeded_key(7, "a-1").hex() == "d2cdb3ed388ce6704f769d916a3f185a2d2d35182c777ec81e33a7cb48b11005"
    assert seeded_key(0).hex() == "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"


def test_numbers_of_seeded_orders_never_change() -> None:
    assert seeded_number(7, "p-1") == 8524089759675985689
    assert seeded_number(0, "order 桌上") == 10207818670568661299
    assert short_seeded_number(7, "打", "他打球。") == 13017142190955141


def test_fractions_never_change() -> None:
    assert fraction("demo", "wsd", 3) == 0.833442428392936
    assert secret_fraction("秘密", "partner", 2, 5) == 0.15020603680225286


def test_secret_fractions_are_spread_evenly() -> None:
    tenths = [0] * 10
    for i in range(10_000):
        tenths[int(secret_fraction("x", i) * 10)] += 1
    assert min(tenths) > 900
    assert max(tenths) < 1100

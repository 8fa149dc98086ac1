"""The receipt hash binds to the list and hides it."""

from decks.registration.receipts import new_salt, receipt_hash

PARTS = {"salt": "00", "pool_sha256": "p", "main": {"a": 1, "b": 2}, "sideboard": {}}


def test_the_hash_does_not_depend_on_the_order_of_the_cards():
    assert receipt_hash(**PARTS) == receipt_hash(**PARTS | {"main": {"b": 2, "a": 1}})


def test_every_part_changes_the_hash():
    changed = [{"salt": "01"}, {"pool_sha256": "q"}, {"main": {"a": 2, "b": 1}}, {"sideboard": {"a": 1}}]
    hashes = {receipt_hash(**PARTS | change) for change in changed} | {receipt_hash(**PARTS)}
    assert len(hashes) == 5


def test_the_documented_bytes_are_hashed():
    import hashlib

    text = '{"main":{"a":1,"b":2},"pool":"p","salt":"00","sideboard":{}}'
    assert receipt_hash(**PARTS) == hashlib.sha256(text.encode()).hexdigest()


def test_salts_differ():
    assert len({new_salt() for _ in range(50)}) == 50

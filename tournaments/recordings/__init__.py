"""Games written down while they are played: devices, the journal, pairing of phones, signatures, practice.

Stands above gamelogs: what is signed becomes a log there. Knows no rules; ``rules_engine.recording`` does. The contract
with a page is docs/recorder.md.
"""

"""pip install character-cards && cards conform --program 'python3 …/cards_python.py'"""
import sys

from character_cards import _native

for line in sys.stdin:
    print(_native.suite_answer(line), flush=True)

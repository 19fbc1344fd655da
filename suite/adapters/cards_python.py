"""pip install cards && cards conform --program 'python3 …/cards_python.py'"""
import sys

from cards import _native

for line in sys.stdin:
    print(_native.suite_answer(line), flush=True)

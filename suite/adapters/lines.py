"""The lines of the protocol, for adapters in Python, as lines.mjs is for those in JavaScript."""
import json, os, sys

# Adapters have the names of the packages that they ask, and this folder comes first.
sys.path = [path for path in sys.path if os.path.abspath(path or ".") != os.path.dirname(os.path.abspath(__file__))]


def serve(answer):
    for line in sys.stdin:
        row = json.loads(line)
        try:
            said = answer(row["kind"], row["input"], row["profile"])
        # Some libraries stop with what is no Exception.
        except BaseException as error:
            said = {"error": str(error)}
        print(json.dumps(said or {"unsupported": row["kind"]}), flush=True)

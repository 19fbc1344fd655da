"""The command-line tool: ``python -m character_cards`` is ``cards``."""

from __future__ import annotations

import sys

from . import _native


def main() -> None:
    """Runs the tool with the arguments of the process, and ends the process with its status."""
    sys.exit(_native.main(["cards", *sys.argv[1:]]))


if __name__ == "__main__":
    main()

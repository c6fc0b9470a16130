"""Writes the table of options in docs/hosting.md from the server's settings; with `--check` only compares."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from casting_shadows.server.settings import options_markdown

PAGE = Path(__file__).parents[1] / "docs" / "hosting.md"
TABLE = re.compile(r"(?<=<!-- options -->\n).*?(?=<!-- /options -->)", re.DOTALL)


def main(arguments: list[str]) -> int:
    written = PAGE.read_text(encoding="utf-8")
    assert TABLE.search(written), "docs/hosting.md has lost the place for its table"
    made = TABLE.sub(lambda _: options_markdown(), written)
    if arguments == ["--check"]:
        if made != written:
            print("docs/hosting.md is stale: run make docs", file=sys.stderr)
        return int(made != written)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

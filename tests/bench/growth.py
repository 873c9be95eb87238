#!/usr/bin/env python3
# How the cost of a step grows with grid, threads, sources and media: one JSON document and a table.
"""Usage:

    cmake --build build/release --target field_bench
    tests/bench/growth.py build/release/tests/field_bench > growth.json

The JSON goes to standard output, the table to standard error. Times hold on this machine only, and
only while nothing else runs on it.
"""

import json
import os
import subprocess
import sys

GRIDS = [2**i for i in range(6, 14)]
SOURCES = [1, 64]
MEDIA = [[], ["--media"]]


def measured(program, sources, media):
    threads = [2**i for i in range(len(os.sched_getaffinity(0)).bit_length())]
    grids = ",".join(f"{n}x{n}" for n in GRIDS)
    done = subprocess.run([program, "--only-ours", "--json", "--grids", grids, "--threads",
                           ",".join(map(str, threads)), "--sources", str(sources), *media],
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def table(rows):
    """Billion cells a second: a row for each grid, a column for each of the rest."""
    columns = sorted({(r["media"], r["sources"], r["threads"]) for r in rows})
    heads = [f"{s} source{'s' if s > 1 else ''}{', media' if m else ''}, {t} thread"
             f"{'s' if t > 1 else ''}" for m, s, t in columns]
    lines = ["| grid | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for n in GRIDS:
        cells = {(r["media"], r["sources"], r["threads"]): r["cells_per_second"] / 1e9
                 for r in rows if r["width"] == n}
        lines.append(f"| {n}² | " + " | ".join(f"{cells[c]:.1f}" for c in columns) + " |")
    return "\n".join(lines)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: growth.py FIELD_BENCH")
    documents = [measured(sys.argv[1], s, m) for m in MEDIA for s in SOURCES]
    whole = dict(documents[0], rows=[row for d in documents for row in d["rows"]])
    json.dump(whole, sys.stdout, indent=1)
    print()
    print(table(whole["rows"]), file=sys.stderr)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# How the cost of a step grows with grid, threads, sources and media: one JSON document and a table.
"""Usage:

    cmake --build build/release --target field_bench
    tests/bench/growth.py build/release/tests/field_bench > growth.json
    tests/bench/growth.py --table growth.json

The JSON goes to standard output, the table to standard error: billion cells a second. With a GPU both
have its rows, too. Times hold on this machine only, and only while nothing else runs on it.
"""

import json
import os
import subprocess
import sys

CPU_GRIDS = [2**i for i in range(6, 14)]
GPU_GRIDS = [2**i for i in range(8, 16)]
# What is set up on the host for more takes minutes.
GPU_GRIDS_WITH_MORE = GPU_GRIDS[:-2]
VARIATIONS = [(1, False), (64, False), (1, True), (64, True)]


def measured(program, backend, grids, threads, sources, media):
    done = subprocess.run([program, "--backend", backend, "--only-ours", "--json", "--rounds", "5",
                           "--grids", ",".join(f"{n}x{n}" for n in grids),
                           "--threads", ",".join(map(str, threads)), "--sources", str(sources),
                           *(["--media"] if media else [])],
                          capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def cpu_documents(program):
    threads = [2**i for i in range(len(os.sched_getaffinity(0)).bit_length())]
    return [measured(program, "cpu", CPU_GRIDS, threads, *each) for each in VARIATIONS]


def gpu_documents(program):
    first = measured(program, "cuda", GPU_GRIDS, [1], *VARIATIONS[0])
    if first is None:  # no GPU, or a program built without CUDA
        return []
    return [first] + [measured(program, "cuda", GPU_GRIDS_WITH_MORE, [1], *each)
                      for each in VARIATIONS[1:]]


def together(documents):
    return dict(documents[0], rows=[row for d in documents for row in d["rows"]])


def head_of(media, sources, threads, on_gpu):
    who = "" if on_gpu else f", {threads} thread{'s' if threads > 1 else ''}"
    return f"{sources} source{'s' if sources > 1 else ''}{', media' if media else ''}{who}"


def table(document, on_gpu):
    """Billion cells a second: a row for each grid, a column for each of the rest."""
    rows = document["rows"]
    columns = sorted({(r["media"], r["sources"], r["threads"]) for r in rows})
    grids = sorted({r["width"] for r in rows})
    lines = ["| grid | " + " | ".join(head_of(*c, on_gpu) for c in columns) + " |",
             "|---" * (len(columns) + 1) + "|"]
    for n in grids:
        cells = {(r["media"], r["sources"], r["threads"]): f"{r['cells_per_second'] / 1e9:.3g}"
                 for r in rows if r["width"] == n}
        lines.append(f"| {n}² | " + " | ".join(cells.get(c, "–") for c in columns) + " |")
    return f"{document['device']}\n\n" + "\n".join(lines) + "\n"


def tables(document):
    return "\n".join(table(document[kind], kind == "gpu") for kind in ("cpu", "gpu")
                     if kind in document)


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--table":
        with open(sys.argv[2], encoding="utf-8") as file:
            print(tables(json.load(file)), end="")
        return
    if len(sys.argv) != 2:
        sys.exit("usage: growth.py FIELD_BENCH | growth.py --table FILE")
    document = {"cpu": together(cpu_documents(sys.argv[1]))}
    on_gpu = gpu_documents(sys.argv[1])
    if on_gpu:
        document["gpu"] = together(on_gpu)
    json.dump(document, sys.stdout, indent=1)
    print()
    print(tables(document), file=sys.stderr)


if __name__ == "__main__":
    main()

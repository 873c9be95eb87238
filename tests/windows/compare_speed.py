#!/usr/bin/env python3
# Compares how fast the programs for Windows, under wine, and for Linux step fields on this machine.
"""Usage:

    ninja -C build/check field_bench && ninja -C build/windows field_bench
    tests/windows/compare_speed.py build/check/tests/field_bench build/windows/tests/field_bench.exe

It measures in pairs, one right after the other, so that what else runs on the machine slows both. The
speed of Windows is that of Linux times the median of the pairs' ratios. It ends with 1 where that is below
0.9; times of two threads hold only while nothing else runs.
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

WINE = str(Path(__file__).resolve().parents[2] / "app/cmake/run_in_wine.sh")
EQUATIONS = ["heat", "wave", "gray-scott"]
THREADS = [1, 2]
LEAST_RATIO = 0.9


def microseconds(program, equation, grid):
    """The shortest time of a step for each number of threads."""
    done = subprocess.run([*program, "--json", "--only-ours", "--equation", equation, "--grids", grid,
                           "--threads", ",".join(map(str, THREADS))], capture_output=True, check=True)
    rows = json.loads(done.stdout)["rows"]
    return {row["threads"]: row["us_per_step"]["least"] for row in rows if row["right"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("linux", help="field_bench for Linux")
    parser.add_argument("windows", help="field_bench for Windows")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--grid", default="640x480")
    asked = parser.parse_args()
    programs = {"linux": [asked.linux], "windows": [WINE, asked.windows]}
    is_fast = True
    for equation in EQUATIONS:
        pairs = []
        for i in range(asked.pairs):
            order = sorted(programs, reverse=i % 2 == 1)  # neither is always the first
            pairs.append({name: microseconds(programs[name], equation, asked.grid) for name in order})
        for threads in THREADS:
            medians = {name: statistics.median(pair[name][threads] for pair in pairs) for name in programs}
            ratios = sorted(pair["linux"][threads] / pair["windows"][threads] for pair in pairs)
            ratio = statistics.median(ratios)
            is_fast = is_fast and ratio >= LEAST_RATIO
            print(f"{equation:<11} threads {threads}: Linux {medians['linux']:6.1f} µs/step, "
                  f"Windows {medians['windows']:6.1f} µs/step, speed {ratio:.2f} of Linux "
                  f"({ratios[0]:.2f} to {ratios[-1]:.2f} in {asked.pairs} pairs)", flush=True)
    return 0 if is_fast else 1


if __name__ == "__main__":
    sys.exit(main())

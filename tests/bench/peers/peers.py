#!/usr/bin/env python3
# Measures the heat equation by a research code and by Heatwave in turn: one JSON document.
"""Usage:

    peers.py build-yask DIR       builds YASK in a checkout of its sources (README.md says which commit)
    peers.py measure DIR BENCH [--grids 640x480,1024x1024] [--threads 1,2] [--rounds 5] > peers.json
    peers.py table peers.json     a row for each grid and number of threads

BENCH is our field_bench. No cell of either field is held. For each grid YASK's own tuner chooses the blocks for
several numbers of steps a pass; the fastest of them runs in turn with ours. Times hold on this machine
only: compare what stands in one row.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

STEPS_A_PASS = (0, 4, 8, 16, 32)  # those that are tried; 0: one, without temporal blocks
TRIAL_SECONDS = "0.5"
PEERS = pathlib.Path(__file__).resolve().parent


def simd_level():
    flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return "avx512" if "avx512f" in flags else "avx2"


def build_yask(folder):
    shutil.copy(PEERS / "yask_heat.cpp", folder / "src" / "stencils" / "HeatPlateStencil.cpp")
    subprocess.run(["make", f"-j{os.cpu_count()}", "stencil=heat_plate", f"arch={simd_level()}", "mpi=0",
                    "real_bytes=4", "YK_CXX=g++"], cwd=folder, check=True)


class Yask:
    def __init__(self, folder, grid, threads):
        self.program = folder / "bin" / f"yask_kernel.heat_plate.{simd_level()}.exe"
        self.words = ["-gx", str(grid[0]), "-gy", str(grid[1]), "-outer_threads", str(threads),
                      "-inner_threads", "1", "-trial_time", TRIAL_SECONDS,
                      "-init_val", "0.1"]  # nothing grows, and nothing becomes denormal
        self.blocks, self.tuned = [], 0.0
        for steps in STEPS_A_PASS:
            told = self.run("-pre_auto_tune", "-auto_tune_trial_secs", "0.05", "-num_trials", "2", "-bt", str(steps))
            sizes = re.findall(r"auto-tuner: block-size: +t=(\d+) \* y=(\d+) \* x=(\d+)", told)[-1]
            if self.rate(told) > self.tuned:
                self.tuned = self.rate(told)
                self.blocks = ["-bt", sizes[0], "-by", sizes[1], "-bx", sizes[2]]

    def run(self, *words):
        environment = {**os.environ, "OMP_PLACES": "cores"}
        return subprocess.run([self.program, *self.words, *words], env=environment, check=True,
                              capture_output=True, text=True).stdout

    @staticmethod
    def rate(told):
        """The fastest trial's cells a second."""
        number, prefix = re.findall(r"best-throughput \(num-points/sec\): +([\d.]+)([KMGT]?)", told)[-1]
        return float(number) * {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[prefix]

    def measure(self):
        return self.rate(self.run("-no-pre_auto_tune", "-num_trials", "2", *self.blocks))


def ours(bench, grid, threads):
    told = subprocess.run([bench, "--only-ours", "--json", "--sources", "0", "--rounds", "3", "--threads", str(threads),
                           "--grids", f"{grid[0]}x{grid[1]}"], check=True, capture_output=True, text=True).stdout
    return grid[0] * grid[1] / (json.loads(told)["rows"][0]["us_per_step"]["least"] * 1e-6)


def measure(options):
    rows = []
    for grid in [tuple(int(n) for n in each.split("x")) for each in options.grids.split(",")]:
        for threads in [int(each) for each in options.threads.split(",")]:
            yask = Yask(options.folder, grid, threads)
            pairs = [(ours(options.bench, grid, threads), yask.measure()) for _ in range(options.rounds)]
            rows.append({"width": grid[0], "height": grid[1], "threads": threads,
                         "yask_blocks": " ".join(yask.blocks),
                         "ours_cells_per_second": [round(a) for a, _ in pairs],
                         "yask_cells_per_second": [round(b) for _, b in pairs],
                         "median_ratio": round(statistics.median(a / b for a, b in pairs), 3)})
            print(rows[-1], file=sys.stderr)
    name = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=options.folder, capture_output=True, text=True,
                            check=False).stdout.strip()
    return {"device": name.group(1) if name else "", "simd": simd_level(), "equation": "heat", "yask_commit": commit,
            "rows": rows}


def table(document):
    yield "| grid | threads | ours, G cells/s | YASK | ratio, median of pairs |"
    yield "|---|---|---|---|---|"
    for row in document["rows"]:
        best = [max(row[f"{who}_cells_per_second"]) / 1e9 for who in ("ours", "yask")]
        yield (f"| {row['width']}×{row['height']} | {row['threads']} | {best[0]:.2f} | {best[1]:.2f} |"
               f" {row['median_ratio']:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build-yask").add_argument("folder", type=pathlib.Path)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=pathlib.Path)
    measuring.add_argument("bench", type=pathlib.Path)
    measuring.add_argument("--grids", default="640x480,1024x1024,4096x4096,8192x8192")
    measuring.add_argument("--threads", default="1,2")
    measuring.add_argument("--rounds", type=int, default=5)
    commands.add_parser("table").add_argument("document", type=pathlib.Path)
    options = parser.parse_args()
    if options.command == "build-yask":
        build_yask(options.folder)
    elif options.command == "measure":
        print(json.dumps(measure(options), indent=1))
    else:
        print("\n".join(table(json.loads(options.document.read_text(encoding="utf-8")))))


if __name__ == "__main__":
    main()

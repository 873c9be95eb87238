#!/usr/bin/env python3
# Finds sizes and scenes that are stepped slower than their neighbours: one JSON document, tables and
# a picture.
"""Usage:

    cmake --build build/release --target field_bench
    tests/bench/scan.py build/release/tests/field_bench build/release/heatwave > scan.json
    tests/bench/scan.py --table scan.json             what is slower than the goals, and the scenes
    tests/bench/scan.py --picture scan.json scan.svg  cells a second over the cells of the grid

It measures a GPU, or with --backend cpu all threads of the CPU: each built-in equation on sixty sizes
of grid; edges, media, sources, probes and totals on a few; each scene at its own size and at two
others. No cell of the plain fields is held. Times hold on this machine only.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys

EQUATIONS = ["heat", "wave", "gray-scott", "fitzhugh-nagumo"]
SIZES = [
    (256, 256), (320, 200), (320, 240), (400, 300), (512, 512), (640, 360), (640, 480), (641, 479),
    (720, 576), (768, 768), (800, 600), (854, 480), (960, 540), (1000, 1000), (1023, 1023),
    (1024, 768), (1024, 1024), (1025, 1025), (1100, 900), (1152, 864), (1200, 1200), (1280, 720),
    (1280, 800), (1280, 1024), (1366, 768), (1400, 1400), (1440, 900), (1500, 1500), (1536, 1536),
    (1600, 900), (1600, 1200), (1680, 1050), (1750, 1750), (1920, 1080), (1920, 1200), (2000, 2000),
    (2047, 2049), (2048, 2048), (2049, 2047), (2200, 2200), (2400, 2400), (2560, 1440),
    (2560, 1600), (2800, 2800), (3000, 3000), (3072, 3072), (3440, 1440), (3500, 3500),
    (3840, 2160), (4095, 4097), (4096, 4096), (5000, 5000), (5120, 2880), (6000, 6000),
    (8192, 8192), (16, 100000), (100000, 16), (64, 20000), (20000, 64), (130, 9000)]
CHANGED_SIZES = [(640, 480), (1024, 1024), (1920, 1080), (4096, 4096)]
CHANGES = [["--edges", "reflecting"], ["--edges", "periodic"], ["--edges", "absorbing"],
           ["--media"], ["--sources", "1"], ["--sources", "300"],
           ["--probes", "8"], ["--probes", "8", "--spacing", "16"],
           ["--totals"], ["--totals", "--spacing", "16"]]
SCENE_SIZES = ["", "1920x1080", "4096x4096"]
# What the goals allow: a larger grid that takes less time; cells a second of the best smaller size; a
# change or a scene against the plain field.
LESS_TIME = 0.05
OF_THE_BEST = 0.8
LARGE = 1024 * 1024
TIMES_PLAIN = 1.5


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr.strip(), file=sys.stderr)
        return None
    return json.loads(done.stdout)


def bench_rows(bench, backend, equation, sizes, options=()):
    """What was measured, with one row for each size: the last one, which has all options."""
    document = output_of(bench, "--backend", backend, "--only-ours", "--json", "--rounds", "5",
                         "--sources", "0", "--equation", equation, *options,
                         "--threads", str(len(os.sched_getaffinity(0))),
                         "--grids", ",".join(f"{w}x{h}" for w, h in sizes))
    if document is None:
        return {"device": "", "rows": []}
    by_size = {(row["width"], row["height"]): row for row in document["rows"]}
    return dict(document, rows=list(by_size.values()))


def microseconds(row):
    return row["us_per_step"]["median"]


def scenes_of(folder):
    """The scenes with built-in equations."""
    for file in sorted(folder.glob("*.json")):
        scene = json.loads(file.read_text(encoding="utf-8"))
        if "formula" not in scene:
            yield file.stem


def measure_scene(heatwave, backend, scene, size):
    def run(steps):
        return output_of(heatwave, "run", "--scene", scene, *(["--size", size] if size else []),
                         "--backend", backend, "--steps", str(steps), "--json")
    trial = run(2000)
    if trial is None:
        return None
    # Two runs of different length: their difference has no start in it.
    steps = max(2000, min(250_000, int(2000 * 0.1 / trial["seconds"])))
    seconds = []
    for _ in range(3):
        middle = run(steps)
        seconds.append((run(3 * steps)["seconds"] - middle["seconds"]) / (2 * steps))
    return {"scene": scene, "equation": middle["equation"], "width": middle["width"],
            "height": middle["height"], "us_per_step": 1e6 * sorted(seconds)[1],
            "method": middle["way"]}


def measured(bench, heatwave, backend, scenes):
    document = {"device": "", "plain": [], "changed": [], "scenes": []}
    for equation in EQUATIONS:
        answer = bench_rows(bench, backend, equation, SIZES)
        document["device"] = answer["device"]
        document["plain"] += answer["rows"]
        for options in CHANGES:
            if equation == "fitzhugh-nagumo" or (options[-1] == "absorbing" and equation != "wave"):
                continue
            for row in bench_rows(bench, backend, equation, CHANGED_SIZES, options)["rows"]:
                document["changed"].append(dict(row, change=" ".join(options).replace("--", "")))
    for size in SCENE_SIZES:
        rows = [measure_scene(heatwave, backend, scene, size) for scene in scenes_of(scenes)]
        document["scenes"] += [row for row in rows if row]
    # The plain fields of the scenes' own sizes.
    known = {(r["equation"], r["width"], r["height"]) for r in document["plain"]}
    for equation in EQUATIONS:
        missing = sorted({(r["width"], r["height"]) for r in document["scenes"]
                          if r["equation"] == equation} -
                         {(w, h) for e, w, h in known if e == equation})
        if missing:
            document["plain"] += bench_rows(bench, backend, equation, missing)["rows"]
    return document


def cells(row):
    return row["width"] * row["height"]


def size_of(row):
    return f"{row['width']}×{row['height']}"


def slower_sizes(document):
    """Sentences about sizes that miss the goals."""
    lines = []
    for equation in EQUATIONS:
        rows = sorted((r for r in document["plain"] if r["equation"] == equation), key=cells)
        for i, row in enumerate(rows):
            longer = max(rows[:i], key=microseconds, default=row)
            if microseconds(row) < (1 - LESS_TIME) * microseconds(longer):
                lines.append(f"{equation}: {size_of(row)} takes {microseconds(row):.2f} µs a step, the "
                             f"smaller {size_of(longer)} {microseconds(longer):.2f}")
            best = max(rows[:i + 1], key=lambda r: r["cells_per_second"])
            part = row["cells_per_second"] / best["cells_per_second"]
            if cells(row) >= LARGE and part < OF_THE_BEST:
                lines.append(f"{equation}: {size_of(row)} makes {part:.2f} of the cells a second of "
                             f"{size_of(best)}")
    return lines


def table(document):
    plain = {(r["equation"], r["width"], r["height"]): microseconds(r) for r in document["plain"]}
    lines = [document["device"], ""]
    lines += slower_sizes(document) or ["No size misses the goals."]
    lines += ["", "| equation | change | " + " | ".join(f"{w}×{h}" for w, h in CHANGED_SIZES) + " |",
              "|---" * (2 + len(CHANGED_SIZES)) + "|"]
    changes = list(dict.fromkeys((r["equation"], r["change"]) for r in document["changed"]))
    for equation, change in changes:
        values = []
        for w, h in CHANGED_SIZES:
            found = [microseconds(r) for r in document["changed"]
                     if (r["equation"], r["change"], r["width"], r["height"]) == (equation, change, w, h)]
            values.append(f"{found[0]:.2f} µs ({found[0] / plain[equation, w, h]:.2f})" if found else "–")
        lines.append(f"| {equation} | {change} | " + " | ".join(values) + " |")
    lines += ["", "| scene | size | µs a step | times the plain field | method |", "|---|---|---|---|---|"]
    for row in document["scenes"]:
        times = row["us_per_step"] / plain[row["equation"], row["width"], row["height"]]
        mark = " **" if times > TIMES_PLAIN else " "
        lines.append(f"| {row['scene']} | {size_of(row)} | {row['us_per_step']:.2f} |"
                     f"{mark}{times:.2f}{mark.strip()} | {row['method']} |")
    return "\n".join(lines) + "\n"


def picture(document):
    """Cells a second over cells, both logarithmic, a line for each equation."""
    width, height, left, bottom = 900, 560, 70, 50
    colours = dict(zip(EQUATIONS, ["#d1495b", "#00798c", "#edae49", "#5c6f9e"]))
    rows = document["plain"]
    low_x, high_x = (math.log10(f(map(cells, rows))) for f in (min, max))
    speeds = [r["cells_per_second"] for r in rows]
    low_y, high_y = math.floor(math.log10(min(speeds))), math.ceil(math.log10(max(speeds)))

    def place(row):
        x = left + (math.log10(cells(row)) - low_x) / (high_x - low_x) * (width - left - 20)
        y = height - bottom - (math.log10(row["cells_per_second"]) - low_y) / (high_y - low_y) * (
            height - bottom - 20)
        return x, y

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             'font-family="sans-serif" font-size="14">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(low_y, high_y + 1):
        y = height - bottom - (power - low_y) / (high_y - low_y) * (height - bottom - 20)
        parts.append(f'<path d="M{left} {y:.1f}H{width - 20}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y + 5:.1f}" text-anchor="end">10^{power}</text>')
    for power in range(math.ceil(low_x), math.floor(high_x) + 1):
        x = left + (power - low_x) / (high_x - low_x) * (width - left - 20)
        parts.append(f'<path d="M{x:.1f} 20V{height - bottom}" stroke="#ddd"/>'
                     f'<text x="{x:.1f}" y="{height - bottom + 20}" text-anchor="middle">10^{power}</text>')
    for index, equation in enumerate(EQUATIONS):
        points = [place(r) for r in sorted((r for r in rows if r["equation"] == equation), key=cells)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colours[equation]}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colours[equation]}"/>'
                  for x, y in points]
        parts.append(f'<text x="{left + 20}" y="{40 + 20 * index}" fill="{colours[equation]}">'
                     f'{equation}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle">cells of the grid'
                 f'; vertical: cells a second, {document["device"]}</text></svg>')
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--backend", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--scenes", default=pathlib.Path(__file__).parents[2] / "assets/scenes",
                        type=pathlib.Path, help="the folder of the scenes")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--table", action="store_true")
    kind.add_argument("--picture", action="store_true")
    wanted = parser.parse_args()
    if len(wanted.files) != (1 if wanted.table else 2):
        parser.error("see --help for the files")
    if wanted.table or wanted.picture:
        document = json.loads(pathlib.Path(wanted.files[0]).read_text(encoding="utf-8"))
        if wanted.table:
            print(table(document), end="")
        else:
            pathlib.Path(wanted.files[1]).write_text(picture(document), encoding="utf-8")
        return
    json.dump(measured(*wanted.files, wanted.backend, wanted.scenes), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# Steps the formulas of all scenes on this processor and, under qemu, on a 64-bit ARM: their fields must
# have the same check sums.
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EMULATOR = ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"]
TIMEOUT_S = 1800


def formulas():
    """The formulas of the shipped scenes, by the scene's name."""
    found = {}
    for path in sorted((ROOT / "assets/scenes").glob("*/*.json")):
        scene = json.loads(path.read_text())
        if "formula" in scene:
            found[path.stem] = scene["formula"]
    return found


def sums(program, arguments, folder):
    """The lines that the program prints."""
    finished = subprocess.run([*program, *arguments], cwd=folder, capture_output=True, text=True,
                              timeout=TIMEOUT_S)
    if finished.returncode != 0:
        sys.exit(f"{program[-1]}: {finished.stderr.strip()}")
    return finished.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description="Compares the fields of two architectures.")
    parser.add_argument("here", type=Path, help="formula_sums for this processor")
    parser.add_argument("there", type=Path, help="formula_sums for 64-bit ARM")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        texts = formulas()
        for name, text in texts.items():
            (Path(folder) / name).write_text(text)
        here = sums([options.here.resolve()], texts, folder)
        there = sums([*EMULATOR, options.there.resolve()], texts, folder)
    differing = [pair for pair in zip(here, there) if pair[0] != pair[1]]
    for one, other in differing:
        print(f"here:  {one}\nthere: {other}")
    if len(here) != len(there) or len(here) != 2 * len(texts):
        sys.exit(f"{len(here)} fields here, {len(there)} there")
    print(f"{len(here)} fields of {len(texts)} scenes, {len(differing)} differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()

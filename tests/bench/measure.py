#!/usr/bin/env python3
# Measures Heatwave on this machine and writes one JSON document, as kept in assets/measurements/.
"""Usage:

    tests/bench/measure.py build/release/heatwave > measured.json

Without a display the window's figures are left out; without a CUDA device the GPU's. Times hold on
this machine only: compare ratios within one document.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

FIELDS = [("heat-plate", "640x480"), ("wave-drop", "640x480"), ("heat-plate", "1024x1024"),
          ("wave-drop", "1024x1024"), ("heat-plate", "4096x4096"), ("wave-drop", "4096x4096")]
WINDOWS = [("heat-plate", "640x480"), ("heat-plate", "1024x1024"), ("wave-drop", "480x480"),
           ("wave-drop", "1024x1024")]
REPEATS = 5
FRAMES = 400
WARM_UP_FRAMES = 60


class Heatwave:
    """The program under measurement, run in a folder of its own."""

    def __init__(self, program, folder):
        self.program = Path(program).resolve()
        self.folder = folder

    def json(self, *arguments):
        done = subprocess.run([self.program, *arguments, "--json"], cwd=self.folder, check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    def window_lines(self, *arguments):
        status = Path(self.folder) / "status.jsonl"
        status.unlink(missing_ok=True)
        subprocess.run([self.program, *arguments], cwd=self.folder, check=True,
                       env=dict(os.environ, HEATWAVE_STATUS=str(status)))
        return [json.loads(line) for line in status.read_text().splitlines()]


def spread(values):
    return {"median": statistics.median(values), "least": min(values), "most": max(values)}


def steps_that_last(heatwave, scene, size, backend):
    """Steps for about half a second."""
    trial = heatwave.json("run", "--scene", scene, "--size", size, "--backend", backend,
                          "--steps", "400")
    return max(20, min(200_000, int(400 * 0.5 / trial["seconds"])))


def measure_field(heatwave, scene, size, backend):
    steps = steps_that_last(heatwave, scene, size, backend)
    runs = [heatwave.json("run", "--scene", scene, "--size", size, "--backend", backend,
                          "--steps", str(steps)) for _ in range(REPEATS)]
    return {"scene": scene, "size": size, "backend": backend, "device": runs[0]["device"],
            "threads": runs[0]["threads"], "steps": steps, "repeats": REPEATS,
            "us_per_step": spread([1e6 * r["seconds"] / steps for r in runs]),
            "cells_per_second": spread([r["cells_per_second"] for r in runs])}


def measure_window(heatwave, scene, size, backend):
    lines = heatwave.window_lines(scene, "--size", size, "--backend", backend,
                                  "--frames", str(FRAMES))[WARM_UP_FRAMES:]
    last = lines[-1]
    parts = {part: spread([line["ms"][part] for line in lines]) for part in last["ms"]}
    return {"scene": scene, "size": size, "backend": last["backend"], "device": last["device"],
            "display": last["display"], "frames": len(lines), "steps_per_frame": last["pace"],
            "ms": parts, "frame_ms": spread([line["frame_ms"] for line in lines])}


def same_bits(heatwave, scene, steps):
    """Whether both backends leave the same field and the same picture after so many steps."""
    made = {}
    for backend in ("cpu", "cuda"):
        files = {kind: Path(heatwave.folder) / f"{scene}-{backend}.{kind}" for kind in ("npy", "png")}
        heatwave.json("run", "--scene", scene, "--steps", str(steps), "--backend", backend,
                      "--dump", str(files["npy"]), "--png", str(files["png"]), "--force")
        made[backend] = [path.read_bytes() for path in files.values()]
    return made["cpu"] == made["cuda"]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: measure.py PROGRAM")
    with tempfile.TemporaryDirectory() as folder:
        heatwave = Heatwave(sys.argv[1], folder)
        info = heatwave.json("info")
        has_cuda = info["cuda"]["usable"]
        backends = ["cuda", "cpu"] if has_cuda else ["cpu"]
        document = {"info": info,
                    "fields": [measure_field(heatwave, scene, size, backend)
                               for scene, size in FIELDS for backend in backends]}
        if os.environ.get("DISPLAY"):
            document["windows"] = [measure_window(heatwave, scene, size, backend)
                                   for scene, size in WINDOWS for backend in backends]
        if has_cuda:
            scenes = sorted(path.stem for path in
                            (Path(__file__).parents[2] / "assets/scenes").glob("*.json"))
            document["same_bits_cpu_cuda"] = {scene: same_bits(heatwave, scene, 777)
                                              for scene in scenes}
    json.dump(document, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

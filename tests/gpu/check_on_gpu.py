#!/usr/bin/env python3
# Runs on a machine with GPUs what only a GPU can show, each job with a time limit.
"""Usage:

    check_on_gpu.py PROGRAMS OUT                     everything, as far as --seconds go
    check_on_gpu.py PROGRAMS OUT --jobs tests,scenes these alone
    check_on_gpu.py PROGRAMS OUT --before OLD        measures programs of an older state in turn, too

PROGRAMS is a build folder, or a flat folder with heatwave, gpu_tests, field_bench and parts_bench;
what is missing is left out. OUT gets results.json, rewritten after each job, and what each program
said. HEATWAVE_ASSETS and HEATWAVE_SCENES say where the assets are, if they do not lie beside the programs.

    tests     gpu_tests, each test in a process of its own, the longest first
    scenes    each scene, 777 steps: the bytes of its dump on the CPU and on a GPU
    speed     field_bench: sizes, edges, probes, media, typed equations
    parts     parts_bench on all devices
"""

import argparse
import concurrent.futures
import filecmp
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

JOBS = ("tests", "scenes", "speed", "parts")
STEPS = "777"
LONG_RUN = 20000
GRIDS = "640x480,1024x1024,1920x1080,4096x4096"
SPEED = {
    "heat": ["--equation", "heat"],
    "wave": ["--equation", "wave"],
    "gray-scott": ["--equation", "gray-scott"],
    "wave, absorbing edges": ["--equation", "wave", "--edges", "absorbing"],
    "heat, 8 probes": ["--equation", "heat", "--probes", "8"],
    "wave, 8 probes": ["--equation", "wave", "--probes", "8"],
    "gray-scott, 8 probes": ["--equation", "gray-scott", "--probes", "8"],
    "heat, media": ["--equation", "heat", "--media"],
    "heat, typed": ["--equation", "heat", "--formula"],
}
MIXED_SCENES = ("double-slit", "lens", "refraction", "insulated-room", "two-metals", "radiator",
                "cahn-hilliard", "swift-hohenberg", "matter-slits")
MIXED_SIZES = ("", "1920x1080", "4096x4096")
PARTS = {
    "strong": ["heat,wave,gray-scott", "4096,8192,16384", "0", "auto", "7"],
    "weak": ["heat,wave,gray-scott", "16384x8192", "0", "auto", "5", "weak"],
}


class Runner:
    """Runs programs until the time is up, and keeps what they say."""

    def __init__(self, out, seconds):
        self.out, self.end = out, time.monotonic() + seconds
        self.results, self.lock = {}, threading.Lock()
        out.mkdir(parents=True, exist_ok=True)

    def left(self):
        return self.end - time.monotonic()

    def run(self, name, words, limit, **settings):
        """Returns the status (None: it was ended) and what the program said."""
        limit = min(limit, self.left())
        if limit < 1:
            return None, "not begun"
        log = self.out / (re.sub(r"[^a-z0-9.x-]+", "-", name) + ".txt")
        with open(log, "wb") as told:
            child = subprocess.Popen([str(word) for word in words], stdout=told, stderr=subprocess.STDOUT,
                                     stdin=subprocess.DEVNULL, start_new_session=True,
                                     env={**os.environ, **settings})
            try:
                status = child.wait(limit)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
                status = None
        return status, log.read_text(errors="replace")

    def all_of(self, function, items, at_once):
        """Calls the function for all items, some at a time, each on cores of its own."""
        cores = sorted(os.sched_getaffinity(0))
        shares = [cores[index::at_once] for index in range(min(at_once, len(cores)))]
        free = queue.SimpleQueue()
        for share in shares:
            free.put(share)

        def call(item):
            share = free.get()
            os.sched_setaffinity(0, share)  # of this thread, and of the programs that it starts
            function(item)
            free.put(share)

        with concurrent.futures.ThreadPoolExecutor(len(shares)) as pool:
            list(pool.map(call, items))

    def note(self, job, name, result):
        with self.lock:
            self.results.setdefault(job, {})[name] = result
            new = self.out / "results.json.new"
            new.write_text(json.dumps(self.results, indent=1))
            new.rename(self.out / "results.json")
        print(f"{job}: {name}: {result}", flush=True)


def found(programs, name):
    """Returns the program of that name; None: there is none."""
    for path in (programs / name, programs / "tests" / name):
        if path.is_file():
            return path.resolve()
    return None


def devices():
    if shutil.which("nvidia-smi") is None:
        return 0
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False).stdout
    return listed.count("GPU ")


def names_of_tests(program):
    """Returns the full names of a GoogleTest program's tests; those that compare many fields come first."""
    listed = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    names, suite = [], ""
    for line in listed.splitlines():
        word = line.split("#")[0].strip()
        if line.startswith("  "):
            names.append(suite + word)
        elif word.endswith("."):
            suite = word
    return sorted(names, key=lambda name: not name.startswith("Cuda"))


def check_tests(runner, programs, options):
    program = found(programs, "gpu_tests")
    if program is None:
        return

    def test(name):
        start = time.monotonic()
        status, told = runner.run(name.replace("/", "."), [program, f"--gtest_filter={name}"], options.limit)
        result = {"status": status, "seconds": round(time.monotonic() - start, 1)}
        if status not in (0, 77):
            result["told"] = told[-1500:]
        runner.note("tests", name, result)

    names = [name for name in names_of_tests(program) if re.search(options.tests, name)]
    runner.all_of(test, names, options.at_once)


def check_scenes(runner, programs, options):
    program = found(programs, "heatwave")
    folder = os.environ.get("HEATWAVE_SCENES") or pathlib.Path(
        os.environ.get("HEATWAVE_ASSETS", programs / "../../assets")) / "scenes"

    def scene(path):
        dumps = []
        for backend in ("cpu", "cuda"):
            dump = runner.out / f"{path.stem}.{backend}.npy"
            status, told = runner.run(f"{path.stem}.{backend}", [
                program, "run", "--scene", path.stem, "--backend", backend, "--threads", "2",
                "--steps", STEPS, "--dump", dump, "--force"], options.limit)
            if status != 0:
                runner.note("scenes", path.stem, f"{backend}: {told[-200:]}")
                return
            dumps.append(dump)
        runner.note("scenes", path.stem,
                    "equal" if filecmp.cmp(*dumps, shallow=False) else "DIFFERENT")
        for dump in dumps:
            dump.unlink()

    if program is not None:
        runner.all_of(scene, sorted(pathlib.Path(folder).rglob("*.json")), options.at_once)


def bench_times(runner, name, program, words, limit):
    """Returns the microseconds a step of each grid by field_bench; a text: why there are none."""
    status, told = runner.run(name, [program, "--backend", "cuda", "--only-ours", "--json", "--sources", "0",
                                     "--rounds", "5", "--grids", GRIDS, *words], limit)
    if status != 0:
        return told[-200:]
    times = {}
    for row in json.loads(told)["rows"]:
        size = f"{row['width']}x{row['height']}"
        times[f"{size} {row['way']}"] = row["us_per_step"]["median"]
    return times


def scene_time(runner, name, program, words, limit):
    """Returns the microseconds a step of a scene by two runs, without their start."""
    seconds = []
    for steps in (LONG_RUN // 4, LONG_RUN):
        status, told = runner.run(name, [program, "run", *words, "--backend", "cuda", "--json",
                                         "--steps", str(steps)], limit)
        if status != 0:
            return told[-200:]
        seconds.append(json.loads(told)["seconds"])
    return round(1e6 * (seconds[1] - seconds[0]) / (LONG_RUN - LONG_RUN // 4), 3)


def check_speed(runner, programs, options):
    states = [("now", programs)] + ([("before", options.before)] if options.before else [])

    def in_turn(name, program_name, measure, words):
        if runner.left() < 1:
            return
        times = {state: [] for state, _ in states}
        for state, folder in states + states[::-1]:
            program = found(folder, program_name)
            if program is not None:
                times[state].append(measure(runner, f"{name} {state}", program, words, options.limit))
        runner.note("speed", name, times)

    for name, words in SPEED.items():
        in_turn(name, "field_bench", bench_times, words)
    for scene in MIXED_SCENES:
        for size in MIXED_SIZES:
            in_turn(f"{scene} {size}".strip(), "heatwave", scene_time,
                    ["--scene", scene, *(["--size", size] if size else [])])


def check_parts(runner, programs, options):
    program = found(programs, "parts_bench")
    count = devices()
    if program is None or count < 2:
        return
    for used in sorted({2, count}):
        for name, words in PARTS.items():
            listed = ",".join(str(each) for each in range(used))
            figures = runner.out / f"parts.{name}.{used}.json"
            status, told = runner.run(f"parts.{name}.{used}", [
                program, *words[:3], listed, *words[3:], "--time-line", "--json", figures],
                max(options.limit, 150))
            runner.note("parts", f"{name} on {used}",
                        json.loads(figures.read_text()) if figures.exists() else [status, told[-200:]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--before", type=pathlib.Path, help="programs of an older state")
    parser.add_argument("--jobs", default=",".join(JOBS))
    parser.add_argument("--tests", default="", help="a regular expression of the tests' names")
    parser.add_argument("--seconds", type=float, default=1e6, help="end after this time")
    parser.add_argument("--limit", type=float, default=300, help="seconds of one program")
    parser.add_argument("--at-once", type=int, default=min(8, os.cpu_count() or 1),
                        help="programs at a time where times do not count")
    options = parser.parse_args()
    runner = Runner(options.out, options.seconds)
    for job in options.jobs.split(","):
        {"tests": check_tests, "scenes": check_scenes, "speed": check_speed,
         "parts": check_parts}[job](runner, options.programs, options)
    bad = [f"{job}: {name}" for job, all_of_it in runner.results.items() for name, result in all_of_it.items()
           if (job == "tests" and result["status"] not in (0, 77)) or (job == "scenes" and result != "equal")]
    print(f"{len(bad)} of them failed{': ' if bad else ''}{', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Compares what the Stage finds in kernels with planted faults with what compute-sanitizer finds.
"""Compares the Stage with compute-sanitizer on the kernels in tests/stage/planted/.

`write` plays each kernel with its fault and without it, and writes a CUDA program for either.
`run` compiles the programs, runs them under the tools of compute-sanitizer on a GPU, and prints a
table: what named the planted line, and what accused the right kernel:

    tests/gpu/compare_with_sanitizer.py write build/release/heatwave planted
    tests/gpu/compare_with_sanitizer.py run planted --architecture native
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import tempfile

from played_kernels import HEAD, MAIN, play, test_of

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "stage" / "planted"
SCHEDULES = ("lockstep", "independent", "random:1", "random:2", "random:3")
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
SECONDS = 20  # a deadlock never ends


def marked_line(text):
    return 1 + text[:text.index("// found")].count("\n")


def verdict(faults, line):
    """Returns "line", or "elsewhere", or "" for none."""
    if not faults:
        return ""
    return "line" if any(line in each for each in faults) else "elsewhere"


def write(options):
    output = pathlib.Path(options.folder)
    output.mkdir(parents=True, exist_ok=True)
    found = {}
    for path in sorted(KERNELS.glob("*.cu")):
        text = path.read_text()
        line = marked_line(text)
        for kind in ("wrong", "right"):
            if kind == "right":
                text = text.replace("#define PLANTED 1", "#define PLANTED 0")
            name = f"{path.stem}.{kind}"
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "kernel.cu"
                file.write_text(text)
                plays = [play(options.program, file, "--schedule", each) for each in SCHEDULES]
            faulty = next((each for each in plays if each["faults"]), plays[0])
            found[name] = {"line": line,
                           "stage": verdict([each["lines"] for each in faulty["faults"]], line)}
            freed = re.findall(r"free (\w+);", text)
            (output / (name + ".cu")).write_text(
                text + HEAD + test_of(name, plays[0], freed, False) +
                "\nint main() {\n  run_on_gpu();\n" + MAIN)
    (output / "stage.json").write_text(json.dumps(found, indent=1))
    print(f"wrote {output}: {len(found)} programs")


def compiled(folder, name, architecture):
    subprocess.run(["nvcc", f"-arch={architecture}", "-lineinfo", "-w", "-o", name, name + ".cu"],
                   cwd=folder, check=True)


def sanitized(folder, name, tool, line):
    """Returns what a tool finds: "line", "elsewhere", "" for nothing, or "hangs"."""
    command = ["timeout", "-k", "1", str(SECONDS), "compute-sanitizer", "--tool", tool]
    if tool == "racecheck":
        command += ["--racecheck-report", "all"]
    run = subprocess.run(command + ["./" + name], cwd=folder, capture_output=True, text=True)
    said = run.stdout + run.stderr
    (folder / f"{name}.{tool}.txt").write_text(said)
    if run.returncode in (124, 137):
        return "hangs"
    errors = re.search(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)", said)
    if errors is None:
        return "failed"
    if int(errors.group(1) or errors.group(2)) == 0:
        return ""
    lines = [int(each) for each in re.findall(re.escape(name) + r"\.cu:(\d+)", said)]
    return verdict([lines], line)


def run(options):
    folder = pathlib.Path(options.folder)
    stage = json.loads((folder / "stage.json").read_text())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda name: compiled(folder, name, options.architecture), stage))
    rows = {}
    print("| kernel | stage | " + " | ".join(TOOLS) + " |")
    print("|---" * (2 + len(TOOLS)) + "|")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # What may hang comes last, since it slows down everything else.
        names = sorted(stage, key=lambda name: name.startswith(("lock", "divergent")))
        jobs = {(name, tool): pool.submit(sanitized, folder, name, tool, stage[name]["line"])
                for name in names for tool in TOOLS}
        for name in names:
            rows[name] = [stage[name]["stage"]] + [jobs[name, tool].result() for tool in TOOLS]
            print(f"| {name} | " + " | ".join(each or "–" for each in rows[name]) + " |",
                  flush=True)
    for kind in ("wrong", "right"):
        of_kind = [row for name, row in rows.items() if name.endswith(kind)]
        stage_found = sum(1 for row in of_kind if row[0])
        tools_found = sum(1 for row in of_kind if any(each in ("line", "elsewhere")
                                                      for each in row[1:]))
        at_line = sum(1 for row in of_kind if "line" in row[1:])
        print(f"{kind}: {len(of_kind)} kernels; the Stage finds a fault in {stage_found}, "
              f"{sum(1 for row in of_kind if row[0] == 'line')} at the line; compute-sanitizer in "
              f"{tools_found}, {at_line} at the line; "
              f"{sum(1 for row in of_kind if 'hangs' in row)} hang")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = parser.add_subparsers(required=True)
    part = parts.add_parser("write")
    part.add_argument("program", help="heatwave")
    part.add_argument("folder", help="the folder to write")
    part.set_defaults(do=write)
    part = parts.add_parser("run")
    part.add_argument("folder", help="the folder that was written")
    part.add_argument("--architecture", default="native")
    part.set_defaults(do=run)
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()

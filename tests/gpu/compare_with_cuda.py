#!/usr/bin/env python3
# Compares the plays of the Stage with runs of the same kernels on a GPU, to the bit.
"""Compares the Stage with real CUDA, to the bit.

Random kernels of the Stage's subset, the model answers of the exercises, and the kernels of the
lessons and of the Lab are played by `heatwave stage`. The CUDA programs that this script writes run the same
kernels on a GPU and compare all memory; run.sh compiles them on all cores:

    tests/gpu/compare_with_cuda.py build/release/heatwave compare --count 2000
    bash compare/run.sh native
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import tempfile

from played_kernels import FORMATS, HEAD, MAIN, LeftOut, play, test_of

# What C++ leaves undefined, and GPUs define.
EDGE_VALUES = pathlib.Path(__file__).resolve().parent / "edge_values.cu"
THREADS = 32
BLOCKS = 2
CELLS = THREADS * BLOCKS


class Writer:
    """Writes one random kernel."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {"int": ["i", "n"], "unsigned": ["u"], "float": ["f"]}
        self.lines = []
        self.made = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def value(self, kind, depth):
        """Returns an expression of a type."""
        r = self.random
        if depth == 0 or r.random() < 0.2:
            if r.random() < 0.7:
                return r.choice(self.names[kind])
            if kind == "float":
                return f"{r.randint(-40, 40) / 8}f"
            return str(r.randint(0, 99)) + ("u" if kind == "unsigned" else "")
        deeper = depth - 1
        if r.random() < 0.15:
            return f"({self.truth(deeper)} ? {self.value(kind, deeper)} : {self.value(kind, deeper)})"
        if kind == "int":
            return self.pick(
                lambda: f"(({self.value('int', deeper)} & 0xfff) {self.pick('+', '-', '*')} "
                        f"({self.value('int', deeper)} & 0xfff))",
                lambda: f"({self.value('int', deeper)} {self.pick('/', '%')} "
                        f"(1 + ({self.value('int', deeper)} & 15)))",
                lambda: f"({self.value('int', deeper)} {self.pick('&', '|', '^')} "
                        f"{self.value('int', deeper)})",
                lambda: f"({self.value('int', deeper)} >> {r.randint(0, 12)})",
                lambda: f"{self.pick('min', 'max')}({self.value('int', deeper)}, "
                        f"{self.value('int', deeper)})",
                lambda: f"{self.pick('__popc', '__clz', '__ffs')}({self.value('int', deeper)})",
                lambda: f"(int)({self.value('unsigned', deeper)} & 0xffffu)",
                lambda: f"(int)(signed char)({self.value('int', deeper)} & 0x7f)",
                lambda: f"(int)(short)({self.value('int', deeper)})",
                lambda: f"(int)(((long long){self.value('int', deeper)} * "
                        f"{self.value('int', deeper)}) >> {r.randint(0, 40)} & 0xffff)",
                lambda: f"mixed({self.value('int', deeper)}, {self.value('unsigned', deeper)})",
                lambda: f"own[{self.value('int', deeper)} & 3]")()
        if kind == "unsigned":
            return self.pick(
                lambda: f"({self.value('unsigned', deeper)} {self.pick('+', '-', '*', '&', '|', '^')} "
                        f"{self.value('unsigned', deeper)})",
                lambda: f"({self.value('unsigned', deeper)} {self.pick('<<', '>>')} "
                        f"({self.value('unsigned', deeper)} & 31u))",
                lambda: f"({self.value('unsigned', deeper)} {self.pick('/', '%')} "
                        f"({self.value('unsigned', deeper)} | 1u))",
                lambda: f"__brev({self.value('unsigned', deeper)})",
                lambda: f"__funnelshift_l({self.value('unsigned', deeper)}, "
                        f"{self.value('unsigned', deeper)}, {r.randint(0, 31)})",
                lambda: f"(unsigned){self.value('int', deeper)}",
                lambda: f"(unsigned)__float_as_int({self.value('float', deeper)})")()
        return self.pick(
            lambda: f"({self.value('float', deeper)} {self.pick('+', '-', '*')} "
                    f"{self.value('float', deeper)})",
            lambda: f"({self.value('float', deeper)} / (1.5f + fabsf({self.value('float', deeper)})))",
            lambda: f"fmaf({self.value('float', deeper)}, {self.value('float', deeper)}, "
                    f"{self.value('float', deeper)})",
            lambda: f"sqrtf(fabsf({self.value('float', deeper)}))",
            lambda: f"{self.pick('fminf', 'fmaxf')}({self.value('float', deeper)}, "
                    f"{self.value('float', deeper)})",
            lambda: f"(float)({self.value('int', deeper)} & 0xffff)",
            lambda: f"({self.value('float', deeper)} * 1.1f + {self.value('float', deeper)})",
            lambda: f"(float)((double){self.value('float', deeper)} * 0.1 + "
                    f"(double){self.value('float', deeper)})",
            lambda: f"half_of<{r.randint(1, 4)}>({self.value('float', deeper)})")()

    def bounded(self, kind):
        """Returns an expression; floats never overflow, because NaN has no fixed bits."""
        text = self.value(kind, 3)
        return f"fminf(fmaxf({text}, -1e4f), 1e4f)" if kind == "float" else text

    def truth(self, depth):
        kind = self.pick("int", "unsigned", "float")
        text = (f"{self.value(kind, depth)} {self.pick('<', '<=', '==', '!=')} "
                f"{self.value(kind, depth)}")
        return f"({text})" if self.random.random() < 0.8 else f"(!({text}))"

    def statement(self, depth, indent, together):
        """Adds a statement; `together`: all threads of the block execute it."""
        r = self.random
        pad = "  " * indent
        choice = r.random()
        kind = self.pick("int", "unsigned", "float")
        if choice < 0.4 or depth == 0:
            name = f"{kind[0]}{self.made}"
            if r.random() < 0.5 and indent == 1:
                self.made += 1
                self.lines.append(f"{pad}{kind} {name} = {self.bounded(kind)};")
                self.names[kind].append(name)
            else:
                target = {"int": "i", "unsigned": "u", "float": "f"}[kind]
                self.lines.append(f"{pad}{target} = {self.bounded(kind)};")
        elif choice < 0.55:
            self.lines.append(f"{pad}if {self.truth(2)} {{")
            self.statement(depth - 1, indent + 1, False)
            if r.random() < 0.5:
                self.lines.append(f"{pad}}} else {{")
                self.statement(depth - 1, indent + 1, False)
            self.lines.append(f"{pad}}}")
        elif choice < 0.7:
            self.made += 1
            name = f"k{self.made}"
            self.lines.append(f"{pad}for (int {name} = 0; {name} < {r.randint(1, 4)}; ++{name}) {{")
            self.names["int"].append(name)
            self.statement(depth - 1, indent + 1, together)
            self.names["int"].remove(name)
            self.lines.append(f"{pad}}}")
        elif choice < 0.73:
            self.lines.append(f"{pad}own[{self.value('int', 1)} & 3] = {self.value('int', 2)};")
        elif choice < 0.76:
            self.lines.append(f"{pad}switch ({self.value('int', 1)} & 3) {{")
            for case in ("case 0:", "case 2:", "default:"):
                self.lines.append(f"{pad}  {case}")
                self.statement(0, indent + 2, False)
                if r.random() < 0.7:
                    self.lines.append(f"{pad}    break;")
            self.lines.append(f"{pad}}}")
        elif choice < 0.78:
            self.made += 1
            name = f"w{self.made}"
            self.lines += [f"{pad}int {name} = 0;", f"{pad}while ({name} < 6) {{",
                           f"{pad}  ++{name};", f"{pad}  if {self.truth(1)} continue;"]
            self.statement(0, indent + 1, False)
            self.lines += [f"{pad}  if {self.truth(1)} break;", f"{pad}}}"]
        elif choice < 0.85 and together:
            self.lines += [f"{pad}s[threadIdx.x] = {self.value('int', 2)};",
                           f"{pad}__syncthreads();",
                           f"{pad}i = s[(threadIdx.x + {r.randint(1, 31)}) % {THREADS}];",
                           f"{pad}__syncthreads();"]
        elif choice < 0.92 and together:
            shuffle = self.pick("__shfl_xor_sync(0xffffffffu, {}, {})",
                                "__shfl_down_sync(0xffffffffu, {}, {})",
                                "__shfl_up_sync(0xffffffffu, {}, {})")
            name = {"int": "i", "unsigned": "u", "float": "f"}[kind]
            self.lines.append(f"{pad}{name} = {shuffle.format(name, r.randint(1, 16))};")
        elif choice < 0.95 and together:
            self.lines.append(f"{pad}u ^= __ballot_sync(0xffffffffu, {self.truth(1)});")
        else:
            add = self.pick("atomicAdd", "atomicXor", "atomicMax", "atomicMin")
            if add == "atomicXor":
                self.lines.append(f"{pad}atomicXor(&count[2], {self.value('int', 2)});")
            else:
                at = {"atomicAdd": 0, "atomicMax": 1, "atomicMin": 3}[add]
                self.lines.append(f"{pad}{add}(&count[{at}], {self.value('int', 1)} & 0xff);")

    def text(self):
        r = self.random
        ints = " ".join(str(r.randint(-1000, 1000)) for _ in range(CELLS))
        floats = " ".join(str(r.randint(-800, 800) / 16) for _ in range(CELLS))
        header = [f"// heatwave: input a int[{CELLS}] = {ints}",
                  f"// heatwave: input b float[{CELLS}] = {floats}",
                  f"// heatwave: input count int[4] = 0; input out int[{CELLS}]",
                  f"// heatwave: input uns unsigned[{CELLS}]; input flo float[{CELLS}]",
                  f"// heatwave: input n int = {r.randint(1, 99)}; launch {BLOCKS}, {THREADS}"]
        for _ in range(r.randint(4, 9)):
            self.statement(2, 1, True)
        body = ["struct Pair {",
                "  int low, high;",
                "  __device__ int sum() const { return low + high; }",
                "};",
                "__device__ int mixed(int a, unsigned b) {",
                "  Pair pair;",
                "  pair.low = a & 0xffff;",
                "  pair.high = (int)(b >> 16);",
                "  return pair.sum();",
                "}",
                "template <int N>",
                "__device__ float half_of(float x) {",
                "  for (int i = 0; i < N; ++i) x = x * 0.5f;",
                "  return x;",
                "}",
                "__global__ void k(const int* a, const float* b, int* count, int* out, "
                "unsigned* uns, float* flo, int n) {",
                f"  __shared__ int s[{THREADS}];",
                "  int g = blockIdx.x * blockDim.x + threadIdx.x;",
                "  int i = a[g];",
                "  unsigned u = (unsigned)a[g] * 2654435761u;",
                "  float f = b[g];",
                "  int own[4] = {i, 1, 2, (int)threadIdx.x};",
                "  s[threadIdx.x] = i;",
                "  __syncthreads();"] + self.lines + ["  out[g] = i;", "  uns[g] = u;",
                                                      "  flo[g] = f;", "}"]
        return "\n".join(header + body) + "\n"


SCHEDULES = ("independent", "lockstep", "random:1", "random:2", "random:3")
# Kernels with these functions have other last bits on a GPU; those with these words are shown to
# fail, or print.
LIBRARY = ("sinf(", "cosf(", "expf(", "logf(", "tanhf(", "powf(")


def global_ends(played):
    return [array["end"] for array in played["arrays"] if array["space"] == "global"]


def right_play(program, what, *options):
    """Returns the play of a kernel; raises LeftOut where a GPU may rightly do something else."""
    plays = []
    for schedule in SCHEDULES:
        played = play(program, what, "--schedule", schedule, "--warp", "32", *options)
        if played["faults"]:
            raise LeftOut("it shows a fault: " + played["faults"][0]["kind"])
        if not played["launches"]:
            raise LeftOut("it launches no kernel")
        plays.append(played)
    if any(global_ends(each) != global_ends(plays[0]) for each in plays):
        raise LeftOut("its result depends on the order of the threads")
    found = [each for each in LIBRARY if each in plays[0]["text"]]
    if found:
        raise LeftOut("it calls " + found[0] + ")")
    for launch in plays[0]["launches"]:
        x, y, z = launch["block"]
        if "__shfl" in plays[0]["text"] and x * y * z % 32 != 0:
            raise LeftOut("a warp lacks lanes, whose values are undefined")
    return plays[0]


def random_files(program, folder, count, seed, in_file):
    """Yields the text of programs with many random kernels each."""
    for begin in range(0, count, in_file):
        code = []
        names = []
        for i in range(begin, min(begin + in_file, count)):
            name = f"random_{i}"
            path = folder / (name + ".cu")
            path.write_text(Writer(seed * 100_000 + i).text())
            played = play(program, path, "--schedule", "independent", "--warp", "32")
            if played["faults"]:
                raise SystemExit(f"{name}: {played['faults'][0]['text']}\n{path.read_text()}")
            code.append(f"namespace {name} {{\n{played['text']}{test_of(name, played)}\n}}\n")
            names.append(name)
        calls = "".join(f"  {name}::run_on_gpu();\n" for name in names)
        yield f"random_{begin}", HEAD + "\n".join(code) + "\nint main() {\n" + calls + MAIN


def shipped(program, folder):
    """Yields the exercises' answers and the lessons' versions: name, and arguments of the Stage."""
    yield "edge-values", [str(EDGE_VALUES)]
    listed = subprocess.run([program, "exercise", "--json"], capture_output=True, text=True,
                            check=True).stdout
    for exercise in json.loads(listed):
        answer = subprocess.run([program, "exercise", exercise["id"], "--answer"],
                                capture_output=True, text=True, check=True).stdout
        path = folder / (exercise["id"] + ".cu")
        path.write_text(answer)
        yield "exercise-" + exercise["id"], [str(path)]
    listed = subprocess.run([program, "stage", "--list", "--json"], capture_output=True, text=True,
                            check=True).stdout
    for lesson in json.loads(listed):
        versions = [each["id"] for each in lesson["versions"]]
        for version in versions or [None]:
            name = "lesson-" + lesson["id"] + ("-" + version if version else "")
            chosen = ["--version", version] if version else []
            yield name, [lesson["id"]] + chosen


LAB = pathlib.Path(__file__).resolve().parents[2] / "kernels/lab/experiments"
SHAPES = LAB.parents[2] / "tests/stage/lab_kernels.json"
KERNEL = re.compile(r"(?:template\s*<([^>]*)>\s*)?__global__\s+void\s+"
                    r"(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\(([^)]*)\)")
ELEMENTS = 1024


def lab_values(kind, name):
    """Returns values for an array that may hold numbers or indices."""
    if name == "held":
        return "1"
    if kind in ("float", "double"):
        return " ".join(str((i * 7 % 23 - 11) / 8) for i in range(ELEMENTS))
    return " ".join(str(i * 5 % 8) for i in range(ELEMENTS))


def lab_header(name, template, parameters, shapes):
    """Returns the directives that make a lesson of a kernel of the Lab."""
    values = shapes["values"]
    lines = []
    for each in parameters.split(","):
        match = re.match(r"\s*(?:const |volatile )*([\w ]+?)\s*(\**)\s*(?:__restrict__ )?(\w+)\s*$",
                         each)
        kind, stars, parameter = match.groups() if match else ("", "", each.strip())
        kind = {"unsigned": "unsigned int", "size_t": "unsigned long long"}.get(kind, kind)
        if kind not in FORMATS or len(stars) > 1:
            raise LeftOut(f"its parameter '{each.strip()}' has a type that no directive has")
        if stars:
            lines.append(f"input {parameter} {kind}[{ELEMENTS}] = {lab_values(kind, parameter)}")
        else:
            lines.append(f"input {parameter} {kind} = {values.get(parameter, 0)}")
    if template:
        names = [each.split("=")[0].split()[-1] for each in template.split(",")]
        given = [str(shapes["template_values"].get(each, values.get(each, 0))) for each in names]
        name += "<" + ", ".join(given) + ">"
    x, y = next((shape for begin, shape in shapes["blocks"].items() if name.startswith(begin)),
                (32, 1))
    lines.append(f"launch {name} 1, {x}x{y}, 4096")
    return "".join(f"// heatwave: {line}\n" for line in lines)


def lab_kernels(folder):
    """Yields the kernels of the Lab: name, and arguments of the Stage, or why there are none."""
    shapes = json.loads(SHAPES.read_text())
    for path in sorted(LAB.glob("*/*_kernels.cuh")):
        text = path.read_text()
        for template, name, parameters in KERNEL.findall(text):
            try:
                header = lab_header(name, template, parameters, shapes)
            except LeftOut as reason:
                yield "lab-" + name, reason
                continue
            file = folder / f"lab-{name}.cu"
            file.write_text(header + text.replace("#pragma once", ""))
            yield "lab-" + name, [str(file)]


RUN = """#!/usr/bin/env bash
# Compiles and runs the programs beside this script: run.sh ARCHITECTURE
cd "$(dirname "$0")" || exit 1
one() { nvcc -arch="$2" -fmad=false -w -o "${1%.cu}" "$1" && echo "$1: $("./${1%.cu}")"; }
export -f one
ls ./*.cu | xargs -P "$(nproc)" -I{} bash -c "one {} $1" > results.txt 2>&1
grep -v " 0 differ" results.txt
awk '/ differ$/ { kernels += $(NF - 3); differ += $(NF - 1); ++programs }
     END { print programs " programs, " kernels " kernels, " differ + 0 " differ" }' results.txt
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="heatwave")
    parser.add_argument("output", help="the folder to write, with run.sh")
    parser.add_argument("--count", type=int, default=300, help="random kernels")
    parser.add_argument("--in-file", type=int, default=50, help="random kernels in a program")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    output = pathlib.Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    taken = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name, text in random_files(options.program, folder, options.count, options.seed,
                                       options.in_file):
            (output / (name + ".cu")).write_text(text)
        for name, arguments in [*shipped(options.program, folder), *lab_kernels(folder)]:
            try:
                if isinstance(arguments, LeftOut):
                    raise arguments
                played = right_play(options.program, *arguments)
            except LeftOut as reason:
                print(f"left out: {name}: {reason}")
                continue
            text = (played["text"] + "\n" + HEAD + test_of(name, played) +
                    "\nint main() {\n  run_on_gpu();\n" + MAIN)
            (output / (name + ".cu")).write_text(text)
            taken += 1
    (output / "run.sh").write_text(RUN)
    print(f"wrote {output}: {options.count} random kernels, {taken} of lessons, exercises and the Lab")


if __name__ == "__main__":
    main()

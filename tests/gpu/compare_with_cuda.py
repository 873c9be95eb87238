#!/usr/bin/env python3
# Compares the plays of the Stage with runs of the same kernels on a GPU, to the bit.
"""Compares the Stage with real CUDA, to the bit.

Random kernels of the Stage's subset, and the model answers of the exercises, are played by
`heatwave stage`. The program that this script writes runs the same kernels on a GPU and compares
all memory:

    tests/gpu/compare_with_cuda.py build/release/heatwave compare.cu --count 300
    nvcc -arch=native -fmad=false compare.cu -o compare && ./compare
"""

import argparse
import json
import pathlib
import random
import re
import struct
import subprocess
import tempfile

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
                lambda: f"(int)(signed char)({self.value('int', deeper)} & 0x7f)")()
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
            lambda: f"(float)({self.value('int', deeper)} & 0xffff)")()

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
        elif choice < 0.8 and together:
            self.lines += [f"{pad}s[threadIdx.x] = {self.value('int', 2)};",
                           f"{pad}__syncthreads();",
                           f"{pad}i = s[(threadIdx.x + {r.randint(1, 31)}) % {THREADS}];",
                           f"{pad}__syncthreads();"]
        elif choice < 0.9 and together:
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
        body = ["__global__ void k(const int* a, const float* b, int* count, int* out, "
                "unsigned* uns, float* flo, int n) {",
                f"  __shared__ int s[{THREADS}];",
                "  int g = blockIdx.x * blockDim.x + threadIdx.x;",
                "  int i = a[g];",
                "  unsigned u = (unsigned)a[g] * 2654435761u;",
                "  float f = b[g];",
                "  s[threadIdx.x] = i;",
                "  __syncthreads();"] + self.lines + ["  out[g] = i;", "  uns[g] = u;",
                                                      "  flo[g] = f;", "}"]
        return "\n".join(header + body) + "\n"


def played(program, text, folder, name):
    """Returns the play of a kernel as JSON; None: it cannot be played."""
    path = pathlib.Path(folder) / (name + ".cu")
    path.write_text(text)
    run = subprocess.run([program, "stage", str(path), "--schedule", "independent", "--warp", "32",
                          "--json"],
                         capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{name}: {run.stderr}\n{text}")
    return json.loads(run.stdout)


TYPES = {"int": "int", "unsigned": "unsigned", "unsigned int": "unsigned", "float": "float"}


def parameters(text):
    """Returns type, name and whether it is a pointer, for each parameter of the kernel."""
    inside = re.search(r"__global__\s+void\s+\w+\(([^)]*)\)", text).group(1)
    all_of_them = []
    for each in inside.split(","):
        match = re.match(r"\s*(?:const )?([\w ]+?)\s*(\*?)\s*(\w+)\s*$", each)
        all_of_them.append((match.group(1).strip(), match.group(3), match.group(2) == "*"))
    return all_of_them


def number(kind, value):
    if value is None:
        return "0"
    if kind == "float":
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        return f"0x{bits:08x}u"
    return f"0x{int(value) & 0xffffffff:08x}u"


def test_of(name, text, play):
    """Returns C++ that runs a kernel and compares its memory; None: another kind of kernel."""
    takes = parameters(text)
    if any(kind not in TYPES for kind, _, _ in takes) or "threadIdx.y" in text or "cg::" in text:
        return None
    ends = {array["name"]: array["end"] for array in play["arrays"] if array["space"] == "global"}
    kernel = re.search(r"__global__\s+void\s+(\w+)", text).group(1)
    blocks = 1 + max(thread["block"] for thread in play["threads"])
    threads = 1 + max(thread["thread"] for thread in play["threads"])
    if "_sync(" in text and threads % 32 != 0:
        return None  # values of lanes that do not exist are undefined
    code = [f"namespace {name} {{", text, "void test() {"]
    arguments = []
    for kind, parameter, is_pointer in takes:
        given = play["inputs"].get(parameter)
        if not is_pointer:
            arguments.append(str(int(given[0])) if kind != "float" else f"{given[0]}f")
            continue
        end = ends[parameter]
        start = given if given is not None else [None] * len(end)
        code.append(f"  static const unsigned {parameter}_start[] = "
                    f"{{{', '.join(number(kind, each) for each in start)}}};")
        code.append(f"  static const unsigned {parameter}_end[] = "
                    f"{{{', '.join(number(kind, each) for each in end)}}};")
        code.append(f"  Memory {parameter}({parameter}_start, {parameter}_end, {len(end)});")
        arguments.append(f"({TYPES[kind]}*){parameter}.device")
    code.append(f"  {kernel}<<<{blocks}, {threads}>>>({', '.join(arguments)});")
    for kind, parameter, is_pointer in takes:
        if is_pointer:
            code.append(f'  {parameter}.compare("{name}", "{parameter}");')
    return "\n".join(code + ["}", f"}}  // namespace {name}", ""])


HEAD = """// Made by tests/gpu/compare_with_cuda.py: kernels, and their memory after the Stage's plays.
#include <cstdio>
#include <cstring>
#include <vector>

int differences = 0;

struct Memory {
  Memory(const unsigned* from, const unsigned* to, int n) : end(to), cells(n) {
    cudaMalloc(&device, 4 * n);
    cudaMemcpy(device, from, 4 * n, cudaMemcpyHostToDevice);
  }
  ~Memory() { cudaFree(device); }
  void compare(const char* kernel, const char* array) {
    std::vector<unsigned> found(cells);
    const cudaError_t error = cudaMemcpy(found.data(), device, 4 * cells, cudaMemcpyDeviceToHost);
    for (int i = 0; i < cells; ++i) {
      const bool differs = found[i] != end[i] && !(is_nan(found[i]) && is_nan(end[i]));
      if (error == cudaSuccess && !differs) continue;
      std::printf("%s: %s[%d] is %08x on the GPU and %08x on the Stage %s\\n", kernel, array, i,
                  found[i], end[i], cudaGetErrorString(error));
      ++differences;
      return;
    }
  }
  static bool is_nan(unsigned bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

  const unsigned* end;
  int cells;
  void* device = nullptr;
};

"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="heatwave")
    parser.add_argument("output", help="the CUDA program to write")
    parser.add_argument("--count", type=int, default=300, help="random kernels")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tests = []
    with tempfile.TemporaryDirectory() as folder:
        for i in range(options.count):
            text = Writer(options.seed * 100_000 + i).text()
            tests.append((f"random_{i}", text))
        listed = subprocess.run([options.program, "exercise", "--json"], capture_output=True,
                                text=True, check=True).stdout
        for exercise in json.loads(listed):
            answer = subprocess.run([options.program, "exercise", exercise["id"], "--answer"],
                                    capture_output=True, text=True, check=True).stdout
            tests.append(("exercise_" + exercise["id"].replace("-", "_"), answer))
        code = []
        names = []
        for name, text in tests:
            made = test_of(name, text, played(options.program, text, folder, name))
            if made is None:
                print(f"left out: {name}")
                continue
            code.append(made)
            names.append(name)
    calls = "".join(f"  {name}::test();\n" for name in names)
    end = (f"int main() {{\n{calls}"
           f'  std::printf("%d kernels, %d differ\\n", {len(names)}, differences);\n'
           "  return differences == 0 ? 0 : 1;\n}\n")
    pathlib.Path(options.output).write_text(HEAD + "\n".join(code) + end)
    print(f"wrote {options.output}: {len(names)} kernels")


if __name__ == "__main__":
    main()

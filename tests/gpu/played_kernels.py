# Turns plays of the Stage into CUDA programs that run the same launches on a GPU.
"""Turns plays of the Stage into CUDA programs: for the scripts beside this one."""

import json
import re
import struct
import subprocess


class LeftOut(Exception):
    """Says why a kernel is not run on a GPU."""


FORMATS = {"bool": "?", "char": "b", "signed char": "b", "unsigned char": "B", "short": "h",
           "unsigned short": "H", "int": "i", "unsigned int": "I", "long long": "q",
           "unsigned long long": "Q", "float": "f", "double": "d"}


def play(program, what, *options):
    """Returns a play of the Stage as JSON; `what` is a lesson or a file."""
    run = subprocess.run([program, "stage", str(what), *options, "--json"], capture_output=True,
                         text=True)
    if not run.stdout:
        raise LeftOut(run.stderr.strip())
    return json.loads(run.stdout)


def packed(kind, value):
    """Returns the bytes of a number; a value that JSON does not have gives zeros."""
    code = FORMATS[kind]
    if value is None:
        return bytes(struct.calcsize(code))
    return struct.pack("<" + code, value if code in "fd" else int(value))


def bytes_of(array, cells, know):
    """Returns the array's bytes; `know`: all ones where a value is known, else zeros."""
    element = array["element"]
    kinds = element["cells"]
    made = bytearray(element["bytes"] * (len(cells) // len(kinds)))
    for i, value in enumerate(cells):
        cell = kinds[i % len(kinds)]
        data = packed(cell["type"], value)
        if know:
            data = (b"\0" if value is None else b"\xff") * len(data)
        at = i // len(kinds) * element["bytes"] + cell["offset"]
        made[at:at + len(data)] = data
    made += bytes(-len(made) % 4)
    return bytes(made)


def words(name, data):
    """Returns C++ that declares a constant array of words."""
    numbers = ", ".join(f"0x{each:x}u" for each in struct.unpack(f"<{len(data) // 4}I", data))
    return f"  static const unsigned {name}[] = {{{numbers}}};"


def arguments_of(launch, number, code):
    """Adds C++ with the bytes of a launch's arguments; returns the names of their buffers."""
    names = []
    begin = {}
    for argument in launch["arguments"]:
        root = re.split(r"[.\[]", argument["name"])[0]
        buffer = f"argument_{number}_{root}"
        if root not in begin:
            begin[root] = argument["offset"]
            names.append(buffer)
            code.append(f"  alignas(16) unsigned char {buffer}[256] = {{}};")
        at = f"{buffer} + {argument['offset'] - begin[root]}"
        if "array" in argument:
            pointer = "nullptr" if argument["array"] < 0 else f"array_{argument['array']}.device"
            code.append(f"  gpu_run::put({at}, (void*){pointer});")
        else:
            data = packed(argument["type"], argument["value"])
            values = ", ".join(str(each) for each in data)
            code.append(f"  {{ const unsigned char bytes[] = {{{values}}}; "
                        f"std::memcpy({at}, bytes, {len(data)}); }}")
    return names


def dim(sizes):
    return f"dim3({sizes[0]}, {sizes[1]}, {sizes[2]})"


def test_of(name, play_of_it, freed=(), compares=True):
    """Returns C++ `void run_on_gpu()` that runs the launches of a play and compares the memory."""
    code = ["static void run_on_gpu() {"]
    used = sorted({argument["array"] for launch in play_of_it["launches"]
                   for argument in launch["arguments"] if argument.get("array", -1) >= 0})
    for i in used:
        array = play_of_it["arrays"][i]
        code.append(words(f"start_{i}", bytes_of(array, array["start"], False)))
        code.append(words(f"end_{i}", bytes_of(array, array["end"], False)))
        code.append(words(f"known_{i}", bytes_of(array, array["end"], True)))
        unwritten = "true" if all(each is None for each in array["start"]) else "false"
        size = array["element"]["bytes"] * (len(array["start"]) // len(array["element"]["cells"]))
        code.append(f"  gpu_run::Memory array_{i}(start_{i}, {size}, {unwritten});")
    for i in used:
        if play_of_it["arrays"][i]["name"] in freed:
            code.append(f"  array_{i}.free();")
    for number, launch in enumerate(play_of_it["launches"]):
        buffers = arguments_of(launch, number, code)
        code.append(f"  void* arguments_{number}[] = {{{', '.join(buffers + ['nullptr'])}}};")
        call = "cudaLaunchKernel"
        if "this_grid" in play_of_it["text"]:
            call = "cudaLaunchCooperativeKernel"
        code.append(f'  gpu_run::check("{name}", {call}((const void*){launch["kernel"]}, '
                    f"{dim(launch['grid'])}, {dim(launch['block'])}, arguments_{number}, "
                    f"{launch['shared_bytes']}, nullptr));")
        code.append(f'  gpu_run::check("{name}", cudaDeviceSynchronize());')
    for i in used if compares else ():
        code.append(f'  array_{i}.compare("{name}", "{play_of_it["arrays"][i]["name"]}", '
                    f"end_{i}, known_{i});")
    code += ["  ++gpu_run::tests;", "}"]
    return "\n".join(code)


HEAD = """// Made of plays of the Stage by the scripts in tests/gpu/.
#include <cstdio>
#include <cstring>
#include <vector>

namespace gpu_run {

constexpr int shown = 4;  // words of an array that differ
int tests = 0;
int differences = 0;  // arrays

void check(const char* kernel, cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\\n", kernel, cudaGetErrorString(error));
  ++differences;
}

void put(unsigned char* to, void* pointer) { std::memcpy(to, &pointer, sizeof pointer); }

struct Memory {
  Memory(const unsigned* from, int n, bool is_unwritten) : bytes(n) {
    cudaMalloc(&device, n);
    if (!is_unwritten) cudaMemcpy(device, from, n, cudaMemcpyHostToDevice);
  }
  ~Memory() {
    if (!freed) cudaFree(device);
  }
  void free() {
    cudaFree(device);
    freed = true;
  }
  void compare(const char* kernel, const char* array, const unsigned* end, const unsigned* known) {
    if (freed) return;
    std::vector<unsigned> found(bytes / 4 + 1);
    check(kernel, cudaMemcpy(found.data(), device, bytes, cudaMemcpyDeviceToHost));
    int differ = 0;
    for (int i = 0; i < bytes / 4; ++i) {
      if (((found[i] ^ end[i]) & known[i]) == 0) continue;
      if (++differ > shown) continue;
      std::printf("%s: word %d of %s is %08x on the GPU and %08x on the Stage\\n", kernel, i, array,
                  found[i], end[i]);
    }
    if (differ > shown) std::printf("%s: %d words of %s differ\\n", kernel, differ, array);
    if (differ > 0) ++differences;
  }

  int bytes;
  bool freed = false;
  void* device = nullptr;
};

}  // namespace gpu_run

"""

MAIN = """
  std::printf("%d kernels, %d differ\\n", gpu_run::tests, gpu_run::differences);
  return gpu_run::differences == 0 ? 0 : 1;
}
"""

#!/usr/bin/env python3
# Heat as one would write it in Python, for field_bench to measure: by NumPy, numba and Taichi.
"""Usage:

    steppers.py                                               lists those whose libraries are here
    steppers.py NAME WIDTH HEIGHT ALPHA THREADS FIELD HELD    steps that field of floats; HELD has a
                                                              byte for each cell that stays

Reads `advance N` and `field FILE` line by line, and answers each with a line when it is done.
"""

import importlib.util
import sys


def by_numpy(u, held, alpha, threads):
    import numpy as np
    other = u.copy()
    moves = held[1:-1, 1:-1] == 0

    def advance(steps):
        nonlocal u, other
        for _ in range(steps):
            centre = u[1:-1, 1:-1]
            around = u[1:-1, :-2] + u[1:-1, 2:] + u[:-2, 1:-1] + u[2:, 1:-1]
            other[1:-1, 1:-1] = np.where(moves, centre + alpha * (around - 4 * centre), centre)
            u, other = other, u
        return u

    return advance


def by_numba(u, held, alpha, threads):
    import numba
    numba.set_num_threads(min(threads, numba.config.NUMBA_NUM_THREADS))
    other = u.copy()

    @numba.njit(parallel=True)
    def step(a, b, held, alpha):
        for y in numba.prange(1, a.shape[0] - 1):
            for x in range(1, a.shape[1] - 1):
                c = a[y, x]
                around = a[y, x - 1] + a[y, x + 1] + a[y - 1, x] + a[y + 1, x]
                b[y, x] = c if held[y, x] else c + alpha * (around - numba.float32(4) * c)

    step(u.copy(), other.copy(), held, alpha)  # compiles it

    def advance(steps):
        nonlocal u, other
        for _ in range(steps):
            step(u, other, held, alpha)
            u, other = other, u
        return u

    return advance


def by_taichi(u, held, alpha, threads):
    import taichi as ti
    ti.init(arch=ti.cpu, cpu_max_num_threads=threads, log_level=ti.ERROR)
    height, width = u.shape
    fields = [ti.field(ti.f32, u.shape) for _ in range(2)]
    stays = ti.field(ti.u8, u.shape)
    for each in fields:
        each.from_numpy(u)
    stays.from_numpy(held)

    @ti.kernel
    def step(a: ti.template(), b: ti.template()):
        for y, x in ti.ndrange((1, height - 1), (1, width - 1)):
            c = a[y, x]
            around = a[y, x - 1] + a[y, x + 1] + a[y - 1, x] + a[y + 1, x]
            b[y, x] = ti.select(stays[y, x] != 0, c, c + alpha * (around - 4 * c))

    for a, b in (fields, fields[::-1]):  # compiles both, and puts back what they did
        step(a, b)
    for each in fields:
        each.from_numpy(u)

    def advance(steps):
        for _ in range(steps):
            step(fields[0], fields[1])
            fields.reverse()
        ti.sync()
        return fields[0].to_numpy() if steps == 0 else None

    return advance


STEPPERS = {"NumPy": ("numpy", by_numpy), "numba": ("numba", by_numba),
            "Taichi": ("taichi", by_taichi)}


def main():
    if len(sys.argv) == 1:
        if importlib.util.find_spec("numpy"):
            print(*(name for name, (module, _) in STEPPERS.items()
                    if importlib.util.find_spec(module)), sep="\n")
        return
    import numpy as np
    name, width, height, alpha, threads, field, held = sys.argv[1:]
    shape = (int(height), int(width))
    answers, sys.stdout = sys.stdout, sys.stderr  # libraries greet there
    advance = STEPPERS[name][1](np.fromfile(field, np.float32).reshape(shape),
                                np.fromfile(held, np.uint8).reshape(shape), np.float32(alpha),
                                int(threads))
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        what, value = line.split(maxsplit=1)
        if what == "advance":
            advance(int(value))
        else:
            np.ascontiguousarray(advance(0)).tofile(value.strip())
        print("done", file=answers, flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes the pictures of the window in the READMEs again, each in a virtual X server.

    assets/pictures/window_pictures.py build/release/heatwave [NAME ...]

Without names, makes all. Needs Xvfb and xdotool. Each picture is the last frame that the program saves by
itself before it ends, so none has a window's frame around it.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SIZE = "1280x800"
PATIENCE = 600  # seconds until a state that never comes is an error


class Window:
    """The program in an X server of its own, driven by keys and the mouse."""

    def __init__(self, program, arguments, picture, scratch):
        self.status_file = scratch / "status"
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE}x24", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with open(read, encoding="ascii") as number:
            display = ":" + number.readline().strip()
        self.environment = dict(os.environ, DISPLAY=display, HEATWAVE_STATUS=str(self.status_file),
                                HEATWAVE_ASSETS=str(FOLDER.parent))
        for kind in ("CONFIG", "STATE", "DATA", "CACHE"):
            self.environment[f"XDG_{kind}_HOME"] = str(scratch / kind)
        never = str(10**9)  # frames; the program ends when it is asked to
        self.program = subprocess.Popen(
            [program, *arguments, "--window", SIZE, "--frames", never, "--screenshot", picture, "--force"],
            env=self.environment, cwd=scratch)
        self.frames(10)

    def status(self):
        """Returns the status of the newest frame; empty: none is complete yet."""
        try:
            with open(self.status_file, "rb") as file:
                file.seek(max(0, file.seek(0, 2) - 400_000))
                lines = file.read().split(b"\n")
            return json.loads(lines[-2]) if len(lines) > 1 else {}
        except (OSError, json.JSONDecodeError):
            return {}

    def until(self, reached):
        """Waits for a frame whose status fulfils the condition, and returns that status."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.program.poll() is None:
            status = self.status()
            if status and reached(status):
                return status
            time.sleep(0.02)
        raise SystemExit("The window ended, or what the picture shows never came.")

    def frames(self, count):
        first = self.status().get("frame", 0)
        self.until(lambda s: s["frame"] >= first + count)

    def step(self, least):
        """Waits until the field has come so far, and pauses it."""
        self.until(lambda s: s["step"] >= least)
        self.key("space")
        self.until(lambda s: not s["playing"])

    def xdotool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True)
        self.frames(3)

    def key(self, *names):
        for name in names:
            self.xdotool("key", name)

    def move(self, x, y):
        self.xdotool("mousemove", round(x), round(y))

    def cell(self, x, y):
        """Moves the pointer to a cell of the field."""
        s = self.status()
        self.move(s["origin"][0] + (x + 0.5) * s["cell"], s["origin"][1] + (y + 0.5) * s["cell"])

    def press(self):
        self.xdotool("mousedown", 1)

    def release(self):
        self.xdotool("mouseup", 1)

    def click(self, place=None):
        """Clicks a named place of the interface, or where the pointer is."""
        if place:
            left, top, width, height = self.until(lambda s: place in s["places"])["places"][place]
            self.move(left + width / 2, top + height / 2)
        self.press()
        self.release()

    def drag(self, start, end, stops=6, let_go=True):
        """Drags from cell to cell."""
        self.cell(*start)
        self.press()
        for i in range(1, stops + 1):
            self.cell(*(a + (b - a) * i / stops for a, b in zip(start, end)))
        if let_go:
            self.release()

    def aside(self):
        """Moves the pointer to where it covers nothing and explains nothing."""
        self.move(640, 799)

    def end(self, picture):
        """Ends the program, which saves its last frame."""
        self.frames(5)
        self.program.terminate()
        self.program.wait(PATIENCE)
        if not picture.exists():
            raise SystemExit("The picture was not saved.")

    def close(self):
        for process in (self.program, self.server):
            if process.poll() is None:
                process.kill()
            process.wait()


def wave(window):
    window.step(2000)
    window.aside()


def heat(window):
    window.key("l", "w")
    window.drag((430, 110), (470, 400))
    window.until(lambda s: len(s["items"]) == 2)
    window.key("v")
    window.until(lambda s: s["step"] >= 20_000)
    window.drag((320, 240), (230, 200), let_go=False)
    window.until(lambda s: s["step"] >= 26_000)


def surface(window):
    window.step(1280)
    window.aside()


def line(window):
    window.step(1200)
    window.aside()


def compare(window):
    window.until(lambda s: s["step"] >= 1400)
    window.key("u")
    window.until(lambda s: "compared" in s)
    window.key("l", "w")
    window.drag((365, 115), (450, 330))
    window.until(lambda s: s["compared"].get("largest", 0) > 0)
    window.key("v")
    window.step(1960)
    window.aside()


def measure(window):
    window.key("i")
    for at in ((180, 400), (340, 240), (530, 130)):
        window.cell(*at)
        window.click()
    window.until(lambda s: len(s["measures"]["probes"]) == 3)
    window.key("v", "j")
    window.step(3200)
    window.aside()


def gallery(window):
    window.key("ctrl+g")
    window.aside()
    pictures = 0
    while True:  # until no more come
        window.frames(200)
        now = window.status()["gallery"]["pictures"]
        if now == pictures:
            return
        pictures = now


def present(window):
    window.until(lambda s: s["step"] >= 1200)
    window.key("F5", "F6")
    for i in range(33):
        angle = 2 * math.pi * i / 32
        window.cell(470 + 70 * math.cos(angle), 240 + 50 * math.sin(angle))
        if i == 0:
            window.press()
    window.release()
    window.key("F6", "space", "period")


def lab(window):
    if not window.until(lambda s: "lab" in s)["lab"]["recorded"]:  # a GPU is here
        window.click("origin")
        window.frames(3)
        window.click("origin/Recorded: H200")
    window.aside()


def beside(window):
    window.key("space")
    window.until(lambda s: s["lab"]["complete"] and not s["lab"]["running"])
    window.key("b")
    window.aside()


def stage(window):
    window.until(lambda s: s["stage"]["shown"])
    window.key("End")
    window.aside()
    window.frames(60)  # until the written cell has stopped flashing


def lecture(window):
    window.until(lambda s: s["lecture"]["open"])
    window.key("Next", "Next", "Next")
    window.until(lambda s: s["lecture"]["step"] == 1 and s["lecture"]["answer"] and not s["lecture"]["going"])
    window.until(lambda s: s["stage"]["shown"])
    window.frames(90)  # until the stored values have arrived
    window.aside()


# The picture's name, the program's arguments, and what is done before the picture is taken.
PICTURES = {
    "beside": (["--experiment", "dot"], beside),
    "compare": (["double-slit"], compare),
    "gallery": (["--room", "fields"], gallery),
    "heat": (["heat-plate", "--theme", "light"], heat),
    "lab": (["--experiment", "histogram"], lab),
    "lecture": (["dot.hwl"], lecture),
    "line": (["solitons"], line),
    "measure": (["double-slit"], measure),
    "present": (["two-sources"], present),
    "stage": (["--lesson", "lock"], stage),
    "surface": (["two-sources", "--view", "surface"], surface),
    "wave": (["double-slit"], wave),
}


def make(program, name):
    arguments, prepare = PICTURES[name]
    if "--theme" not in arguments:
        arguments = [*arguments, "--theme", "dark"]
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "window.png"
        window = Window(program, arguments, str(picture), Path(folder))
        try:
            prepare(window)
            window.end(picture)
        finally:
            window.close()
        (FOLDER / f"window-{name}.png").write_bytes(picture.read_bytes())


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("program", type=lambda path: str(Path(path).resolve()))
    options.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PICTURES))
    given = options.parse_args()
    unknown = set(given.names) - set(PICTURES)
    if unknown:
        options.error(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
    for name in given.names or PICTURES:
        make(given.program, name)
        print(f"window-{name}.png")


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Runs the program for Windows under wine beside the program for Linux: equal help, pictures, check sums
# and lessons; files with names in any script; files that survive a killed program; the window; the
# package and its installer.
import argparse
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WINE = str(ROOT / "app/cmake/run_in_wine.sh")
GOLDEN = ROOT / "tests/golden/pictures"
COMMANDS = ["run", "replay", "lab", "stage", "lecture", "formula", "exercise", "info"]
TIMEOUT_S = 60
LINUX = ""
WINDOWS = ""
BUILD = Path()


def run(program, *arguments, folder, **options):
    """The finished process of `program`, a command line's first words."""
    environment = dict(os.environ, HEATWAVE_ASSETS=str(ROOT / "assets"))
    environment.pop("DISPLAY", None)
    environment.update(options.pop("environment", {}))
    return subprocess.run([*program, *arguments], cwd=folder, capture_output=True, timeout=TIMEOUT_S,
                          env=environment, **options)


def linux(*arguments, **options):
    return run([LINUX], *arguments, **options)


def windows(*arguments, **options):
    return run([WINE, WINDOWS], *arguments, **options)


def unfiltered(kind, line, above, step):
    """A row of a PNG without its filter, from the row above it."""
    row = bytearray(line)
    for i, value in enumerate(row):
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        up = above[i]
        near = left + up - corner
        distances = (abs(near - left), abs(near - up), abs(near - corner))
        nearest = (left, up, corner)[distances.index(min(distances))]
        row[i] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) & 0xFF
    return bytes(row)


def pixels_of(path):
    """The rows of an 8-bit RGB or RGBA picture, and the bytes of a pixel."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, _, colours = struct.unpack(">IIBB", data[at + 8:at + 18])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    step = {2: 3, 6: 4}[colours]
    raw, rows, above = zlib.decompress(packed), [], bytes(width * step)
    for y in range(height):
        begin = y * (width * step + 1)
        above = unfiltered(raw[begin], raw[begin + 1:begin + 1 + width * step], above, step)
        rows.append(above)
    return rows, step


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="heatwave-windows-"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def succeeds(self, finished):
        self.assertEqual(finished.returncode, 0, finished.stderr.decode())
        return finished

    def test_help_is_that_of_linux(self):
        for command in [[]] + [[command] for command in COMMANDS]:
            with self.subTest(command=command):
                expected = linux(*command, "--help", folder=self.folder).stdout
                self.assertEqual(windows(*command, "--help", folder=self.folder).stdout, expected)

    def test_golden_pictures_are_made_byte_for_byte(self):
        for golden in sorted(GOLDEN.glob("*.png")):
            scene, _, steps = golden.stem.rpartition("-")
            with self.subTest(scene=scene):
                self.succeeds(windows("run", "--scene", scene, "--size", "160x120", "--steps", steps,
                                      "--png", "new.png", "--force", folder=self.folder))
                self.assertEqual((self.folder / "new.png").read_bytes(), golden.read_bytes())

    def test_films_are_made_byte_for_byte(self):
        for ending in ("gif", "apng"):
            arguments = ["run", "--scene", "wave-drop", "--size", "80x60", "--steps", "40", "--every",
                         "10", "--out"]
            self.succeeds(linux(*arguments, f"linux.{ending}", folder=self.folder))
            self.succeeds(windows(*arguments, f"windows.{ending}", folder=self.folder))
            self.assertEqual((self.folder / f"linux.{ending}").read_bytes(),
                             (self.folder / f"windows.{ending}").read_bytes())

    def test_a_recording_of_one_system_replays_on_the_other(self):
        lesson = str(ROOT / "assets/recordings/first-lesson.hwrec")
        expected = self.succeeds(linux("replay", lesson, folder=self.folder)).stdout.decode()
        given = self.succeeds(windows("replay", lesson, folder=self.folder)).stdout.decode()
        self.assertEqual(timeless(given), timeless(expected))
        for scene in ("heat-plate", "wave-drop", "spots", "double-slit"):
            arguments = ["run", "--scene", scene, "--steps", "300", "--record", f"{scene}.hwrec", "--force"]
            for one, other in ((linux, windows), (windows, linux)):
                with self.subTest(scene=scene, made_by=one.__name__):
                    self.succeeds(one(*arguments, folder=self.folder))
                    self.succeeds(other("replay", f"{scene}.hwrec", folder=self.folder))

    def test_a_changed_recording_is_refused(self):
        self.succeeds(linux("run", "--scene", "heat-plate", "--steps", "300", "--record", "r.hwrec",
                            folder=self.folder))
        recording = self.folder / "r.hwrec"
        text = recording.read_text()
        sums = re.findall(r'"(?:sum|check|hash|crc)[a-z]*":"?([0-9a-f]+)', text)
        self.assertTrue(sums, "no check sum in the recording")
        last = sums[-1]
        wrong = last[:-1] + ("1" if last[-1] != "1" else "2")
        recording.write_text(wrong.join(text.rsplit(last, 1)))
        self.assertEqual(windows("replay", "r.hwrec", folder=self.folder).returncode, 1)

    def test_lessons_of_the_stage_play_as_on_linux(self):
        for lesson in ("lock", "histogram", "reduction"):
            with self.subTest(lesson=lesson):
                expected = linux("stage", lesson, folder=self.folder)
                given = windows("stage", lesson, folder=self.folder)
                self.assertEqual((given.returncode, given.stdout), (expected.returncode, expected.stdout))

    def test_the_lab_measures_and_checks(self):
        lines = self.succeeds(windows("lab", "add", "--n", "64K", folder=self.folder)).stdout.decode()
        self.assertIn("add", lines)
        self.assertNotIn("wrong", lines)

    def test_names_in_any_script(self):
        folder = self.folder / "Ελλάδα 日本 😀"
        folder.mkdir()
        scene = next((ROOT / "assets/scenes").rglob("heat-plate.json"))
        shutil.copy(scene, folder / "σκηνή.json")
        (self.folder / "Übung").mkdir()
        self.succeeds(windows("run", "--scene", "Ελλάδα 日本 😀/σκηνή.json", "--steps", "10", "--png",
                              "Übung/絵😀.png", folder=self.folder))
        self.succeeds(linux("run", "--scene", "Ελλάδα 日本 😀/σκηνή.json", "--steps", "10", "--png",
                            "linux.png", folder=self.folder))
        self.assertEqual((self.folder / "Übung/絵😀.png").read_bytes(),
                         (self.folder / "linux.png").read_bytes())
        missing = windows("run", "--scene", "λείπει/σκηνή.json", "--steps", "1", folder=self.folder)
        self.assertEqual(missing.returncode, 2)
        self.assertIn("λείπει/σκηνή.json", missing.stderr.decode())

    def test_a_taken_name_is_kept_unless_forced(self):
        taken = self.folder / "taken.png"
        taken.write_text("mine")
        arguments = ["run", "--scene", "heat-plate", "--steps", "1", "--png", "taken.png"]
        refused = windows(*arguments, folder=self.folder)
        self.assertNotEqual(refused.returncode, 0)
        self.assertEqual(taken.read_text(), "mine")
        self.succeeds(windows(*arguments, "--force", folder=self.folder))
        self.assertTrue(taken.read_bytes().startswith(b"\x89PNG"))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["taken.png"])

    def test_a_killed_program_leaves_its_recording_and_no_half_file(self):
        program = subprocess.Popen(
            [WINE, WINDOWS, "run", "--scene", "wave-drop", "--steps", "100000000", "--every", "50",
             "--out", "film.gif", "--record", "killed.hwrec"], cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, HEATWAVE_ASSETS=str(ROOT / "assets")))
        recording = self.folder / "killed.hwrec"
        end = time.monotonic() + 60
        while time.monotonic() < end and not (
                recording.exists() and len(recording.read_bytes().splitlines()) > 3):
            time.sleep(0.1)
        program.send_signal(signal.SIGKILL)
        program.wait()
        end = time.monotonic() + 20
        while list(self.folder.glob(".heatwave-*")) and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["killed.hwrec"])
        self.succeeds(linux("replay", "killed.hwrec", folder=self.folder))


def timeless(text):
    """A report without the lines that begin with what a machine measures."""
    return [line for line in text.splitlines() if not re.match(r"[0-9.]+ (s|ms|µs)\b", line)]


class Window(unittest.TestCase):
    def setUp(self):
        if shutil.which("Xvfb") is None:
            self.skipTest("needs Xvfb")
        self.folder = Path(tempfile.mkdtemp(prefix="heatwave-windows-"))
        number, write = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24",
                                        "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(number) as answer:
            self.display = ":" + answer.readline().strip()

    def tearDown(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder)

    def picture(self, program, name, *scene):
        finished = program(*scene, "--window", "1280x800", "--frames", "30", "--screenshot", name,
                           folder=self.folder,
                           environment={"DISPLAY": self.display, "XDG_CONFIG_HOME": str(self.folder),
                                        "LIBGL_ALWAYS_SOFTWARE": "1"})
        self.assertEqual(finished.returncode, 0, finished.stderr.decode())
        return pixels_of(self.folder / name)

    def test_it_shows_what_it_shows_on_linux(self):
        status_bar = 80  # its times are measured
        given, step = self.picture(windows, "windows.png", "wave-drop")
        expected, linux_step = self.picture(linux, "linux.png", "wave-drop")
        self.assertEqual((len(given), step), (len(expected), linux_step))
        rows = len(given) - status_bar
        worst = max(abs(a - b) for row, other in zip(given[:rows], expected[:rows]) if row != other
                    for a, b in zip(row, other)) if given[:rows] != expected[:rows] else 0
        self.assertLessEqual(worst, 1)


class Package(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="heatwave-windows-"))
        subprocess.run(["cpack", "--config", str(BUILD / "CPackConfig.cmake"), "-B", str(self.folder)],
                       check=True, capture_output=True)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def test_what_was_unpacked_runs_where_it_is(self):
        (file,) = self.folder.glob("heatwave-*-win64.zip")
        place = self.folder / "un packed ü"
        with zipfile.ZipFile(file) as packed:
            names = packed.namelist()
            packed.extractall(place)
        for wanted in ("heatwave.exe", "LICENCES.txt", "CHANGELOG.txt", "assets/lectures/"):
            self.assertTrue(any(wanted in name for name in names), wanted)
        self.assertFalse([name for name in names if name.endswith("_tests.exe")])
        (program,) = place.rglob("heatwave.exe")
        finished = run([WINE, str(program)], "run", "--scene", "heat-plate", "--steps", "5", "--png", "a.png",
                       folder=self.folder, environment={"HEATWAVE_ASSETS": ""})
        self.assertEqual(finished.returncode, 0, finished.stderr.decode())

    def test_the_installer_installs_and_removes(self):
        if shutil.which("makensis") is None:
            self.skipTest("needs nsis")
        (file,) = self.folder.glob("heatwave-*-win64.exe")
        place = self.folder / "installed"
        subprocess.run([WINE, str(file), "/S", "/D=Z:" + str(place).replace("/", "\\")], check=True,
                       timeout=TIMEOUT_S, capture_output=True)
        self.assertTrue((place / "heatwave.exe").exists())
        self.assertTrue((place / "assets/scenes").is_dir())
        known = subprocess.run([WINE, "reg", "query", r"HKLM\Software\Classes\.hwl"], capture_output=True,
                               timeout=TIMEOUT_S)
        self.assertIn(b"Heatwave.Lecture", known.stdout)
        subprocess.run([WINE, str(place / "Uninstall.exe"), "/S", "_?=Z:" + str(place).replace("/", "\\")],
                       check=True, timeout=TIMEOUT_S, capture_output=True)
        self.assertFalse((place / "heatwave.exe").exists())
        gone = subprocess.run([WINE, "reg", "query", r"HKLM\Software\Classes\.hwl"], capture_output=True,
                              timeout=TIMEOUT_S)
        self.assertNotIn(b"Heatwave.Lecture", gone.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("linux", help="the program for Linux")
    parser.add_argument("build", help="the build folder of the program for Windows")
    parser.add_argument("tests", nargs="*", help="names of tests; all by default")
    asked = parser.parse_args()
    if shutil.which("wine") is None:
        print("skipped: needs wine")
        sys.exit(77)
    LINUX = str(Path(asked.linux).resolve())
    BUILD = Path(asked.build).resolve()
    WINDOWS = str(BUILD / "heatwave.exe")
    unittest.main(argv=[sys.argv[0], *asked.tests], verbosity=2)

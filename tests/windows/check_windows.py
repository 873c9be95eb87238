#!/usr/bin/env python3
# Runs the program for Windows under wine beside the program for Linux: equal help, pictures, check sums
# and lessons, at every SIMD level; files with names in any script, or held by other programs; recordings
# that survive the end of the program or of the session; films by ffmpeg; the window; the package and its
# installer.
import argparse
import json
import os
import re
import shlex
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
OTHER_SOURCE = ROOT / "tests/windows/other_program.cpp"
DRIVER_SOURCE = ROOT / "tests/windows/gpu_driver.cpp"
RUN_ON = ["run", "--scene", "wave-drop", "--steps", "100000000"]
COMMANDS = ["run", "replay", "lab", "stage", "lecture", "formula", "exercise", "info"]
# Those with variants that are compiled for every SIMD level.
EXPERIMENTS_WITH_LEVELS = ["add", "pairwise-sum", "integers", "stencil", "distance", "reverse", "memory-spaces",
                           "dot", "matmul", "transfer", "pitch", "divergence", "streams", "managed", "halo"]
TIMEOUT_S = 1200  # ends what hangs; nothing is this slow
STORM_ACTIONS = 300  # a minute or two
LINUX = ""
WINDOWS = ""
OTHER = ""  # other_program.cpp, built
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


def compile_for_windows(source, program, *options):
    subprocess.run(["x86_64-w64-mingw32-g++-posix", "-std=c++20", "-O1", "-Wall", "-Wextra", "-static", *options,
                    str(source), "-o", str(program)], check=True)


def path_in_wine(path):
    return "Z:" + str(path).replace("/", "\\")


def wait_until(is_true, seconds=TIMEOUT_S):
    """Whether it became true in this time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_true():
            return True
        time.sleep(0.1)
    return is_true()


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

    def test_golden_pictures_are_made_to_the_bit(self):
        for golden in sorted(GOLDEN.glob("*.png")):
            scene, _, steps = golden.stem.rpartition("-")
            with self.subTest(scene=scene):
                self.succeeds(windows("run", "--scene", scene, "--size", "160x120", "--steps", steps,
                                      "--png", "new.png", "--force", folder=self.folder))
                self.assertEqual(pixels_of(self.folder / "new.png"), pixels_of(golden))

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

    def begun(self, *arguments, command=RUN_ON, environment=None):
        """The program that runs on until something ends it, once its recording has grown."""
        program = subprocess.Popen(
            [WINE, WINDOWS, *command, "--record", "r.hwrec", *arguments], cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=dict(os.environ, HEATWAVE_ASSETS=str(ROOT / "assets"), **(environment or {})))
        recording = self.folder / "r.hwrec"
        self.assertTrue(wait_until(lambda: recording.exists() and recording.read_bytes().count(b"\n") > 3))
        return program

    def replayed(self):
        """What the program for Linux says of the recording on standard error."""
        return self.succeeds(linux("replay", "r.hwrec", folder=self.folder)).stderr.decode()

    def test_a_killed_program_leaves_its_recording_and_no_half_file(self):
        kill = {"SIGKILL": lambda program: program.send_signal(signal.SIGKILL),
                "taskkill": lambda _: run([WINE, "taskkill", "/f", "/im", "heatwave.exe"], folder=self.folder)}
        for name, end in kill.items():
            with self.subTest(name):
                program = self.begun("--every", "50", "--out", "film.gif")
                end(program)
                program.communicate(timeout=TIMEOUT_S)
                self.assertTrue(wait_until(lambda: not list(self.folder.glob(".heatwave-*"))))
                self.assertEqual([path.name for path in self.folder.iterdir()], ["r.hwrec"])
                self.assertIn("breaks off", self.replayed())
                (self.folder / "r.hwrec").unlink()

    def test_ctrl_c_completes_a_recording(self):
        command = f'"{path_in_wine(WINDOWS)}" run --scene wave-drop --steps 100000000 --record r.hwrec'
        words = shlex.join([WINE, OTHER, "interrupt", "r.hwrec", command]) + " 2> words.txt"
        in_terminal = run(["script", "-qec", words, "/dev/null"], folder=self.folder, stdin=subprocess.DEVNULL)
        said = (self.folder / "words.txt").read_text()
        self.assertEqual(in_terminal.returncode, 1, said)
        self.assertRegex(said, "stopped by Ctrl-C at step [0-9]+")
        self.assertEqual(self.replayed(), "")

    def test_the_end_of_the_session_completes_a_recording(self):
        # The session ends for all programs that share a drive C, so this one is of the test's own.
        with XServer() as display, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as drive:
            environment = {"DISPLAY": display, "HEATWAVE_WINE_FOLDER": drive}
            program = self.begun(environment=environment)
            run([WINE, "wineboot", "--end-session"], folder=self.folder, environment=environment)
            self.assertIn("stopped by the end of the session at step",
                          program.communicate(timeout=TIMEOUT_S)[1].decode())
        self.assertEqual(self.replayed(), "")

    def test_a_window_that_is_ended_leaves_its_recording(self):
        for end, said in ((["taskkill", "/f", "/im", "heatwave.exe"], "^heatwave: 'r.hwrec' breaks off"),
                          (["wineboot", "--end-session"], "^$")):
            with self.subTest(end), XServer() as display, \
                    tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as drive:
                environment = {"DISPLAY": display, "HEATWAVE_WINE_FOLDER": drive, "LIBGL_ALWAYS_SOFTWARE": "1",
                               "XDG_CONFIG_HOME": str(self.folder / "settings")}
                program = self.begun(command=["wave-drop", "--window", "768x480"], environment=environment)
                run([WINE, *end], folder=self.folder, environment=environment)
                program.communicate(timeout=TIMEOUT_S)
                self.assertRegex(self.replayed(), said)
                (self.folder / "r.hwrec").unlink()

    def test_a_file_that_another_program_holds_is_waited_for(self):
        picture = self.folder / "a.png"
        arguments = ["run", "--scene", "heat-plate", "--steps", "1", "--png", "a.png", "--force"]
        for held_ms, is_written in ((600, True), (30000, False)):
            with self.subTest(held_ms=held_ms):
                picture.write_text("old")
                holder = subprocess.Popen([WINE, OTHER, "hold", path_in_wine(picture), str(held_ms)],
                                          stdout=subprocess.PIPE)
                self.assertEqual(holder.stdout.readline().strip(), b"held")
                finished = windows(*arguments, folder=self.folder)
                if not is_written:
                    holder.kill()
                holder.communicate()
                self.assertEqual(finished.returncode, 0 if is_written else 1, finished.stderr.decode())
                self.assertEqual(picture.read_bytes() != b"old", is_written)
                self.assertEqual(b"cannot write 'a.png': Permission denied" in finished.stderr, not is_written)
                self.assertEqual([path.name for path in self.folder.iterdir()], ["a.png"])

    def film(self, tools, **environment):
        return windows("run", "--scene", "wave-drop", "--size", "80x60", "--steps", "40", "--every", "10",
                       "--out", "film ü.mp4", folder=self.folder,
                       environment=dict(environment, WINEPATH=path_in_wine(tools)))

    def test_a_film_is_encoded_by_the_ffmpeg_on_the_path(self):
        with tempfile.TemporaryDirectory(prefix="heatwave tools ü ") as tools:
            absent = self.film(tools)
            self.assertNotEqual(absent.returncode, 0)
            self.assertIn("ffmpeg, which is not installed", absent.stderr.decode())
            shutil.copy(OTHER, Path(tools) / "ffmpeg.exe")
            failed = self.film(tools, ENCODER_FAILS="1")
            self.assertEqual(failed.returncode, 1)
            self.assertIn("Unknown encoder", failed.stderr.decode())
            self.assertEqual(list(self.folder.iterdir()), [])
            self.succeeds(self.film(tools))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["film ü.mp4"])
        frames, rest = divmod(int((self.folder / "film ü.mp4").read_text().removesuffix(" bytes")), 80 * 60 * 3)
        self.assertEqual((frames, rest), (5, 0))

    def test_a_gpu_is_named_that_this_program_does_not_use(self):
        with tempfile.TemporaryDirectory(prefix="heatwave tools ü ") as tools:
            in_wine = {"folder": self.folder, "environment": {"WINEPATH": path_in_wine(tools)}}
            self.assertNotIn("is not used", self.succeeds(windows("info", **in_wine)).stdout.decode())
            compile_for_windows(DRIVER_SOURCE, Path(tools) / "nvcuda.dll", "-shared")
            self.assertIn("GPU 1 of a laptop, with a driver for CUDA 12.4, is not used: fields run on the CPU",
                          self.succeeds(windows("info", **in_wine)).stdout.decode())

    def test_every_simd_level_gives_the_same(self):
        for level, name in (("sse2", "SSE2"), ("avx2", "AVX2"), ("", "")):
            chosen = {"environment": {"HEATWAVE_SIMD": level}, "folder": self.folder}
            self.assertIn(name, self.succeeds(windows("info", **chosen)).stdout.decode())
            for scene in ("heat-plate", "wave-drop", "spots"):
                with self.subTest(level=level, scene=scene):
                    arguments = ["run", "--scene", scene, "--size", "301x97", "--steps", "200"]
                    expected = linux(*arguments, folder=self.folder)
                    given = windows(*arguments, "--record", "r.hwrec", "--force", **chosen)
                    self.assertEqual(totals_in(self.succeeds(given)), totals_in(self.succeeds(expected)))
                    self.assertEqual(self.replayed(), "")
            with self.subTest(level=level):
                self.succeeds(windows("lab", *EXPERIMENTS_WITH_LEVELS, "--quick", **chosen))  # it checks results


def totals_in(finished):
    """The line of a report that has the field's range and mean."""
    return re.search("^min .*, max .*, mean .*$", finished.stdout.decode(), re.MULTILINE)[0]


def timeless(text):
    """A report without the lines that begin with what a machine measures."""
    return [line for line in text.splitlines() if not re.match(r"[0-9.]+ (s|ms|µs)\b", line)]


class XServer:
    """A display without a screen; its value is the display's name."""
    def __enter__(self):
        number, write = os.pipe()
        # A window of 1280 × 800 and its title, which wine makes no larger than the screen, fit into it.
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24",
                                        "-nolisten", "tcp", "-noreset"], pass_fds=[write],
                                       stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(number) as answer:
            return ":" + answer.readline().strip()

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Window(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="heatwave-windows-"))
        self.addCleanup(shutil.rmtree, self.folder)
        server = XServer()
        self.display = server.__enter__()
        self.addCleanup(server.__exit__)

    def picture(self, program, name, *scene):
        finished = program(*scene, "--window", "1280x800", "--frames", "30", "--screenshot", name,
                           "--force", folder=self.folder,
                           environment={"DISPLAY": self.display, "XDG_CONFIG_HOME": str(self.folder),
                                        "LIBGL_ALWAYS_SOFTWARE": "1"})
        self.assertEqual(finished.returncode, 0, finished.stderr.decode())
        return pixels_of(self.folder / name)

    def test_it_shows_what_it_shows_on_linux(self):
        status_bar = 80  # its times are measured
        for begin in (["wave-drop"], ["heat-plate", "--view", "surface", "--theme", "light"], ["--lesson", "lock"]):
            with self.subTest(begin=begin):
                given, step = self.picture(windows, "windows.png", *begin)
                expected, linux_step = self.picture(linux, "linux.png", *begin)
                self.assertEqual((len(given), step), (len(expected), linux_step))
                rows = len(given) - status_bar
                differing = [(x // step, y) for y, (row, other) in enumerate(zip(given[:rows], expected[:rows]))
                             if row != other for x, (a, b) in enumerate(zip(row, other))
                             if abs(a - b) > 1]
                self.assertEqual(differing[:1] + differing[-1:], [],
                                 f"{len(differing)} values, from and to (x, y)")

    def keyboard(self, layout, signs, actions):
        """Presses keys of a layout in the window, and expects each key's action. `signs`: the keys that the
        window then shows for . , [ ]"""
        # Wine 8 tells no program of a new layout, and finds letters beyond ASCII only where a character
        # is a byte. So the window opens with this keyboard, in the locale C.
        status = self.folder / "status.jsonl"
        environment = dict(os.environ, DISPLAY=self.display, LC_ALL="C", HEATWAVE_STATUS=str(status),
                           HEATWAVE_ASSETS=str(ROOT / "assets"), XDG_CONFIG_HOME=str(self.folder),
                           LIBGL_ALWAYS_SOFTWARE="1")
        subprocess.run(["setxkbmap", layout], env=environment, check=True)
        program = subprocess.Popen([WINE, WINDOWS, "heat-plate", "--size", "160x120", "--window", "768x480"],
                                   cwd=self.folder, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(program.wait, TIMEOUT_S)
        self.addCleanup(program.kill)

        def newest():
            lines = status.read_bytes().splitlines(keepends=True) if status.exists() else []
            return json.loads(next((line for line in reversed(lines) if line.endswith(b"\n")), b"{}"))

        self.assertTrue(wait_until(lambda: newest().get("signs") == signs), newest().get("signs"))
        subprocess.run(["xdotool", "search", "--name", "Heatwave", "windowfocus"], env=environment, check=True)
        for key, action in actions.items():
            with self.subTest(key):
                before = newest()["actions"]
                subprocess.run(["xdotool", "key", key], env=environment, check=True)
                self.assertTrue(wait_until(lambda: newest()["actions"] > before), newest()["done"])
                self.assertEqual(newest()["done"], action)

    def test_german_keys_do_what_is_printed_on_them(self):
        self.keyboard("de", ". , Ü +",
                      {"3": "show_stage", "comma": "back", "1": "show_fields", "udiaeresis": "smaller_brush",
                       "plus": "larger_brush", "period": "step", "y": "tool_tape", "ctrl+z": "undo",
                       "ctrl+y": "redo", "ctrl+plus": "larger_interface", "ctrl+minus": "smaller_interface"})

    def test_french_keys_do_what_is_printed_on_them(self):
        self.keyboard("fr", ": , ^ $",
                      {"quotedbl": "show_stage", "comma": "back", "colon": "step", "eacute": "show_lab",
                       "ampersand": "show_fields", "a": "make_source",
                       "q": "stopwatch", "w": "make_wall", "m": "make_medium", "ctrl+z": "undo"})

    def test_it_survives_a_storm_of_random_input(self):
        program = self.folder / "heatwave"
        program.write_text(f"#!/bin/sh\nexec {shlex.join([WINE, WINDOWS])} \"$@\"\n")
        program.chmod(0o755)
        storm = run([str(Path(LINUX).parent / "tests/storm_tests"), "--gtest_filter=WindowStorm.WhateverHandsDo*"],
                    folder=self.folder, environment={"HEATWAVE_PROGRAM": str(program),
                                                     "HEATWAVE_STORM": str(STORM_ACTIONS),
                                                     "HEATWAVE_STORM_SEED": str(os.getpid())})
        self.assertIn("[  PASSED  ] 1 test", storm.stdout.decode())


def packed(kind, ending, folder):
    """The package of a kind of CPack's, made in a folder."""
    subprocess.run(["cpack", "-G", kind, "--config", str(BUILD / "CPackConfig.cmake"), "-B", str(folder)],
                   check=True, capture_output=True)
    (file,) = folder.glob(f"heatwave-*-win64.{ending}")
    return file


class Package(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="heatwave-windows-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def test_what_was_unpacked_runs_where_it_is(self):
        place = self.folder / "un packed ü"
        with zipfile.ZipFile(packed("ZIP", "zip", self.folder)) as archive:
            names = archive.namelist()
            archive.extractall(place)
        for wanted in ("heatwave.exe", "LICENCES.txt", "CHANGELOG.txt", "assets/lectures/"):
            self.assertTrue(any(wanted in name for name in names), wanted)
        self.assertFalse([name for name in names if name.endswith("_tests.exe")])
        (program,) = place.rglob("heatwave.exe")
        finished = run([WINE, str(program)], "run", "--scene", "heat-plate", "--steps", "5", "--png", "a.png",
                       folder=self.folder, environment={"HEATWAVE_ASSETS": ""})
        self.assertEqual(finished.returncode, 0, finished.stderr.decode())


@unittest.skipUnless(shutil.which("makensis"), "needs nsis")
class Installer(unittest.TestCase):
    """It runs in a drive C of its own, which nothing else has changed."""
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="heatwave-windows-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.installer = packed("NSIS", "exe", cls.folder)
        server = XServer()
        cls.environment = {"HEATWAVE_WINE_FOLDER": str(cls.folder / "wine"), "DISPLAY": server.__enter__(),
                           "LIBGL_ALWAYS_SOFTWARE": "1", "HEATWAVE_ASSETS": ""}
        cls.addClassCleanup(server.__exit__)
        cls.wine("wineboot")
        cls.addClassCleanup(cls.wine, "wineboot", "--kill")
        (cls.user,) = [user for user in (cls.folder / "wine/drive_c/users").iterdir() if user.name != "Public"]
        cls.place = cls.user / "AppData/Local/Programs/Heatwave"
        cls.menu = cls.user / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Heatwave"

    @classmethod
    def wine(cls, *arguments):
        return run([WINE], *arguments, folder=cls.folder, environment=cls.environment)

    def files(self):
        """All files of the user but temporary ones, and all folders named after Heatwave."""
        return {str(path.relative_to(self.user)) for path in self.user.rglob("*")
                if path.is_file() and "Temp" not in path.parts or "heatwave" in path.name.lower()}

    def registry(self):
        everything = self.wine("reg", "query", r"HKCU\Software", "/s").stdout.decode().splitlines()
        return {line.strip() for line in everything if "heatwave" in line.lower()}

    def install(self):
        self.assertEqual(self.wine(str(self.installer), "/S").returncode, 0)

    def remove(self):
        """Runs the uninstaller, which goes on as a copy of itself, and returns whether the program is gone. The
        last thing to go is what Windows lists as installed."""
        self.wine(str(self.place / "Uninstall.exe"), "/S")
        listed = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Heatwave"
        return wait_until(lambda: self.wine("reg", "query", listed).returncode != 0) and not self.place.exists()

    def titles(self):
        """The titles of all windows on the display."""
        found = subprocess.run(["xdotool", "search", "--name", ".", "getwindowname", "%@"], capture_output=True,
                               env=dict(os.environ, **self.environment))
        return found.stdout.decode()

    def resize(self, title, width, height):
        subprocess.run(["xdotool", "search", "--name", title, "windowsize", str(width), str(height)], check=True,
                       env=dict(os.environ, **self.environment))

    def test_what_was_installed_is_removed_whole(self):
        before = self.files(), self.registry()
        self.install()
        self.assertTrue((self.place / "assets/scenes").is_dir())
        self.assertEqual({path.name for path in self.menu.iterdir()}, {"Heatwave.lnk", "Heatwave command line.lnk"})
        for key, value in ((r"\.hwl", "Heatwave.Lecture"), (r"\.hwrec", "Heatwave.Recording"),
                           (r"\.json\OpenWithProgids", "Heatwave.Scene")):
            found = self.wine("reg", "query", r"HKCU\Software\Classes" + key)
            self.assertIn(value, found.stdout.decode())
        self.install()  # over itself
        self.assertTrue(self.remove())
        self.assertEqual((self.files(), self.registry()), before)

    def test_file_types_of_other_programs_stay(self):
        other = r"HKCU\Software\Classes\.hwl"
        self.wine("reg", "add", other, "/ve", "/d", "Other.File", "/f")
        self.install()
        self.assertIn("Other.File", self.wine("reg", "query", other).stdout.decode())
        self.assertTrue(self.remove())
        self.assertIn("Other.File", self.wine("reg", "query", other).stdout.decode())
        self.wine("reg", "delete", other, "/f")

    def opened(self, name, file):
        """The command that the registry has for a kind of file, for this one. Wine itself does not look there:
        the classes of a user are no part of its HKEY_CLASSES_ROOT."""
        key = rf"HKCU\Software\Classes\Heatwave.{name}\shell\open\command"
        command = self.wine("reg", "query", key, "/ve").stdout.decode().split("REG_SZ")[1].strip()
        return re.findall('"([^"]*)"', command.replace("%1", path_in_wine(file)))

    def has_closed(self):
        """Asks the program's window to close; whether it does so soon. Wine has lost such a message."""
        self.wine("taskkill", "/im", "heatwave.exe")
        return wait_until(lambda: "– Heatwave" not in self.titles(), 20)

    def test_it_starts_from_the_menu_and_by_its_files(self):
        self.install()
        self.addCleanup(self.remove)
        self.addCleanup(self.wine, "taskkill", "/f", "/im", "heatwave.exe")
        settings = self.user / "AppData/Roaming/heatwave/settings.json"
        for command, title in (
                (["start", "/unix", str(self.menu / "Heatwave.lnk")], "– Heatwave"),
                (self.opened("Lecture", self.place / "assets/lectures/09-matmul.hwl"), "Matrix multiply – Heatwave"),
                (self.opened("Recording", self.place / "assets/recordings/first-lesson.hwrec"), "– Heatwave")):
            with self.subTest(command[-1]):
                # Its output goes nowhere, because a pipe would be open as long as the window is.
                program = subprocess.Popen([WINE, *command], env=dict(os.environ, **self.environment),
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.addCleanup(program.wait, TIMEOUT_S)
                self.assertTrue(wait_until(lambda: title in self.titles()), self.titles())
                self.resize(title, 1000, 700)
                self.assertTrue(wait_until(settings.exists), "the size of its window is not remembered")
                # While it runs, it is neither replaced nor removed.
                self.assertEqual(self.wine(str(self.installer), "/S").returncode, 2)
                self.assertTrue(wait_until(self.has_closed), self.titles())


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
    with tempfile.TemporaryDirectory(prefix="heatwave-windows-", ignore_cleanup_errors=True) as tools:
        # Programs that share a drive C share a screen, which is small where one of them has no display.
        os.environ["HEATWAVE_WINE_FOLDER"] = str(Path(tools) / "wine")
        OTHER = str(Path(tools) / "other.exe")
        compile_for_windows(OTHER_SOURCE, OTHER, "-municode")
        try:
            unittest.main(argv=[sys.argv[0], *asked.tests], verbosity=2)
        finally:
            run([WINE, "wineboot", "--kill"], folder=tools)

#!/usr/bin/env python3
# Runs the command line for 64-bit ARM, built without a window, under qemu beside the program for this
# processor: fields, pictures, recordings, the Stage and the Lab, and what the program says that it lacks.
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EMULATOR = ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"]
TIMEOUT_S = 900
# Scenes and their steps; the second half has typed equations, in one sub-step and in several.
BUILT_IN = {"heat-plate": 300, "wave-drop": 300, "spots": 300}
TYPED = {"sine-gordon": 200, "cahn-hilliard": 200, "rock-paper-scissors": 200, "rabi": 200}
OWN = "u' = D*lap(u) + u*(1 - u)*(u - a)\nD = 0.2\na = 0.1 in [0, 1]\nu(0) = gauss(x, y, 6)\nstepping: rk4"


def end_of(recording):
    """The last step of a recording and its check sum. Others are taken when a time has passed."""
    last = json.loads(recording.splitlines()[-1])
    return last["at"], last["end"], last["sum"]


class Program:
    """The program for a processor, run in a folder without a display."""

    def __init__(self, command, folder):
        self.command = command
        self.folder = Path(folder)
        self.folder.mkdir()

    def __call__(self, *arguments, status=0):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DISPLAY", "WAYLAND_DISPLAY", "HEATWAVE_SIMD")}
        environment.update(HEATWAVE_ASSETS=str(ROOT / "assets"), HOME=str(self.folder))
        finished = subprocess.run([*self.command, *arguments], cwd=self.folder, env=environment,
                                  capture_output=True, text=True, timeout=TIMEOUT_S)
        if finished.returncode != status:
            raise AssertionError(f"{' '.join(arguments)}: {finished.returncode}, {finished.stderr}")
        return finished

    def bytes(self, name):
        return (self.folder / name).read_bytes()


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp(prefix="heatwave-aarch64-")
        self.addCleanup(shutil.rmtree, folder)
        self.here = Program([HERE], Path(folder, "here"))
        self.there = Program([*EMULATOR, THERE], Path(folder, "there"))

    def on_both(self, *arguments):
        return [program(*arguments) for program in (self.here, self.there)]

    def expect_equal(self, *names):
        for name in names:
            self.assertTrue(self.here.bytes(name) == self.there.bytes(name), f"{name} differs")
            self.assertGreater(len(self.here.bytes(name)), 100, name)

    def run_on_both(self, *arguments):
        """Runs a field of 160 × 120 cells on both, and returns by which way the other processor stepped it."""
        reports = self.on_both("run", *arguments, "--size", "160x120", "--backend", "cpu", "--threads", "2",
                               "--dump", "field.npy", "--png", "field.png", "--record", "field.hwrec",
                               "--json", "--force")
        self.expect_equal("field.npy", "field.png")
        self.assertEqual(*(end_of(program.bytes("field.hwrec")) for program in (self.here, self.there)))
        here, there = (json.loads(report.stdout) for report in reports)
        for what in ("min", "max", "mean"):
            self.assertEqual(here[what], there[what], what)
        return there["way"]

    def test_built_in_equations_give_equal_bytes(self):
        for scene, steps in BUILT_IN.items():
            with self.subTest(scene):
                self.run_on_both("--scene", scene, "--steps", str(steps))

    def test_typed_equations_give_equal_bytes_by_bytecode(self):
        for scene, steps in TYPED.items():
            with self.subTest(scene):
                way = self.run_on_both("--scene", scene, "--steps", str(steps))
                self.assertIn("by bytecode: machine code is made for x86", way)
        with self.subTest("an equation on the command line"):
            self.assertIn("by bytecode", self.run_on_both("--formula", OWN, "--steps", "100"))

    def test_a_recording_of_one_processor_is_replayed_on_the_other(self):
        for scene in ("lens", "barkley"):
            with self.subTest(scene):
                for program in (self.here, self.there):
                    program("run", "--scene", scene, "--size", "120x90", "--steps", "150", "--backend", "cpu",
                            "--record", f"{scene}.hwrec")
                for one, other in ((self.here, self.there), (self.there, self.here)):
                    other("replay", str(one.folder / f"{scene}.hwrec"), "--backend", "cpu", "--dump",
                          f"{scene}.npy")
                self.expect_equal(f"{scene}.npy")

    def test_formulas_are_checked_and_priced(self):
        for option in ("--check", "--ssa", "--cuda"):
            here, there = self.on_both("formula", OWN, option)
            self.assertEqual(here.stdout, there.stdout)
        priced = self.there("formula", OWN, "--cost").stdout
        self.assertIn("instructions of bytecode", priced)
        self.assertIn("because machine code is made for x86", priced)

    def test_the_stage_plays_and_the_lab_measures(self):
        here, there = self.on_both("stage", "lock")
        self.assertEqual(here.stdout, there.stdout)
        measured = self.there("lab", "histogram", "--quick", "--repeat", "1", "--json")
        self.assertTrue(json.loads(measured.stdout))

    def test_lectures_are_laid_out(self):
        here, there = (checked.stdout.splitlines() for checked in self.on_both("lecture", "reduction", "--check"))
        self.assertEqual(here[:-1], there[:-1])
        self.assertIn("all done in", there[-1])

    def test_it_says_what_is_missing(self):
        facts = json.loads(self.there("info", "--json").stdout)
        self.assertEqual(facts["cpu"]["simd"], "NEON")
        self.assertEqual(facts["formulas"]["code"], "bytecode")
        self.assertIn("x86", facts["formulas"]["reason"])
        self.assertFalse(facts["cuda"]["built"])
        self.assertFalse(facts["opengl"]["available"])
        self.assertIn("built without a window", facts["opengl"]["reason"])
        words = self.there("info").stdout
        for what in ("CUDA       not built in", "NEON", "Formulas   bytecode",
                     "OpenGL     not available: this program was built without a window"):
            self.assertIn(what, words)
        refused = self.there("wave-drop", status=1)
        self.assertEqual(refused.stdout, "")
        self.assertEqual(refused.stderr,
                         "heatwave: this program was built without a window (HEATWAVE_WINDOW); "
                         "'heatwave run' computes and saves pictures without one\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("here", help="the program for this processor")
    parser.add_argument("there", help="the program for 64-bit ARM")
    parser.add_argument("tests", nargs="*", help="names of tests; all by default")
    asked = parser.parse_args()
    HERE, THERE = (str(Path(program).resolve()) for program in (asked.here, asked.there))
    unittest.main(argv=[sys.argv[0], *asked.tests], verbosity=2)

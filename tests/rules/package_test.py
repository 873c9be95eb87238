# Packs the built program with CPack, and looks at what a user would install: the package's fields and
# files, the program in it, its manual page, its completions, and what a desktop reads.
import argparse
import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path()
COMMANDS = ["run", "replay", "lab", "stage", "lecture", "info"]


def output_of(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="heatwave-package-"))
        # gzip, because xz takes most of the time and nothing here depends on it.
        output_of("cpack", "--config", str(BUILD / "CPackConfig.cmake"), "-B", str(cls.folder),
                  "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")
        (cls.file,) = cls.folder.glob("*.deb")
        cls.root = cls.folder / "root"
        output_of("dpkg-deb", "-x", str(cls.file), str(cls.root))
        cls.share = cls.root / "usr/share"
        cls.program = str(cls.root / "usr/bin/heatwave")
        cls.bash = cls.share / "bash-completion/completions/heatwave"

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def field(self, name):
        return output_of("dpkg-deb", "-f", str(self.file), name).strip()

    def test_its_fields_describe_the_program(self):
        version = output_of(self.program, "--version").strip()
        self.assertEqual(version, "heatwave " + self.field("Version"))
        self.assertEqual(self.field("Package"), "heatwave")
        self.assertGreater(int(self.field("Installed-Size")), 1000)
        for library in ("libc6", "libgl1", "libstdc++6"):
            self.assertIn(library, self.field("Depends"))
        built = json.loads(output_of(self.program, "info", "--json"))["cuda"]["built"]
        self.assertEqual("on the CPU only" in self.field("Description"), not built)

    def test_it_has_every_file_and_all_of_them_belong_to_root(self):
        expected = {"bin/heatwave", "share/heatwave/assets/scenes/wave-drop.json",
                    "share/heatwave/assets/lectures/05-dot.hwl", "share/doc/heatwave/copyright",
                    "share/doc/heatwave/changelog.gz", "share/man/man1/heatwave.1.gz",
                    "share/bash-completion/completions/heatwave",
                    "share/zsh/vendor-completions/_heatwave",
                    "share/fish/vendor_completions.d/heatwave.fish",
                    "share/applications/heatwave.desktop", "share/mime/packages/heatwave.xml",
                    "share/metainfo/org.heatwave.Heatwave.metainfo.xml",
                    "share/icons/hicolor/scalable/apps/heatwave.svg"}
        listed = set()
        for line in output_of("dpkg-deb", "-c", str(self.file)).splitlines():
            mode, owner, _, _, _, name = line.split(maxsplit=5)
            self.assertEqual(owner, "root/root", line)
            self.assertIn(mode, ("drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--"), line)
            listed.add(name.removeprefix("./usr/"))
        self.assertEqual(expected - listed, set())
        self.assertFalse([name for name in listed if "pictures/" in name])

    def test_its_program_finds_its_scenes(self):
        ran = json.loads(output_of(self.program, "run", "--scene", "wave-drop", "--steps", "3",
                                   "--backend", "cpu", "--json"))
        self.assertEqual(ran["steps"], 3)

    def test_the_manual_page_is_clean_and_has_every_option(self):
        page = gzip.decompress((self.share / "man/man1/heatwave.1.gz").read_bytes())
        file = self.folder / "heatwave.1"
        file.write_bytes(page)
        if shutil.which("man"):
            shown = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", str(file)],
                                   capture_output=True, text=True,
                                   env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "100"})
            self.assertEqual(shown.stderr, "")
        if shutil.which("mandoc"):
            self.assertEqual(output_of("mandoc", "-T", "lint", "-W", "warning", str(file)), "")
        text = page.decode().replace("\\-", "-")
        for command in [[]] + [[command] for command in COMMANDS]:
            for option in re.findall(r"--[a-z][a-z-]*", output_of(self.program, *command, "--help")):
                self.assertIn(option, text, command)

    def complete(self, *words):
        script = (f'source "{self.bash}"; compopt() {{ :; }}; COMP_WORDS=("$@"); '
                  'COMP_CWORD=$(($# - 1)); _heatwave; printf "%s\\n" "${COMPREPLY[@]}"')
        return output_of("bash", "-c", script, "bash", "heatwave", *words, cwd=self.root).split()

    def test_bash_completes_commands_options_and_values(self):
        output_of("bash", "-n", str(self.bash))
        self.assertEqual(self.complete("le"), ["lens", "lecture"])
        self.assertEqual(self.complete("run", "--scri"), ["--script", "--script-may-write"])
        self.assertEqual(self.complete("run", "--scene", "wave"), ["wave-drop"])
        self.assertEqual(self.complete("run", "--scene", "u"), ["usr"])
        self.assertEqual(self.complete("--theme", "="), ["light", "dark"])
        self.assertEqual(self.complete("stage", "matmul"), ["matmul-tile", "matmul", "matmul-tiles"])
        self.assertEqual(self.complete("--room", "lab", "--fra"), ["--frames"])
        self.assertEqual(self.complete("info", "--bac"), [])

    def test_other_shells_can_read_their_completions(self):
        for shell, file in (("zsh", "zsh/vendor-completions/_heatwave"),
                            ("fish", "fish/vendor_completions.d/heatwave.fish")):
            if shutil.which(shell):
                output_of(shell, "-n", str(self.share / file))

    def test_desktops_can_read_what_is_meant_for_them(self):
        if shutil.which("desktop-file-validate"):
            output_of("desktop-file-validate", str(self.share / "applications/heatwave.desktop"))
        if shutil.which("appstreamcli"):
            output_of("appstreamcli", "validate", "--no-net",
                      str(self.share / "metainfo/org.heatwave.Heatwave.metainfo.xml"))
        icons = sorted(self.share.glob("icons/hicolor/*/apps/heatwave.png"))
        self.assertEqual(len(icons), 7)
        for icon in icons:
            width, height = struct.unpack(">II", icon.read_bytes()[16:24])
            self.assertEqual(f"{width}x{height}", icon.parts[-3])


def main():
    global BUILD
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path, help="the build folder whose program is packed")
    BUILD = parser.parse_args().build
    if not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
        print("skipped: needs dpkg-deb and dpkg-shlibdeps")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)


if __name__ == "__main__":
    main()

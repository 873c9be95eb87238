#!/usr/bin/env python3
# Tests the checkers of rules and of spelling: a clean tree passes, and each planted violation is
# caught by its own rule.
import subprocess
import tempfile
import unittest
from pathlib import Path

import check_rules
import check_spelling

CLEAN = {
    "README.md": "# Heatwave\n[How to read](app/README.md#adding-a-room)\n",
    "app/README.md": "# The program\n## Adding a room\n[Up](../README.md)\n",
    "kernels/core/buffer.cu": "// Owns device memory.\n#include <cuda_runtime.h>\n#include <vector>\n"
                              "void f() { cudaMalloc(nullptr, 1); }\n",
    "kernels/field/solver.h": '// A solver.\n#include "kernels/core/error.h"\n',
    "kernels/core/error.h": "// Errors.\n#include <stdexcept>\n",
    "app/view/gl_texture.h": "// A texture.\n#include <glad/gl.h>\n",
    "app/view/interop_cuda.cpp": "// Interop.\n#include <cuda_gl_interop.h>\n"
                                 "void g() { cudaGraphicsUnmapResources(1, nullptr); }\n",
    "app/rooms/fields.cpp": "// The panel.\n#include <imgui.h>\n"
                             '#include "app/session/snapshot.h"\n',
    "app/session/snapshot.h": '// Plain values.\n#include "kernels/core/error.h"\n',
    "app/session/session.h": '// The model.\n#include "kernels/field/solver.h"\n',
    "app/shell/lectures/lectures.h": "// Lectures.\n",
    "app/shell/window/glfw_window.cpp": "// A window.\n#include <GLFW/glfw3.h>\n",
    "app/shell/frame.cpp": '// The window.\n#include "app/session/session.h"\n',
    "app/cli/window_start.h": '// How the window starts.\n#include "app/session/snapshot.h"\n',
    "app/system/files.cpp": "// Files.\n#include <fcntl.h>\n#include <sys/stat.h>\n",
    "kernels/core/platform_windows.cpp": "// Windows.\n#include <windows.h>\n",
    "kernels/core/fma.h": "// Fused.\nfloat fma(float x) { return ::fmaf(x, x, x); }\n",
    "kernels/field/heat.h": "// Heat.\nfloat f(float x) { return core::fma(x, x, x); }\n",
    "kernels/core/atomic_wait.h": "// Waits.\nvoid wake(std::atomic<int>& value) { value.notify_all(); }\n",
    "kernels/field/meeting.h": "// Meets.\nstruct Meeting { std::atomic<int> left{0}; std::mutex own; };\n",
    "kernels/field/queue.cpp": "// Waits.\nvoid f(std::condition_variable& left) { left.notify_all(); }\n",
    "kernels/lab/dot_kernels.cuh": "// Dot.\nfloat g(float x) { return fmaf(x, x, x); }\n",
    "app/export/png.cpp": "// Writes pictures.\n#include <stb_image_write.h>\n",
    "shaders/field.frag": "#version 330 core\n// Colours the field.\n",
    "tests/CMakeLists.txt": "# The tests.\n",
}

PLANTED = (
    ("kernels include the program", "kernels_include_only_kernels",
     "kernels/field/bad.cpp", '// Bad.\n#include "app/session/snapshot.h"\n'),
    ("kernels include ImGui", "kernels_include_only_kernels",
     "kernels/field/bad.cpp", "// Bad.\n#include <imgui.h>\n"),
    ("kernels include fmt", "kernels_include_only_kernels",
     "kernels/lab/bad.h", "// Bad.\n#include <fmt/format.h>\n"),
    ("kernels include JSON", "kernels_include_only_kernels",
     "kernels/lab/bad.h", "// Bad.\n  #  include <nlohmann/json.hpp>\n"),
    ("kernels include OpenGL", "kernels_include_only_kernels",
     "kernels/core/bad.cu", "// Bad.\n#include <GL/gl.h>\n"),
    ("a panel includes a solver", "rooms_see_only_the_session",
     "app/rooms/bad.cpp", '// Bad.\n#include "kernels/field/solver.h"\n'),
    ("a panel reaches a solver by another header", "rooms_see_only_the_session",
     "app/rooms/bad.cpp", '// Bad.\n#include "app/session/session.h"\n'),
    ("the window includes the command line", "wings_keep_their_order",
     "app/shell/bad.cpp", '// Bad.\n#include "app/cli/window_start.h"\n'),
    ("the view includes the session", "wings_keep_their_order",
     "app/view/bad.cpp", '// Bad.\n#include "app/session/snapshot.h"\n'),
    ("the export includes the session", "wings_keep_their_order",
     "app/export/bad.cpp", '// Bad.\n#include "app/session/snapshot.h"\n'),
    ("the session includes a panel", "wings_keep_their_order",
     "app/session/bad.cpp", '// Bad.\n#include "app/rooms/fields.h"\n'),
    ("a wing that nobody knows", "wings_keep_their_order", "app/attic/bad.h", "// Bad.\n"),
    ("a control includes a room", "wings_keep_their_order",
     "app/ui/bad.h", '// Bad.\n#include "app/rooms/fields.h"\n'),
    ("a room includes another", "rooms_know_no_other_room",
     "app/rooms/lab/bad.h", '// Bad.\n#include "app/rooms/stage/board.h"\n'),
    ("a room reaches another by what they share", "rooms_know_no_other_room",
     "app/rooms/bad.h", '// Bad.\n#include "app/rooms/stage/board.h"\n'),
    ("a service includes another", "services_know_no_other_service",
     "app/session/lab/bad.h", '// Bad.\n#include "app/session/field/live_field.h"\n'),
    ("an owner of the shell includes another", "owners_know_no_other_owner",
     "app/shell/playback/bad.h", '// Bad.\n#include "app/shell/lectures/lectures.h"\n'),
    ("the interface includes an owner", "owners_know_no_other_owner",
     "app/shell/interface/bad.h", '// Bad.\n#include "app/shell/lectures/lectures.h"\n'),
    ("the shell includes GLFW outside its folder", "one_folder_includes_glfw",
     "app/shell/presenter/bad.cpp", "// Bad.\n#include <GLFW/glfw3.h>\n"),
    ("a class with many functions", "classes_are_small", "app/cli/bad.cpp",
     "// Bad.\n" + "".join(f"void Big::f{i}() {{}}\n" for i in range(26))),
    ("a class with many members", "classes_are_small", "app/cli/bad.h",
     "// Bad.\nclass Big {\n" + "".join(f"  int m{i}_ = 0;\n" for i in range(21)) + "};\n"),
    ("a struct with much state", "classes_are_small", "app/cli/bad.cpp",
     "// Bad.\nstruct Big {\n" + "".join(f"  std::vector<int> m{i}{{1, 2}};\n" for i in range(21))
     + "};\n"),
    ("two files of one name", "no_name_stands_twice",
     "app/cli/png.cpp", "// Bad.\n"),
    ("a panel includes GLFW", "rooms_see_only_the_session",
     "app/rooms/bad.cpp", "// Bad.\n#include <GLFW/glfw3.h>\n"),
    ("a panel includes a class that wraps OpenGL", "rooms_see_only_the_session",
     "app/rooms/bad.cpp", '// Bad.\n#include "app/view/gl_texture.h"\n'),
    ("the command line includes a class that wraps OpenGL", "headless_parts_know_no_opengl",
     "app/cli/bad.cpp", '// Bad.\n#include "app/view/gl_texture.h"\n'),
    ("the export includes glad", "headless_parts_know_no_opengl",
     "app/export/bad.cpp", "// Bad.\n#include <glad/gl.h>\n"),
    ("a second file includes the interop header", "one_file_includes_interop",
     "app/view/bad.cpp", "// Bad.\n#include <cuda_gl_interop.h>\n"),
    ("a wing includes a POSIX header", "the_system_stays_in_its_folders",
     "app/export/bad.cpp", "// Bad.\n#include <unistd.h>\n"),
    ("a kernel includes a POSIX header", "the_system_stays_in_its_folders",
     "kernels/core/bad.cu", "// Bad.\n#include <dlfcn.h>\n"),
    ("a wing includes a Windows header", "the_system_stays_in_its_folders",
     "app/shell/bad.cpp", "// Bad.\n#include <Windows.h>\n"),
    ("a header of the system's folder includes a POSIX header", "the_system_stays_in_its_folders",
     "app/system/bad.h", "// Bad.\n#include <sys/types.h>\n"),
    ("the C library's fused multiply-add", "fused_multiply_adds_have_one_name",
     "kernels/field/bad.cpp", "// Bad.\nfloat f(float x) { return std::fma(x, x, x); }\n"),
    ("CUDA's fused multiply-add", "fused_multiply_adds_have_one_name",
     "kernels/field/bad.cu", "// Bad.\nfloat f(float x) { return __fmaf_rn(x, x, x); }\n"),
    ("a wake-up that Windows loses", "threads_wait_for_atomics_in_one_way",
     "kernels/field/meeting.cpp", "// Bad.\nvoid Meeting::leave() { left.notify_all(); }\n"),
    ("a wait for a flag that Windows loses", "threads_wait_for_atomics_in_one_way",
     "app/export/bad.cpp", "// Bad.\nvoid f(std::atomic_flag& done) { done.wait(false); }\n"),
    ("a latch that Windows never opens", "threads_wait_for_atomics_in_one_way",
     "app/export/bad.cpp", "// Bad.\nstd::latch begun{2};\n"),
    ("device memory without an owner", "cuda_handles_have_owners",
     "kernels/field/bad.cu", "// Bad.\nvoid f() { cudaMallocPitch (nullptr, nullptr, 1, 1); }\n"),
    ("an event without an owner", "cuda_handles_have_owners",
     "app/view/bad.cpp", "// Bad.\nvoid f() { cudaEventCreate(nullptr); }\n"),
    ("a stream without an owner", "cuda_handles_have_owners",
     "tests/bad.cpp", "// Bad.\nvoid f() { cudaStreamCreateWithFlags(nullptr, 0); }\n"),
    ("interop calls elsewhere", "cuda_handles_have_owners",
     "app/view/bad.cpp", "// Bad.\nvoid f() { cudaGraphicsMapResources(1, nullptr); }\n"),
    ("a launch in the Lab that no edited kernel can take the place of", "lab_launches_can_be_replaced",
     "kernels/lab/experiments/dot/bad.cu",
     "// Bad.\nvoid f() { cudaLaunchCooperativeKernel(nullptr, 1, 1, nullptr); }\n"),
    ("a large class of the Stage", "classes_are_small",
     "kernels/stage/bad.cpp", "// Bad.\n" + "void Large::f() {}\n" * 26),
    ("an owner that can be copied", "owners_are_not_copied",
     "app/export/bad.h", "// Bad.\nclass Bad { public:\n  ~Bad();\n};\n"),
    ("an owner that derives from a class which can be copied", "owners_are_not_copied",
     "app/export/bad.h", "// Bad.\nclass Worse {};\nclass Bad : public Worse {\n  ~Bad();\n};\n"),
    ("a control whose size nobody bounds", "sizes_are_drawable",
     "app/rooms/bad.cpp", "// Bad.\nvoid f() { ImGui::InvisibleButton(\"b\", {0, 0}); }\n"),
    ("a file that does not say its purpose", "files_begin_with_their_purpose",
     "app/session/bad.h", "#pragma once\n"),
    ("a shader that does not say its purpose", "files_begin_with_their_purpose",
     "shaders/bad.frag", "#version 330 core\nvoid main() {}\n"),
    ("a comment that begins with What", "comments_are_sentences",
     "kernels/lab/bad.h", "// Bad.\n/// What a variant needs.\nint f();\n"),
    ("a comment that begins with Of", "comments_are_sentences",
     "kernels/field/bad.cu", "// Bad.\n/// Of a copy of the field.\nint f();\n"),
    ("a comment that is no sentence", "comments_are_sentences",
     "kernels/core/bad.h", "// Bad.\n/// The same.\nint f();\n"),
    ("a lone preposition behind a member", "comments_are_sentences",
     "kernels/stage/bad.h", "// Bad.\nint warps;  ///< of a block\n"),
    ("a file whose first comment has no subject", "comments_are_sentences",
     "tests/lab/bad.cpp", "// What the lab refuses.\n"),
    ("a marked line of a lesson that says nobody", "comments_are_sentences",
     "kernels/stage/bad.cpp", "// Bad.\nint a;  //! nobody reads it\n"),
    ("home-made words in the second line of a comment", "comments_are_sentences",
     "kernels/lab/bad.cpp", "// Bad.\n// The piece goes to\n// whoever comes first, so\n// many are left.\n"),
    ("words that a line break divides", "comments_are_sentences",
     "shaders/bad.frag", "#version 330 core\n// The texture holds one of so\n// many cells.\n"),
    ("something left for later", "nothing_is_unfinished",
     "app/session/bad.h", "// Bad.\n// TO" "DO: more\n"),
    ("a stray file at the top", "top_level_is_tidy", "notes.txt", "notes\n"),
    ("a link to no file", "links_lead_somewhere", "kernels/README.md", "[Lost](lost.md)\n"),
    ("a link to no heading", "links_lead_somewhere",
     "kernels/README.md", "[Lost](../app/README.md#adding)\n"),
    ("a long README", "readme_is_short",
     "README.md", "[How to read](app/README.md)\n" + 8192 * "x"),
)


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class RulesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        for name, text in CLEAN.items():
            write(self.root, name, text)

    def test_a_clean_tree_passes(self):
        self.assertEqual(check_rules.broken_rules(self.root), [])

    def test_each_planted_violation_is_caught_by_its_own_rule(self):
        for what, rule, name, text in PLANTED:
            with self.subTest(what):
                write(self.root, name, text)
                self.assertEqual({found for found, _ in check_rules.broken_rules(self.root)}, {rule})
                (self.root / name).unlink()

    def test_interop_without_any_file_is_caught(self):
        (self.root / "app/view/interop_cuda.cpp").unlink()
        found = {rule for rule, _ in check_rules.broken_rules(self.root)}
        self.assertEqual(found, {"one_file_includes_interop"})

    def test_what_a_comment_mentions_is_no_violation(self):
        write(self.root, "kernels/field/fine.cpp",
              "// Fine.\n// #include <imgui.h>\n/* cudaMalloc(1) */\n")
        self.assertEqual(check_rules.broken_rules(self.root), [])

    def test_plain_comments_pass(self):
        write(self.root, "kernels/field/fine.h",
              "// A solver owns one grid.\n"
              "/// Returns what the caller asked for, of the newest field.\n"
              "int f();\n"
              "int steps;  ///< 0: none; offsets are counted from the row's start\n"
              'const char* text = "// What nobody reads";\n'
              "// A second comment ends here.\n"
              "\n"
              "// Asks and offers are whole words.\n")
        self.assertEqual(check_rules.broken_rules(self.root), [])

    def test_folders_that_are_not_clean_yet_may_have_old_comments(self):
        write(self.root, "tests/fuzz/fine.h", "// What nobody reads.\n")
        self.assertEqual(check_rules.broken_rules(self.root), [])

    def test_in_a_git_checkout_ignored_files_do_not_count(self):
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        write(self.root, ".gitignore", "/build/\n")
        write(self.root, "build/cache.txt", "made here\n")
        self.assertEqual(check_rules.broken_rules(self.root), [])
        write(self.root, "notes.txt", "notes\n")
        found = {rule for rule, _ in check_rules.broken_rules(self.root)}
        self.assertEqual(found, {"top_level_is_tidy"})


class Spelling(unittest.TestCase):
    KNOWN = {"a", "the", "block", "thread", "warp", "waits", "for", "is"}

    def mistakes(self, name, text):
        return list(check_spelling.mistakes_in(Path(name), text, self.KNOWN))

    def test_a_wrong_word_is_found_at_its_line_wherever_a_person_reads_it(self):
        found = [(2, "thraed")]
        self.assertEqual(self.mistakes("x.md", "the block\na thraed waits"), found)
        self.assertEqual(self.mistakes("x.cpp", "int i;\nint j;  // a thraed waits"), found)
        self.assertEqual(self.mistakes("x.cpp", 'f();\nsay("a thraed waits");'), found)
        self.assertEqual(self.mistakes("x.hwl", '{\n"text": "a thraed waits"}'), found)

    def test_plurals_code_names_and_paths_are_right(self):
        for text in ("the blocks, a thread's warps", "the `thraed` waits", "the thraedIdx waits",
                     "the thraed_id waits", "the build/thraed waits", "the thraed.cpp waits",
                     "the [block](thraed.md) waits", "```\nthraed\n```"):
            self.assertEqual(self.mistakes("x.md", text), [], text)

    def test_long_numbers_have_groups_and_short_ones_have_none(self):
        for number in ("12400", "12 400", "12,400", "12\u2009400", "1\xa0024", "1 024", "1\xa0000 000"):
            self.assertNotEqual(self.mistakes("x.md", f"the thread waits for {number} blocks"), [], number)
        self.assertEqual(self.mistakes("x.cpp", 'say("the warp waits for 1\\u00A0024 blocks");'), [(1, "1\xa0024")])
        for number in ("1024", "12\xa0400", "1\xa0000\xa0000", "160, 320", "n=12400", "0.12400",
                       "`12400`", "7 34 86 123"):
            self.assertEqual(self.mistakes("x.md", f"the thread waits for {number} blocks"), [], number)
        self.assertEqual(self.mistakes("x.cpp", 'say("the warp waits for 12\\u00A0400 blocks");'), [])


if __name__ == "__main__":
    unittest.main()

// Tests every wrong request: its status, one line that explains the error, and no files left
// behind.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "app/export/frame_sink.h"
#include "app/export/npy.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "tests/cli/program_test.h"
#include "tests/system/temporary_folder.h"

namespace heatwave {
namespace {

using testing::contains;
using testing::TemporaryFolder;
using testing::write_bytes;
using testing::write_text;
using Words = std::vector<std::string>;

/// Runs in a folder with a few files and expects them unchanged; returns the message without the
/// program's name.
class BadInput : public testing::ProgramTest {
 protected:
  BadInput() {
    write_text(path("text.npy"), "this is no array\n");
    write_text(path("existing.png"), "keep me");
    write_bytes(path("field.npy"),
                exporting::encoded_npy(
                    {4, 3}, std::vector<std::vector<float>>{std::vector<float>(12, 0.5F)}));
    before_ = names();
  }

  /// Expects the current files from now on.
  void look_again() { before_ = names(); }

  [[nodiscard]] std::string complaint(const Words& words, int status, std::size_t file_limit = 0,
                                      const std::string& display = {}) const {
    const std::string line = refused(words, status, file_limit, display);
    EXPECT_EQ(names(), before_);
    const std::string prefix = "heatwave: ";
    EXPECT_TRUE(line.starts_with(prefix)) << line;
    if (line.size() <= prefix.size()) return {};
    return line.substr(prefix.size(), line.size() - prefix.size() - 1);
  }

  /// A small run that would write files if it were allowed to.
  [[nodiscard]] std::string small_run(const Words& more, int status,
                                      std::size_t file_limit = 0) const {
    Words words{"run",    "--backend", "cpu",     "--size", "32x24",  "--steps",
                "200000", "--png",     "new.png", "--dump", "new.npy"};
    words.insert(words.end(), more.begin(), more.end());
    return complaint(words, status, file_limit);
  }

 private:
  Words before_;
};

constexpr int kNotReady = 125;
constexpr uid_t kNobody = 65534;

TEST_F(BadInput, AnUnknownSceneIsAnsweredWithTheKnown) {
  for (const Words& words : {Words{"run", "--scene", "wave-drip"}, Words{"wave-drip"}}) {
    const std::string text = complaint(words, 2);
    EXPECT_TRUE(text.starts_with("unknown scene 'wave-drip' (did you mean 'wave-drop'?)")) << text;
    for (const char* scene : {"heat-plate", "double-slit", "standing"}) {
      EXPECT_TRUE(contains(text, scene)) << text;
    }
  }
}

TEST_F(BadInput, LongArgumentsAreQuotedInPart) {
  constexpr std::size_t kLongest = 4100;
  const std::string text(50'000, 'x');
  for (const Words& words : {Words{"run", "--scene", text}, Words{text}, Words{"run", text},
                             Words{"run", "--size", text}, Words{"stage", text}}) {
    EXPECT_LE(complaint(words, 2).size(), kLongest) << words.front();
  }
}

TEST_F(BadInput, SizesAndStepsThatCannotBe) {
  EXPECT_EQ(complaint({"run", "--size", "0x0"}, 2),
            "--size must be from 1x1 to 1000000x1000000, not '0x0'");
  EXPECT_EQ(complaint({"run", "--size", "0"}, 2),
            "--size needs a width and a height, as in 640x480, not '0'");
  EXPECT_EQ(complaint({"run", "--steps", "-1"}, 2), "--steps must be at least 0, not -1");
  EXPECT_EQ(complaint({"run", "--stesp", "1"}, 2),
            "unknown option '--stesp' (did you mean '--steps'?); 'heatwave run --help' lists what "
            "there is");
}

TEST_F(BadInput, AGridThatMemoryCannotHold) {
  const std::string text =
      complaint({"run", "--backend", "cpu", "--size", "900000x900000", "--dump", "new.npy"}, 1);
  EXPECT_TRUE(contains(text, "TB")) << text;
}

TEST_F(BadInput, APictureThatNoPngFileHoldsIsRefusedBeforeComputing) {
  // 18000 × 18000 cells would take seconds and gigabytes.
  const std::string expected = "18000 × 18000 is too large for a PNG file";
  const Words base{"run", "--backend", "cpu", "--size", "18000x18000", "--steps", "1000000000"};
  Words words = base;
  words.insert(words.end(), {"--png", "new.png"});
  EXPECT_EQ(complaint(words, 1), expected);
  words = base;
  words.insert(words.end(), {"--every", "5", "--out", "frames"});
  EXPECT_EQ(complaint(words, 1), expected);
}

TEST_F(BadInput, ParametersBeyondTheirRules) {
  EXPECT_EQ(small_run({"--set", "alpha=0.3"}, 2),
            "diffusivity α = 0.3 breaks the stability rule α ≤ 1/4; add --unguarded to allow it");
  EXPECT_EQ(
      small_run({"--equation", "wave", "--set", "c2=0.6"}, 2),
      "speed squared c² = 0.6 breaks the stability rule c² ≤ 1/2; add --unguarded to allow it");
  EXPECT_EQ(small_run({"--set", "alpha=-0.1"}, 2), "alpha must be from 0 to 1, is -0.1");
  EXPECT_EQ(small_run({"--set", "alfa=0.1"}, 2),
            "--set knows no 'alfa' (did you mean 'alpha'?); the heat equation has: alpha");
  EXPECT_EQ(small_run({"--edges", "absorbing"}, 2),
            "--edges must be one of held, insulated, periodic for the heat equation, is absorbing");
}

TEST_F(BadInput, AnOverflowSaysWhyAndSavesNothing) {
  const std::string text = small_run({"--unguarded", "--set", "alpha=0.9"}, 1);
  EXPECT_TRUE(contains(text, "overflow")) << text;
  EXPECT_TRUE(contains(text, "α ≤ 1/4")) << text;
  const std::string film =
      small_run({"--unguarded", "--set", "alpha=0.9", "--every", "2", "--out", "all.gif"}, 1);
  EXPECT_TRUE(contains(film, "overflow")) << film;
}

TEST_F(BadInput, AClosedPipeIsAnErrorThatSaysSo) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const std::string command = "(sleep 0.2; " HEATWAVE_BINARY " lab --list 2> " + at +
                              "/err; echo $? > " + at + "/status) | true; sleep 0.1";
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (int tries = 0; tries < 100 && testing::text_of(folder.path() / "status").empty(); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(testing::text_of(folder.path() / "status"), "1\n");
  EXPECT_EQ(testing::text_of(folder.path() / "err"), "heatwave: cannot write to standard output\n");
}

TEST_F(BadInput, AnEquationThatIsNotTheScenes) {
  EXPECT_EQ(complaint({"run", "--equation", "wave", "--scene", "heat-plate"}, 2),
            "--equation wave does not fit scene 'heat-plate', which is of the heat equation");
}

TEST_F(BadInput, FilesToLoadThatAreNone) {
  EXPECT_EQ(complaint({"run", "--load", "text.npy"}, 1), "'text.npy' is not a .npy file");
  EXPECT_EQ(complaint({"run", "--load", "none.npy"}, 1), "'none.npy' does not exist");
  EXPECT_EQ(complaint({"run", "--load", "."}, 1), "'.' is not a file");
}

TEST_F(BadInput, AFieldOfAnotherSizeIsRefusedWithBoth) {
  EXPECT_EQ(complaint({"run", "--load", "field.npy", "--size", "40x30"}, 1),
            "'field.npy' holds 4 × 3 cells, and --size asks for 40 × 30");
  EXPECT_EQ(complaint({"run", "--load", "field.npy", "--equation", "gray-scott"}, 1),
            "'field.npy' holds 1 component, and the gray-scott equation has 2 components");
  EXPECT_EQ(complaint({"run", "--backend", "cpu", "--device", "0"}, 2),
            "--device names a CUDA device, and --backend cpu uses none");
  EXPECT_EQ(complaint({"run", "--scene", "spots", "--show", "w"}, 2),
            "--show: the gray-scott equation has no component 'w' (there are: u, v)");
  EXPECT_EQ(complaint({"run", "--scene", "spots", "--show", "u", "--show", "w"}, 2),
            "--show: the gray-scott equation has no component 'w' (there are: u, v)");
  EXPECT_EQ(complaint({"run", "--show", "u", "--show", "u_x", "--show", "u_y"}, 2),
            "--show may be given twice");
  EXPECT_EQ(complaint({"run", "--size", "40x1", "--show", "u", "--show", "u_x"}, 2),
            "--show: a field on a line is shown as curves, of one quantity");
  EXPECT_EQ(complaint({"run", "--load", "field.npy", "--scene", "heat-plate"}, 1),
            "'field.npy' holds 4 × 3 cells, and scene 'heat-plate' has 640 × 480");
}

TEST_F(BadInput, AnExistingFileIsKeptWithoutForce) {
  const std::string expected = "'existing.png' exists already; add --force to replace it";
  EXPECT_EQ(complaint({"run", "--png", "existing.png", "--dump", "new.npy"}, 1), expected);
  EXPECT_EQ(complaint({"run", "--dump", "existing.png", "--png", "new.png"}, 1), expected);
  EXPECT_EQ(testing::text_of(path("existing.png")), "keep me");
}

TEST_F(BadInput, NamesOfFilesThatWouldBeSomethingElse) {
  const std::string right =
      "a folder of pictures, or " + words::joined(exporting::one_file_endings());
  EXPECT_EQ(complaint({"run", "--every", "1", "--out", "film.avi"}, 2),
            "--out makes no '.avi' files: " + right);
  EXPECT_EQ(complaint({"run", "--every", "1", "--out", "FILM.GIF"}, 2),
            "--out makes no '.GIF' files: " + right);
  EXPECT_EQ(complaint({"run", "--png", "field.gif"}, 2),
            "--png saves one PNG picture, not a '.gif'; a film is saved by --every K --out FILE");
  EXPECT_TRUE(complaint({"run", "--png", "p.png", "--with", "bars"}, 2).starts_with("--with"));
  EXPECT_EQ(complaint({"run", "--with", "bar"}, 2),
            "--with says what pictures have: add --png FILE, or --every K --out DIR");
  EXPECT_EQ(complaint({"run", "--smooth"}, 2),
            "--smooth says how pictures look: add --png FILE, or --every K --out DIR");
}

TEST_F(BadInput, PlacesThatCannotBeWritten) {
  // Below a regular file not even root can write.
  EXPECT_EQ(complaint({"run", "--png", "existing.png/new.png"}, 1),
            "cannot write 'existing.png/new.png': Not a directory");
  EXPECT_EQ(complaint({"run", "--dump", "existing.png/a/b/new.npy"}, 1),
            "cannot write 'existing.png/a/b/new.npy': Not a directory");
  EXPECT_EQ(complaint({"run", "--every", "1", "--out", "existing.png/frames"}, 1),
            "cannot write 'existing.png/frames': Not a directory");
  EXPECT_EQ(complaint({"run", "--every", "1", "--out", "existing.png"}, 1),
            "cannot write 'existing.png': Not a directory");
  EXPECT_EQ(complaint({"run", "--png", "."}, 1), "'.' is a folder; the name of a file is needed");
  EXPECT_EQ(complaint({"run", "--png", "same", "--dump", "same"}, 2),
            "--png and --dump name the same file");
}

TEST_F(BadInput, ADiskThatFillsUpLeavesNothing) {
  EXPECT_EQ(complaint({"run", "--backend", "cpu", "--steps", "5", "--dump", "new.npy"}, 1, 2000),
            "cannot write 'new.npy': File too large");
  EXPECT_EQ(complaint({"run", "--backend", "cpu", "--steps", "5", "--png", "a/new.png"}, 1, 200),
            "cannot write 'a/new.png': File too large");
}

TEST_F(BadInput, WhatIsNoPlainFileIsNeverReplacedNorRead) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/null", path("link"));
  look_again();
  for (const Words& force : {Words{}, Words{"--force"}}) {
    Words words{"run", "--dump", "fifo"};
    words.insert(words.end(), force.begin(), force.end());
    EXPECT_EQ(complaint(words, 1), "'fifo' is a FIFO; only a plain file is ever replaced");
    words = {"run", "--png", "link"};
    words.insert(words.end(), force.begin(), force.end());
    EXPECT_EQ(complaint(words, 1),
              "'link' is a symbolic link to a device; only a plain file is ever replaced");
  }
  EXPECT_EQ(complaint({"run", "--load", "fifo"}, 1), "'fifo' is not a file");
  EXPECT_EQ(complaint({"run", "--scene", "./fifo"}, 1),
            "cannot read the scene file: './fifo' is not a file");
  EXPECT_EQ(complaint({"run", "--scene", "/dev/zero"}, 1),
            "cannot read the scene file: '/dev/zero' is not a file");
}

TEST_F(BadInput, FoldersThatCannotBeLookedAtAreRefusedByName) {
  const std::string name(300, 'a');
  EXPECT_EQ(complaint({"--files", name}, 2), "--files must name a folder, not '" + name + "'");
  std::filesystem::create_directory_symlink("not-mounted", path("disk"));
  look_again();
  EXPECT_EQ(complaint({"run", "--steps", "2", "--every", "1", "--out", "disk"}, 1),
            "cannot write 'disk/frame-00000000.png': No such file or directory");
  EXPECT_EQ(complaint({"lecture", "wave", "--handout", "a.txt"}, 2),
            "--handout must end in .md or .html, is 'a.txt'");
}

TEST_F(BadInput, OneFileForTwoOutputsByWhateverPath) {
  const std::string expected = "--png and --dump name the same file";
  std::filesystem::create_directory(path("sub"));
  std::filesystem::create_symlink(".", path("here"));
  look_again();
  for (const char* other : {"same", "./same", "sub/../same", "here/same"}) {
    EXPECT_EQ(complaint({"run", "--png", "same", "--dump", other}, 2), expected) << other;
  }
  std::filesystem::create_symlink("existing.png", path("link"));
  look_again();
  EXPECT_EQ(complaint({"run", "--png", "existing.png", "--dump", "link", "--force"}, 2), expected);
  EXPECT_EQ(
      complaint({"run", "--every", "5", "--out", "sub", "--png", "here/sub/frame-00000005.png"}, 2),
      "--png names a picture of the sequence in --out");
}

TEST_F(BadInput, WhatAFileSaysDoesNotReachTheTerminal) {
  write_text(path("red.json"), "{\"\x1b[31mred\xc2\x9b\": 1}");
  write_text(path("c1.json"), "{\"\xc2\x9b\": 1}");
  look_again();
  for (const char* file : {"./red.json", "./c1.json"}) {
    const std::string text = complaint({"run", "--scene", file}, 1);
    EXPECT_FALSE(contains(text, "\x1b")) << text;
    EXPECT_FALSE(contains(text, "\xc2\x9b")) << text;
  }
}

TEST_F(BadInput, AWindowOfASizeThatNobodyCanUse) {
  for (const char* size : {"0x0", "1x1", "100x100", "320x199", "99999999999x400", "16385x400",
                           "2147483647x2147483647"}) {
    EXPECT_EQ(complaint({"--window", size}, 2),
              "--window must be from 320x200 to 16384x16384, not '" + std::string(size) + "'");
  }
}

struct OneThread : BadInput, ::testing::WithParamInterface<std::array<const char*, 2>> {};

INSTANTIATE_TEST_SUITE_P(All, OneThread,
                         ::testing::Values(std::array{"lab", "reverse"},
                                           std::array{"stage", "dot"}));

TEST_P(OneThread, IsSaid) {
  const auto [command, what] = GetParam();
  const pid_t child = ::fork();
  if (child == 0) {
    // The leak search of a sanitizer build needs a separate thread.
    ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    // The limit does not apply to root.
    const rlimit one{.rlim_cur = 1, .rlim_max = 1};
    const bool ready = ::setrlimit(RLIMIT_NPROC, &one) == 0 && ::chdir("/") == 0 &&
                       ::freopen(path("said").c_str(), "w", stderr) != nullptr &&
                       (::geteuid() != 0 || ::setuid(kNobody) == 0);
    if (ready) ::execl(HEATWAVE_BINARY, HEATWAVE_BINARY, command, what, nullptr);
    _exit(kNotReady);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotReady) GTEST_SKIP() << "no such limit here";
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const std::string said = testing::text_of(path("said"));
  EXPECT_TRUE(said.starts_with("heatwave: the system cannot start another thread: ")) << said;
  EXPECT_TRUE(said.ends_with(": Resource temporarily unavailable\n")) << said;
}

TEST_F(BadInput, TooSmallAStackIsSaid) {
  const testing::Outcome outcome = testing::other_program(
      "/", {"/bin/sh", "-c", "ulimit -s 256; exec \"$0\" stage race", HEATWAVE_BINARY});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "heatwave: a stack of 256 KB is too small; run 'ulimit -s 8192' first\n");
}

TEST_F(BadInput, CudaWithoutADevice) {
  if (core::cuda_status().usable) GTEST_SKIP() << "a CUDA device is there";
  const std::string text = complaint({"run", "--backend", "cuda", "--png", "new.png"}, 1);
  EXPECT_TRUE(text.starts_with("CUDA was requested, but ")) << text;
}

TEST_F(BadInput, TheWindowRefusesBeforeItOpens) {
  EXPECT_EQ(complaint({"--set", "alpha=0.3"}, 2),
            "diffusivity α = 0.3 breaks the stability rule α ≤ 1/4; switch off 'keep it stable' in "
            "the window to go further");
  EXPECT_EQ(complaint({"--screenshot", "existing.png"}, 1),
            "'existing.png' exists already; add --force to replace it");
}

TEST_F(BadInput, TheWindowRefusesAGridThatMemoryCannotHold) {
  const std::string text = complaint({"--size", "900000x900000", "--backend", "cpu"}, 1);
  EXPECT_TRUE(text.starts_with("a grid of 900000 × 900000 cells needs ")) << text;
}

TEST_F(BadInput, WithoutADisplayTheWindowSaysWhatElseThereIs) {
  const std::string text = complaint({}, 1);
  EXPECT_TRUE(contains(text, "display")) << text;
  EXPECT_TRUE(contains(text, "heatwave run")) << text;
}

TEST_F(BadInput, ADisplayThatDoesNotAnswerIsNone) {
  const std::string text = complaint({}, 1, 0, ":4711");
  EXPECT_TRUE(text.starts_with("no window can be opened: ")) << text;
  EXPECT_TRUE(text.ends_with("; 'heatwave run' computes and saves pictures without one")) << text;
}

}  // namespace
}  // namespace heatwave

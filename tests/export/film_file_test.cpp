// Films by ffmpeg: what it is asked for and given, and what becomes of its failures; by a program
// in its place.
#include "app/export/one_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "app/export/frame_sink.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::exporting {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::error_of;
using testing::TemporaryFolder;

/// A script called ffmpeg is the first that is found.
class StandIn : core::NonCopyable {
 public:
  explicit StandIn(const std::string& script) {
    const char* path = std::getenv("PATH");
    before_ = path != nullptr ? path : "";
    testing::write_text(folder_.path() / "ffmpeg", "#!/bin/sh\n" + script);
    fs::permissions(folder_.path() / "ffmpeg", fs::perms::owner_all);
    ::setenv("PATH", (folder_.path().string() + ":" + before_).c_str(), 1);
  }
  ~StandIn() { ::setenv("PATH", before_.c_str(), 1); }
  [[nodiscard]] const fs::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  std::string before_;
};

/// The last argument is "file:PATH".
constexpr const char* kTakesAll =
    "for last; do :; done\n"
    "printf '%s\\n' \"$@\" > \"$(dirname \"$0\")/arguments\"\n"
    "cat > \"${last#file:}\"\n";

Image shade(core::Extent extent, std::uint8_t value) {
  return {extent, std::vector<std::uint8_t>(static_cast<std::size_t>(3 * extent.cells()), value)};
}

TEST(Film, FfmpegIsGivenThePixelsAndItsFileAppearsWhenItIsDone) {
  const StandIn ffmpeg(kTakesAll);
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a film; $(false) 'quoted'.mp4";
  FilmFile film(path, system::Naming::exact);
  // More than a pipe holds.
  const core::Extent extent{640, 480};
  for (int i = 0; i < 4; ++i) film.add(shade(extent, static_cast<std::uint8_t>(i)), i);
  EXPECT_FALSE(fs::exists(path)) << "half a file";
  EXPECT_EQ(film.close(), path);
  const auto bytes = bytes_of(path);
  const auto frame = static_cast<std::size_t>(3 * extent.cells());
  ASSERT_EQ(bytes.size(), 4 * frame);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(bytes[i * frame + 1], i);
  EXPECT_EQ(folder.names().size(), 1U) << "nothing else is left";
  const std::string asked = testing::text_of(ffmpeg.folder() / "arguments");
  for (const char* words : {"-f\nrawvideo\n-pix_fmt\nrgb24\n-s\n640x480\n-r\n25\n-i\npipe:0\n",
                            "-pix_fmt\nyuv420p\n-f\nmp4\nfile:"}) {
    EXPECT_NE(asked.find(words), std::string::npos) << asked;
  }
}

TEST(Film, ItsSizeIsKnownAndItIsSavedWhenItIsDone) {
  // As encoders do, this one writes next to nothing until it has seen all.
  const StandIn ffmpeg("for last; do :; done\ncat > /dev/null\nprintf film > \"${last#file:}\"\n");
  const TemporaryFolder folder;
  const auto writer = std::make_shared<ExportQueue>();
  const auto tally = std::make_shared<FrameTally>();
  FrameSink sink(writer, folder.path() / "all.mp4", system::Naming::exact, tally);
  sink.add(shade({8, 6}, 1), 0);
  EXPECT_EQ(tally->open, 1);
  sink.close();
  writer->finish();
  EXPECT_EQ(tally->open, 0);
  EXPECT_EQ(tally->written, 1);
  EXPECT_EQ(tally->bytes, 4U);
}

TEST(Film, OneThatIsNotWrittenIsNoneOfWhatWasSaved) {
  // One takes all and then fails, one gives up over a frame that no pipe holds.
  for (const char* script : {"cat > /dev/null\nexit 3\n", "head -c 100000 > /dev/null\nexit 3\n"}) {
    const StandIn ffmpeg(script);
    const TemporaryFolder folder;
    const auto writer = std::make_shared<ExportQueue>();
    const auto tally = std::make_shared<FrameTally>();
    tally->written = 5;  // in another file
    tally->bytes = 50;
    {
      FrameSink sink(writer, folder.path() / "all.mp4", system::Naming::exact, tally);
      for (int i = 0; i < 3; ++i) sink.add(shade({200, 100}, 1), i);
    }
    writer->finish();
    EXPECT_TRUE(writer->take_failure().has_value()) << script;
    EXPECT_EQ(tally->done, 3);
    EXPECT_EQ(tally->open, 0);
    EXPECT_EQ(tally->written, 5) << script;
    EXPECT_EQ(tally->bytes, 50U) << script;
  }
}

TEST(Film, WhatFfmpegSaysIsToldAndNothingIsLeftBehind) {
  const StandIn ffmpeg("cat > /dev/null\necho 'Unknown encoder' >&2\nexit 3\n");
  const TemporaryFolder folder;
  FilmFile film(folder.path() / "all.webm", system::Naming::exact);
  film.add(shade({8, 6}, 1), 0);
  const std::string words = error_of([&] { film.close(); });
  EXPECT_NE(words.find("Unknown encoder"), std::string::npos) << words;
  EXPECT_TRUE(folder.names().empty());
}

TEST(Film, AnOddRowOrColumnComesTwiceForWhatPlayersWant) {
  const StandIn ffmpeg("cat > /dev/null\necho \"$*\" >&2\nexit 3\n");
  const TemporaryFolder folder;
  FilmFile film(folder.path() / "all.mp4", system::Naming::exact);
  film.add(shade({9, 6}, 1), 0);
  const std::string words = error_of([&] { film.close(); });
  EXPECT_NE(words.find("fillborders=right=1:bottom=0:mode=smear"), std::string::npos) << words;
}

TEST(Film, OneThatReadsNoMoreIsGivenUpOnceWithItsWords) {
  const StandIn ffmpeg("echo 'No space left on device' >&2\nexit 1\n");
  const TemporaryFolder folder;
  FilmFile film(folder.path() / "all.mp4", system::Naming::exact);
  std::string words;
  for (int i = 0; i < 200 && words.empty(); ++i) {
    words = error_of([&] { film.add(shade({640, 480}, 1), i); });
  }
  EXPECT_NE(words.find("No space left on device"), std::string::npos) << words;
  EXPECT_NE(error_of([&] { film.add(shade({640, 480}, 1), 201); }), "");
  EXPECT_EQ(film.close(), fs::path());
  EXPECT_TRUE(folder.names().empty());
}

TEST(Film, WithoutFfmpegItIsSaidBeforeAnythingIsComputed) {
  const char* path = std::getenv("PATH");
  const std::string before = path != nullptr ? path : "";
  const TemporaryFolder empty;
  ::setenv("PATH", empty.path().c_str(), 1);
  const std::string words =
      error_of([&] { FilmFile(empty.path() / "all.mp4", system::Naming::exact); });
  ::setenv("PATH", before.c_str(), 1);
  EXPECT_NE(words.find("not installed"), std::string::npos) << words;
}

TEST(Film, WhatIsNeverClosedIsGivenUp) {
  const StandIn ffmpeg(kTakesAll);
  const TemporaryFolder folder;
  {
    FilmFile film(folder.path() / "all.mp4", system::Naming::exact);
    film.add(shade({8, 6}, 1), 0);
  }
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace heatwave::exporting

// Tests pictures of fields, and the thread that writes them.
#include "app/export/export_queue.h"
#include "app/export/field_picture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <limits>
#include <memory>
#include <thread>

#include "app/system/write_files.h"
#include "kernels/field/cells.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using testing::bytes_of;
using testing::cannot_write;
using testing::error_of;
using testing::TemporaryFolder;
using Names = std::vector<std::string>;

Image speckled(core::Extent extent, unsigned seed) {
  Image image{.extent = extent,
              .rgb = std::vector<std::uint8_t>(static_cast<std::size_t>(3 * extent.cells()))};
  for (std::uint8_t& byte : image.rgb) {
    seed = seed * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(seed >> 24U);
  }
  return image;
}

FieldPicture two_by_two() {
  return {
      .extent = {2, 2},
      .cells = {0.0F, 1.0F, 0.5F, 2.0F},
      .flags = {},
      .scale = {.map = &colour::find_colour_map("gray"), .bands = 0, .low = 0.0F, .high = 1.0F}};
}

TEST(EncodedPng, ComesBackPixelByPixel) {
  for (const core::Extent extent : {core::Extent{1, 1}, {1, 7}, {7, 1}, {3, 2}, {64, 48}}) {
    const Image image = speckled(extent, 7);
    const std::vector<std::uint8_t> png = encoded_png(image);
    const Image back = decoded_png({reinterpret_cast<const char*>(png.data()), png.size()});
    EXPECT_EQ(back.extent, extent);
    EXPECT_EQ(back.rgb, image.rgb);
  }
}

TEST(EncodedPng, IsTheSameEveryTimeAndInEveryThread) {
  const Image image = speckled({100, 80}, 3);
  const std::vector<std::uint8_t> bytes = encoded_png(image);
  std::vector<std::uint8_t> elsewhere;
  std::thread([&] { elsewhere = encoded_png(image); }).join();
  EXPECT_EQ(encoded_png(image), bytes);
  EXPECT_EQ(elsewhere, bytes);
}

TEST(EncodedPng, RefusesWhatDoesNotFillItsSize) {
  EXPECT_NE(error_of([] { (void)encoded_png({.extent = {2, 2}, .rgb = {1, 2, 3}}); }), "");
  EXPECT_NE(error_of([] { (void)encoded_png({.extent = {0, 0}, .rgb = {}}); }), "");
}

TEST(PngSize, IsRefusedWithoutAPicture) {
  EXPECT_EQ(error_of([] { check_png_size({17000, 17000}); }), "");
  EXPECT_EQ(error_of([] {
              check_png_size({17400, 17400});
            }),
            "17400 × 17400 is too large for a PNG file");
  constexpr int kMost = std::numeric_limits<int>::max();
  EXPECT_NE(error_of([] { check_png_size({kMost, kMost}); }), "");
}

TEST(FrameName, SortsByItsStep) {
  EXPECT_EQ(frame_name(0), "frame-00000000.png");
  EXPECT_EQ(frame_name(12400), "frame-00012400.png");
}

TEST(Coloured, TakesTheColoursOfTheScale) {
  const Image image = coloured(two_by_two());
  EXPECT_EQ(image.rgb,
            (std::vector<std::uint8_t>{0, 0, 0, 255, 255, 255, 128, 128, 128, 255, 255, 255}));
}

TEST(Coloured, ShowsWallsAsWalls) {
  FieldPicture picture = two_by_two();
  picture.flags = {field::kHeld, field::kWall, 0, field::kWall | field::kNoEast};
  const colour::Rgb wall = colour::kWallColour;
  EXPECT_EQ(coloured(picture).rgb, (std::vector<std::uint8_t>{0, 0, 0, wall.r, wall.g, wall.b, 128,
                                                              128, 128, wall.r, wall.g, wall.b}));
}

TEST(ExportQueue, WritesInOrderAndCounts) {
  const TemporaryFolder folder;
  ExportQueue writer;
  std::vector<std::filesystem::path> paths;
  for (int i = 0; i < 20; ++i) {
    // Large and small pictures alternate, so that an overtaking write would show.
    const int side = i % 2 == 0 ? 200 : 2;
    paths.push_back(folder.path() / "frames" / fmt::format("f{}.png", i));
    writer.write(speckled({side, side}, 1), paths.back(), system::Naming::exact);
  }
  EXPECT_EQ(writer.status().taken, 20);
  writer.finish();
  const QueueStatus status = writer.status();
  EXPECT_EQ(status.written, 20);
  EXPECT_EQ(status.failed, 0);
  EXPECT_EQ(status.newest, paths.back());
  EXPECT_EQ(status.seconds_left, 0.0);
  EXPECT_FALSE(writer.take_failure().has_value());
}

TEST(ExportQueue, WritesTheVeryBytesOfTheEncoder) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f.png";
  {
    ExportQueue writer;
    writer.write(two_by_two(), path, system::Naming::exact);
  }
  EXPECT_EQ(bytes_of(path), encoded_png(coloured(two_by_two())));
}

TEST(ExportQueue, FinishesBeforeItGoes) {
  const TemporaryFolder folder;
  {
    ExportQueue writer;
    for (int i = 0; i < 10; ++i) {
      writer.write(speckled({120, 120}, 5), folder.path() / "f.png", system::Naming::fresh);
    }
  }
  EXPECT_EQ(folder.names(), (Names{"f-10.png", "f-2.png", "f-3.png", "f-4.png", "f-5.png",
                                   "f-6.png", "f-7.png", "f-8.png", "f-9.png", "f.png"}));
}

TEST(ExportQueue, OneFailureStopsNoOther) {
  const TemporaryFolder folder;
  system::write_whole_file(folder.path() / "file", {}, system::Naming::exact);
  system::write_whole_file(folder.path() / "taken.png", {}, system::Naming::exact);
  ExportQueue writer;
  writer.write(two_by_two(), folder.path() / "file" / "f.png", system::Naming::fresh);
  writer.write(two_by_two(), folder.path() / "taken.png", system::Naming::exact);
  writer.write(Image{.extent = {5, 5}, .rgb = {}}, folder.path() / "empty.png",
               system::Naming::fresh);
  writer.write(two_by_two(), folder.path() / "good.png", system::Naming::fresh);
  writer.finish();
  EXPECT_EQ(writer.status().written, 1);
  EXPECT_EQ(writer.status().failed, 3);
  EXPECT_EQ(writer.take_failure(), cannot_write(folder.path() / "file/f.png", "Not a directory"));
  EXPECT_FALSE(writer.take_failure().has_value());
  EXPECT_EQ(folder.names(), (Names{"file", "good.png", "taken.png"}));
}

TEST(ExportQueue, HasNoRoomWhileTooMuchWaits) {
  const TemporaryFolder folder;
  ExportQueue writer;
  EXPECT_TRUE(writer.has_room());
  // The first picture keeps the writer busy; the others wait and are then refused.
  Image busy = speckled({1200, 1200}, 1);
  std::vector<Image> refused(4);
  for (Image& image : refused) image = {{1, 1}, std::vector<std::uint8_t>(std::size_t{64} << 20U)};
  writer.write(std::move(busy), folder.path() / "busy.png", system::Naming::exact);
  for (Image& image : refused) {
    writer.write(std::move(image), folder.path() / "f.png", system::Naming::exact);
  }
  EXPECT_FALSE(writer.has_room());
  writer.finish();
  EXPECT_TRUE(writer.has_room());
  EXPECT_EQ(writer.status().written, 1);
}

TEST(ExportQueue, EstimatesByItsPace) {
  const TemporaryFolder folder;
  ExportQueue writer;
  writer.write(speckled({300, 300}, 1), folder.path() / "f.png", system::Naming::fresh);
  writer.finish();
  for (int i = 0; i < 10; ++i) {
    writer.write(speckled({300, 300}, 1), folder.path() / "f.png", system::Naming::fresh);
  }
  EXPECT_GT(writer.status().seconds_left, 0.0);
  writer.finish();
  EXPECT_EQ(writer.status().seconds_left, 0.0);
}

/// Runs in a child process with a file size limit of `limit` bytes, like a full disk.
int failures_with_limit(const TemporaryFolder& folder, rlim_t limit) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit file_size{.rlim_cur = limit, .rlim_max = limit};
    if (setrlimit(RLIMIT_FSIZE, &file_size) != 0) _exit(99);
    ExportQueue writer;
    writer.write(two_by_two(), folder.path() / "small-1.png", system::Naming::exact);
    writer.write(speckled({200, 200}, 1), folder.path() / "large.png", system::Naming::exact);
    writer.write(two_by_two(), folder.path() / "small-2.png", system::Naming::exact);
    writer.finish();
    const bool told =
        writer.take_failure() == cannot_write(folder.path() / "large.png", "File too large");
    _exit(told ? static_cast<int>(writer.status().failed) : 98);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}

TEST(ExportQueue, AFullDiskLeavesNoHalfFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(failures_with_limit(folder, 4000), 1);
  EXPECT_EQ(folder.names(), (Names{"small-1.png", "small-2.png"}));
}

TEST(ExportQueue, WithoutMemoryAPictureFailsInWords) {
  ExportQueue writer;
  writer.add(1, []() -> std::filesystem::path { throw std::bad_alloc(); });
  writer.finish();
  EXPECT_EQ(writer.take_failure(), "out of memory");
  EXPECT_EQ(writer.status().failed, 1);
}

}  // namespace
}  // namespace heatwave::exporting

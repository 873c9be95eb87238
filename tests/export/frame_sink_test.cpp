// Sequences of frames as files, in every format that there is.
#include "app/export/frame_sink.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <string>

#include "kernels/core/error.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using testing::bytes_of;
using testing::TemporaryFolder;

Image image(core::Extent extent, std::uint8_t shade) {
  return {extent, std::vector<std::uint8_t>(static_cast<std::size_t>(3 * extent.cells()), shade)};
}

std::uint32_t number_at(const std::vector<std::uint8_t>& bytes, std::size_t at) {
  return std::uint32_t{bytes.at(at)} << 24U | std::uint32_t{bytes.at(at + 1)} << 16U |
         std::uint32_t{bytes.at(at + 2)} << 8U | std::uint32_t{bytes.at(at + 3)};
}

/// CRC-32, the slow way of the standard's appendix.
std::uint32_t crc(const std::vector<std::uint8_t>& bytes, std::size_t from, std::size_t to) {
  std::uint32_t rest = 0xffffffff;
  for (std::size_t at = from; at < to; ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const bool one = (((bytes.at(at) >> bit) ^ rest) & 1U) != 0;
      rest = rest >> 1U ^ (one ? 0xedb88320U : 0U);
    }
  }
  return ~rest;
}

struct Chunk {
  std::string type;
  std::size_t data = 0;  ///< where it begins
  std::uint32_t size = 0;
};

std::vector<Chunk> chunks_of(const std::vector<std::uint8_t>& png) {
  std::vector<Chunk> chunks;
  for (std::size_t at = 8; at < png.size();) {
    const std::uint32_t size = number_at(png, at);
    chunks.push_back({std::string(png.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                                  png.begin() + static_cast<std::ptrdiff_t>(at) + 8),
                      at + 8, size});
    EXPECT_EQ(number_at(png, at + 8 + size), crc(png, at + 4, at + 8 + size));
    at += 12 + size;
  }
  return chunks;
}

TEST(FrameSink, AFolderHasAPictureForEachFrame) {
  const TemporaryFolder folder;
  const auto writer = std::make_shared<ExportQueue>();
  FrameSink sink(writer, folder.path() / "frames", system::Naming::exact);
  for (int i = 0; i < 3; ++i) sink.add(image({4, 3}, 50), 10 * i);
  sink.close();
  writer->finish();
  EXPECT_FALSE(writer->take_failure().has_value());
  EXPECT_EQ(bytes_of(folder.path() / "frames/frame-00000020.png"), encoded_png(image({4, 3}, 50)));
  EXPECT_EQ(writer->status().written, 3);
}

TEST(FrameSink, AnAnimationHasAllFramesInOrderInOneFile) {
  const TemporaryFolder folder;
  const auto writer = std::make_shared<ExportQueue>();
  FrameSink sink(writer, folder.path() / "all.apng", system::Naming::exact);
  for (int i = 0; i < 5; ++i) sink.add(image({8, 6}, static_cast<std::uint8_t>(40 * i)), i);
  writer->finish();
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "all.apng")) << "half a file";
  sink.close();
  writer->finish();
  ASSERT_FALSE(writer->take_failure().has_value());
  const auto png = bytes_of(folder.path() / "all.apng");
  const auto chunks = chunks_of(png);
  std::string types;
  std::uint32_t sequence = 0;
  for (const Chunk& chunk : chunks) {
    types += chunk.type + ' ';
    if (chunk.type == "acTL") {
      EXPECT_EQ(number_at(png, chunk.data), 5U);
    }
    if (chunk.type == "fcTL" || chunk.type == "fdAT") {
      EXPECT_EQ(number_at(png, chunk.data), sequence++);
    }
  }
  EXPECT_EQ(types, "IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT fcTL fdAT fcTL fdAT IEND ");
}

TEST(FrameSink, AnAnimationRefusesAFrameOfAnotherSizeAndLeavesNothingHalf) {
  const TemporaryFolder folder;
  const auto writer = std::make_shared<ExportQueue>();
  {
    FrameSink sink(writer, folder.path() / "all.apng", system::Naming::exact);
    sink.add(image({8, 6}, 1), 0);
    sink.add(image({9, 6}, 1), 1);
    sink.close();
  }
  writer->finish();
  const auto failure = writer->take_failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_NE(failure->find("none of 9 × 6 can follow"), std::string::npos) << *failure;
  EXPECT_EQ(chunks_of(bytes_of(folder.path() / "all.apng")).back().type, "IEND");
}

TEST(FrameSink, AnAnimationWithoutFramesIsNoFile) {
  const TemporaryFolder folder;
  const auto writer = std::make_shared<ExportQueue>();
  FrameSink(writer, folder.path() / "all.apng", system::Naming::exact).close();
  writer->finish();
  EXPECT_TRUE(folder.names().empty());
}

TEST(FrameSink, AnAnimationOfWhichAFrameCannotBeWrittenIsGivenUp) {
  const TemporaryFolder folder;
  const auto writer = std::make_shared<ExportQueue>();
  const auto tally = std::make_shared<FrameTally>();
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  FrameSink sink(writer, folder.path() / "all.apng", system::Naming::exact, tally);
  const rlimit small{.rlim_cur = 60, .rlim_max = limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  sink.add(image({8, 6}, 1), 0);
  writer->finish();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);  // the disk has room again
  std::signal(SIGXFSZ, before);
  sink.add(image({8, 6}, 2), 1);
  sink.close();
  writer->finish();
  EXPECT_NE(writer->take_failure().value_or("").find("File too large"), std::string::npos);
  EXPECT_TRUE(folder.names().empty());
  EXPECT_EQ(tally->done, 2);
  EXPECT_EQ(tally->written, 0);
  EXPECT_EQ(tally->open, 0);
}

}  // namespace
}  // namespace heatwave::exporting

// GIF, read by a decoder of the test's own.
#include "app/export/one_file.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using testing::bytes_of;
using testing::TemporaryFolder;

/// As the standard says, a table of whole rows, nothing clever.
std::vector<std::uint8_t> decoded(const std::vector<std::uint8_t>& codes, unsigned bits) {
  const unsigned clear = 1U << bits;
  std::vector<std::vector<std::uint8_t>> table;
  std::vector<std::uint8_t> pixels;
  unsigned width = bits + 1;
  std::size_t at = 0;
  int before = -1;
  const auto reset = [&] {
    table.assign(clear + 2, {});
    for (unsigned i = 0; i < clear; ++i) table[i] = {static_cast<std::uint8_t>(i)};
    width = bits + 1;
    before = -1;
  };
  reset();
  for (;;) {
    unsigned code = 0;
    for (unsigned bit = 0; bit < width; ++bit, ++at) {
      code |= (codes.at(at / 8) >> (at % 8) & 1U) << bit;
    }
    if (code == clear) {
      reset();
      continue;
    }
    if (code == clear + 1) break;
    std::vector<std::uint8_t> row;
    if (code < table.size()) {
      row = table[code];
    } else {
      if (code != table.size() || before < 0) throw std::runtime_error("a code of nothing");
      row = table[static_cast<std::size_t>(before)];
      row.push_back(row.front());
    }
    if (before >= 0 && table.size() < 4096) {
      table.push_back(table[static_cast<std::size_t>(before)]);
      table.back().push_back(row.front());
      if (table.size() == std::size_t{1} << width && width < 12) ++width;
    }
    pixels.insert(pixels.end(), row.begin(), row.end());
    before = static_cast<int>(code);
  }
  EXPECT_EQ((at + 7) / 8, codes.size()) << "nothing stands behind the end";
  return pixels;
}

struct Gif {
  core::Extent extent;
  std::vector<Image> frames;
  std::vector<int> hundredths;
};

Gif read_gif(const std::vector<std::uint8_t>& bytes) {
  Gif gif;
  std::size_t at = 0;
  const auto byte = [&] { return bytes.at(at++); };
  const auto number = [&] {
    const int low = byte();
    return low + 256 * byte();
  };
  EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 6), "GIF89a");
  at = 6;
  gif.extent.width = number();
  gif.extent.height = number();
  EXPECT_EQ(byte() & 0x80, 0);
  at += 2;
  const auto blocks = [&] {
    std::vector<std::uint8_t> all;
    while (const std::size_t size = byte()) {
      all.insert(all.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
      at += size;
    }
    return all;
  };
  for (int kind = byte(); kind != 0x3b; kind = byte()) {
    if (kind == 0x21) {
      const int label = byte();
      const auto data = blocks();
      if (label == 0xf9) gif.hundredths.push_back(data.at(1) + 256 * data.at(2));
      continue;
    }
    EXPECT_EQ(kind, 0x2c);
    at += 4;
    Image image{{number(), number()}, {}};
    const unsigned colours = 1U << ((byte() & 7U) + 1);
    const std::size_t palette = at;
    at += 3UL * colours;
    const unsigned bits = byte();
    for (const std::uint8_t pixel : decoded(blocks(), bits)) {
      for (std::size_t i = 0; i < 3; ++i) image.rgb.push_back(bytes.at(palette + 3UL * pixel + i));
    }
    gif.frames.push_back(std::move(image));
  }
  EXPECT_EQ(at, bytes.size());
  return gif;
}

Image noise(core::Extent extent, int colours, unsigned seed) {
  std::mt19937 random(seed);
  Image image{extent, {}};
  for (std::int64_t i = 0; i < extent.cells(); ++i) {
    const auto value = static_cast<unsigned>(random() % static_cast<unsigned>(colours));
    image.rgb.push_back(static_cast<std::uint8_t>(value));
    image.rgb.push_back(static_cast<std::uint8_t>(value >> 8U));
    image.rgb.push_back(static_cast<std::uint8_t>(255 - value % 256));
  }
  return image;
}

TEST(Gif, PixelsComeBackWhateverTheyAreAndHoweverMany) {
  std::mt19937 random(5);
  for (const unsigned bits : {2U, 3U, 8U}) {
    for (const std::size_t count : {0UL, 1UL, 2UL, 3UL, 100UL, 4095UL, 5000UL, 300'000UL}) {
      for (const unsigned kinds : {1U, 2U, 1U << bits}) {
        std::vector<std::uint8_t> pixels(count);
        for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(random() % kinds);
        EXPECT_EQ(decoded(lzw(pixels, bits), bits), pixels) << bits << " " << count << " " << kinds;
      }
    }
  }
}

TEST(Gif, EveryLengthOfARunEndsWithTheRightWidth) {
  for (std::size_t count = 1; count < 3000; ++count) {
    const std::vector<std::uint8_t> pixels(count, 3);
    ASSERT_EQ(decoded(lzw(pixels, 2), 2), pixels) << count;
  }
}

TEST(Gif, FramesOfUpTo256ColoursAreExact) {
  const TemporaryFolder folder;
  AnimatedGif gif(folder.path() / "all.gif", system::Naming::exact);
  std::vector<Image> frames;
  for (const int colours : {1, 2, 3, 17, 255, 256}) {
    frames.push_back(noise({61, 47}, colours, static_cast<unsigned>(colours)));
    gif.add(frames.back(), colours);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "all.gif")) << "half a file";
  EXPECT_EQ(gif.close(), folder.path() / "all.gif");
  const auto bytes = bytes_of(folder.path() / "all.gif");
  EXPECT_EQ(bytes.size(), gif.bytes());
  const Gif read = read_gif(bytes);
  EXPECT_EQ(read.extent, (core::Extent{61, 47}));
  ASSERT_EQ(read.frames.size(), frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) EXPECT_EQ(read.frames[i].rgb, frames[i].rgb) << i;
  EXPECT_EQ(read.hundredths, std::vector<int>(frames.size(), 4));
}

TEST(Gif, WhatHasMoreColoursKeepsTheMostFrequentAndComesNear) {
  Image image = noise({40, 40}, 600, 9);
  for (std::size_t i = 0; i < 900; ++i) image.rgb[i] = 10;
  const Palette palette = palette_of(image);
  EXPECT_EQ(palette.colours.size(), 256U);
  EXPECT_EQ(palette.colours.front(), (std::array<std::uint8_t, 3>{10, 10, 10}));
  for (std::size_t i = 0; i < palette.pixels.size(); ++i) {
    const auto& colour = palette.colours[palette.pixels[i]];
    for (std::size_t part = 0; part < 3; ++part) {
      EXPECT_NEAR(colour[part], image.rgb[3 * i + part], 16) << i;
    }
  }
}

TEST(Gif, AFrameOfAnotherSizeIsRefused) {
  const TemporaryFolder folder;
  AnimatedGif gif(folder.path() / "all.gif", system::Naming::exact);
  gif.add(noise({8, 6}, 3, 1), 0);
  EXPECT_THROW(gif.add(noise({9, 6}, 3, 1), 1), core::Error);
  gif.close();
  EXPECT_EQ(read_gif(bytes_of(folder.path() / "all.gif")).frames.size(), 1U);
}

}  // namespace
}  // namespace heatwave::exporting

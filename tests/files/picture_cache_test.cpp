// Tests the pictures kept on disk: found again, damaged, and too many.
#include "app/files/picture_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "../system/temporary_folder.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;

exporting::Image picture(std::uint8_t shade, core::Extent extent = {6, 4}) {
  exporting::Image image{extent, {}};
  for (std::int64_t i = 0; i < 3 * extent.cells(); ++i) {
    image.rgb.push_back(static_cast<std::uint8_t>(shade + i));
  }
  return image;
}

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> all;
  for (const auto& each : fs::directory_iterator(folder)) all.push_back(each.path());
  return all;
}

TEST(PictureCache, FindsAPictureAgainAlsoAfterAnotherStart) {
  const heatwave::testing::TemporaryFolder home;
  const fs::path folder = home.path() / "pictures";
  PictureCache cache(folder);
  EXPECT_FALSE(cache.find(7));
  cache.keep(7, picture(10));
  const PictureCache later(folder);
  for (const PictureCache* each : {static_cast<const PictureCache*>(&cache), &later}) {
    const auto found = each->find(7);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->extent, (core::Extent{6, 4}));
    EXPECT_EQ(found->rgb, picture(10).rgb);
    EXPECT_FALSE(each->find(8));
  }
}

TEST(PictureCache, ADamagedFileIsAsGoodAsNoneAndIsReplaced) {
  const heatwave::testing::TemporaryFolder home;
  PictureCache cache(home.path());
  cache.keep(7, picture(10));
  const fs::path file = files_of(home.path()).at(0);
  std::ifstream in(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  // Each byte counts, also those that a reader of PNG files does not check.
  for (std::size_t at = 0; at < whole.size(); at += 5) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    std::ofstream(file, std::ios::binary) << damaged;
    EXPECT_FALSE(cache.find(7)) << at;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, whole.size() - 1}) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, size);
    EXPECT_FALSE(cache.find(7)) << size;
  }
  cache.keep(7, picture(20));
  ASSERT_TRUE(cache.find(7));
  EXPECT_EQ(cache.find(7)->rgb, picture(20).rgb);
}

TEST(PictureCache, DeletesThePicturesUsedLeastRecentlyWhenAllTogetherAreTooLarge) {
  const heatwave::testing::TemporaryFolder home;
  PictureCache first(home.path());
  first.keep(0, picture(0));
  const std::uint64_t each = fs::file_size(files_of(home.path()).at(0));
  PictureCache cache(home.path(), 4 * each);
  const auto age = [&](std::uint64_t hours) {
    for (const fs::path& file : files_of(home.path())) {
      fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(hours));
    }
  };
  for (std::uint64_t key = 1; key < 4; ++key) {
    age(1);
    cache.keep(key, picture(0));
  }
  age(1);
  ASSERT_TRUE(cache.find(0)) << "it has been used, so it is the newest now";
  cache.keep(4, picture(0));
  EXPECT_LE(files_of(home.path()).size(), 4U);
  EXPECT_TRUE(cache.find(0));
  EXPECT_TRUE(cache.find(4));
  EXPECT_FALSE(cache.find(1));
}

TEST(PictureCache, WorksWithoutAFolder) {
  PictureCache cache({});
  cache.keep(7, picture(10));
  EXPECT_FALSE(cache.find(7));
  PictureCache elsewhere("/proc/no/such/folder");
  elsewhere.keep(7, picture(10));
  EXPECT_FALSE(elsewhere.find(7));
}

}  // namespace
}  // namespace heatwave::files

// Tests pictures on the command line: put into a scene, and saved with a frame.
#include <gtest/gtest.h>

#include "kernels/core/geometry.h"
#include "tests/cli/program_test.h"

namespace heatwave {
namespace {

using testing::bytes_of;
using testing::Outcome;
using Words = std::vector<std::string>;

class Pictures : public testing::ProgramTest {
 protected:
  /// Runs `heatwave run` on the CPU; it must succeed.
  void run(const Words& more) const { done(testing::joined({"run", "--backend", "cpu"}, more)); }
};

TEST_F(Pictures, APictureBecomesPartOfTheSceneAndIsNotNeededAgain) {
  const std::string picture = HEATWAVE_ASSET_FOLDER "/pictures/lens.png";
  for (const char* use : {"walls", "media", "sources", "field"}) {
    const std::string name(use);
    run({"--scene", "heat-plate", "--size", "64x48", "--picture", picture, "--threshold", "0.6",
         "--as", name, "--steps", "40", "--record", name + ".hwrec", "--png", name + ".png",
         "--dump", name + ".npy"});
    const Outcome again = testing::heatwave(
        path(""), {"replay", name + ".hwrec", "--threads", "1", "--dump", name + "2.npy"});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(bytes_of(path(name + ".npy")), bytes_of(path(name + "2.npy")));
  }
  EXPECT_NE(bytes_of(path("walls.npy")), bytes_of(path("media.npy")));
  EXPECT_NE(bytes_of(path("sources.npy")), bytes_of(path("field.npy")));
}

TEST_F(Pictures, SeveralMediaOfOneFactorAreOneMediumToTheBit) {
  const auto made = [&](const std::string& name, const std::string& worth) {
    run({"--scene", "wave-drop", "--size", "64x48", "--picture",
         HEATWAVE_ASSET_FOLDER "/pictures/window-lab.png", "--threshold", "0.6", "--as", "media",
         "--worth", worth, "--steps", "40", "--dump", name + ".npy"});
    return bytes_of(path(name + ".npy"));
  };
  const auto one = made("one", "0.5");
  EXPECT_EQ(made("three", "0.5,0.5,0.5"), one);
  const auto graded = made("graded", "0.8,0.5,0.2");
  EXPECT_NE(graded, one);
  EXPECT_NE(made("walled", "0.8,0.5,wall"), graded);
}

TEST_F(Pictures, APictureWithoutItsUseIsRefusedAndAUseWithoutAPictureToo) {
  const std::string picture = HEATWAVE_ASSET_FOLDER "/pictures/lens.png";
  const auto refused = [&](const Words& words) {
    Words all{"run"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = testing::heatwave(path(""), all);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    return outcome.err;
  };
  EXPECT_TRUE(testing::contains(refused({"--picture", picture}), "add --as walls|media"));
  EXPECT_TRUE(testing::contains(refused({"--as", "walls"}), "add --picture FILE"));
  EXPECT_TRUE(testing::contains(refused({"--picture", picture, "--as", "walls", "--worth", "2"}),
                                "walls have no --worth"));
  const Outcome missing =
      testing::heatwave(path(""), {"run", "--picture", "none.png", "--as", "walls"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_TRUE(testing::contains(missing.err, "'none.png' does not exist")) << missing.err;
}

/// Reads the size in a PNG file's header.
core::Extent size_of_png(const std::filesystem::path& path) {
  const auto bytes = bytes_of(path);
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return value;
  };
  return {number(16), number(20)};
}

TEST_F(Pictures, PicturesAndFilmsAreSavedWithWhatIsAskedFor) {
  const Words base{"--scene", "two-metals", "--size", "160x120", "--steps", "20"};
  const auto saved = [&](const std::string& name, const std::string& with) {
    Words words = base;
    words.insert(words.end(), {"--png", name});
    if (!with.empty()) words.insert(words.end(), {"--with", with});
    run(words);
    return size_of_png(path(name));
  };
  EXPECT_EQ(saved("bare.png", ""), (core::Extent{160, 120}));
  EXPECT_EQ(saved("lined.png", "outlines"), (core::Extent{160, 120}));
  EXPECT_NE(bytes_of(path("bare.png")), bytes_of(path("lined.png")));
  const core::Extent framed = saved("framed.png", "bar,title");
  EXPECT_GT(framed.width, 3 * 160);
  EXPECT_GT(framed.height, 3 * 120);
  Words film = base;
  film.insert(film.end(), {"--every", "5", "--out", "film.apng", "--with", "title,bar"});
  run(film);
  EXPECT_EQ(size_of_png(path("film.apng")), framed);
}

TEST_F(Pictures, PicturesAndFilmsHaveTheSizeThatIsAskedFor) {
  const auto saved = [&](const std::string& name, const Words& more) {
    Words words{"--scene", "two-metals", "--size", "160x120", "--steps", "20"};
    words.insert(words.end(), more.begin(), more.end());
    run(words);
    return size_of_png(path(name));
  };
  EXPECT_EQ(saved("times.png", {"--png", "times.png", "--png-size", "2"}),
            (core::Extent{320, 240}));
  EXPECT_EQ(saved("exact.png", {"--png", "exact.png", "--png-size", "500x300", "--smooth", "--with",
                                "bar,title,outlines"}),
            (core::Extent{500, 300}));
  EXPECT_EQ(saved("film.apng", {"--every", "5", "--out", "film.apng", "--png-size", "500x300"}),
            (core::Extent{500, 300}));
}

TEST_F(Pictures, AreSmoothOnlyWhereThatIsAskedFor) {
  const auto saved = [&](const std::string& name, const Words& more) {
    Words words{"--scene", "two-metals", "--size", "160x120", "--steps", "20", "--png", name};
    words.insert(words.end(), more.begin(), more.end());
    run(words);
    return bytes_of(path(name));
  };
  EXPECT_EQ(saved("no.png", {"--no-smooth"}), saved("bare.png", {}));
  EXPECT_EQ(saved("undone.png", {"--smooth", "--no-smooth"}), saved("again.png", {}));
  (void)saved("smooth.png", {"--smooth"});
  EXPECT_EQ(size_of_png(path("smooth.png")), (core::Extent{480, 360}));
  const auto framed = saved("framed.png", {"--with", "bar"});
  const auto both = saved("both.png", {"--smooth", "--with", "bar"});
  EXPECT_NE(both, framed);
  EXPECT_EQ(size_of_png(path("both.png")), size_of_png(path("framed.png")));
}

}  // namespace
}  // namespace heatwave

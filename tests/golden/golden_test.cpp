// Pictures of every scene as they were when a person last looked at them, to the bit. After a
// change that is meant to be seen, look at the new ones and keep them:
//   heatwave run --scene NAME --size 160x120 --steps STEPS --png
//   tests/golden/pictures/NAME-STEPS.png
// Those of fields on a line are in tests/golden/lines/, and are made with --size 320x1.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/export/field_picture.h"
#include "tests/cli/program.h"
#include "tests/system/temporary_folder.h"

namespace heatwave {
namespace {

namespace fs = std::filesystem;

struct Golden {
  std::string size;
  fs::path file;
  std::string scene;
  std::string steps;
};

std::vector<Golden> goldens() {
  std::vector<Golden> all;
  const auto add = [&](const fs::path& folder, const std::string& size) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string stem = entry.path().stem().string();
      const auto dash = stem.rfind('-');
      all.push_back({size, entry.path(), stem.substr(0, dash), stem.substr(dash + 1)});
    }
  };
  add(HEATWAVE_GOLDEN_FOLDER, "160x120");
  add(HEATWAVE_GOLDEN_FOLDER "/../lines", "320x1");
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return all;
}

exporting::Image picture_in(const fs::path& file) {
  return exporting::decoded_png(testing::text_of(file));
}

class GoldenPicture : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenPicture, IsMadeAgainToTheBit) {
  const Golden& golden = GetParam();
  const testing::TemporaryFolder folder;
  const testing::Outcome outcome = testing::heatwave(
      folder.path(), {"run", "--scene", golden.scene, "--size", golden.size, "--steps",
                      golden.steps, "--backend", "auto", "--png", "new.png"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const exporting::Image made = picture_in(folder.path() / "new.png");
  const exporting::Image kept = picture_in(golden.file);
  ASSERT_FALSE(made.rgb.empty());
  EXPECT_TRUE(made.extent == kept.extent && made.rgb == kept.rgb)
      << golden.file << " differs; look at both";
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenPicture, ::testing::ValuesIn(goldens()),
                         [](const auto& one) {
                           std::string name = one.param.scene;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(GoldenPictures, ThereIsOneOfEveryScene) {
  const std::vector<Golden> all = goldens();
  for (const char* folder : {"/scenes", "/scenes/on-a-line"}) {
    for (const auto& entry : fs::directory_iterator(HEATWAVE_ASSET_FOLDER + std::string(folder))) {
      if (entry.path().extension() != ".json") continue;
      const std::string scene = entry.path().stem().string();
      EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                              [&](const Golden& golden) { return golden.scene == scene; }))
          << "no picture of " << scene;
    }
  }
}

}  // namespace
}  // namespace heatwave

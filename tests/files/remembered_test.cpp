// Tests the remembered settings, and the treatment of unreadable files.
#include "app/files/remembered.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "kernels/core/error.h"
#include "tests/system/temporary_folder.h"
#include "tests/system/variable.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;
using testing::Variable;

class RememberedTest : public ::testing::Test {
 protected:
  [[nodiscard]] system::PersonFolders folders() const {
    return {folder_.path() / "config", folder_.path() / "state", folder_.path() / "data"};
  }
  [[nodiscard]] fs::path settings() const { return folders().config / "settings.json"; }
  [[nodiscard]] fs::path state() const { return folders().state / "state.json"; }
  static Remembered some() {
    Remembered some;
    some.dark = false;
    some.scale = 1.5F;
    some.smooth_cells = false;
    some.less_motion = true;
    some.key_captions = false;
    some.rate = 30;
    some.exports = "pictures";
    some.window = {1000, 700};
    some.lab_divider = 0.625F;
    some.room = "stage";
    some.scene = "/somewhere/lens.json";
    some.folder = "/somewhere";
    some.recent = {"/somewhere/lens.json", "/a.hwrec"};
    some.turned_groups = {"fields/Scene", "lab/Devices"};
    some.has_dragged = true;
    some.has_toured = true;
    return some;
  }
  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  static std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  testing::TemporaryFolder folder_;
};

TEST_F(RememberedTest, ComesBackTheNextTime) {
  RememberedFiles first(folders());
  EXPECT_EQ(first.kept(), Remembered{});
  EXPECT_TRUE(first.messages().empty());
  first.keep(some());
  EXPECT_EQ(RememberedFiles(folders()).kept(), some());
}

TEST_F(RememberedTest, NothingIsWrittenBeforeAnythingChanges) {
  RememberedFiles files(folders());
  files.keep(Remembered{});
  EXPECT_FALSE(fs::exists(settings()));
  Remembered other;
  other.room = "lab";
  files.keep(other);
  EXPECT_FALSE(fs::exists(settings())) << "each file is written separately";
  EXPECT_TRUE(fs::exists(state()));
}

TEST_F(RememberedTest, ABrokenFileIsSetAsideAndSaidAndTheOtherStillCounts) {
  RememberedFiles(folders()).keep(some());
  for (const char* text :
       {"{\"version\": 1, \"theme\"", "[]", "{\"version\": \"one\"}",
        "{\"version\": 1, \"scale\": 99}", "{\"version\": 1, \"window\": [10]}"}) {
    write(settings(), text);
    const RememberedFiles files(folders());
    EXPECT_EQ(files.kept().dark, true) << text;
    EXPECT_EQ(files.kept().window, Remembered{}.window) << "a broken file has no effect";
    EXPECT_EQ(files.kept().room, "stage");
    ASSERT_EQ(files.messages().size(), 1U) << text;
    EXPECT_NE(files.messages()[0].find("settings.json.broken"), std::string::npos);
    EXPECT_FALSE(fs::exists(settings()));
  }
  EXPECT_EQ(text_of(settings().string() + ".broken-2"), "[]") << "every broken file is kept";
}

TEST_F(RememberedTest, AFileOfANewerProgramIsLeftAsItIs) {
  const std::string newer = "{\"version\": 2, \"theme\": \"light\"}";
  write(settings(), newer);
  RememberedFiles files(folders());
  EXPECT_TRUE(files.kept().dark);
  ASSERT_EQ(files.messages().size(), 1U);
  files.keep(some());
  EXPECT_EQ(text_of(settings()), newer);
  EXPECT_EQ(RememberedFiles(folders()).kept().room, "stage");
}

TEST_F(RememberedTest, WhereNothingCanBeWrittenItIsSaidOnce) {
  write(folder_.path() / "config", "a file in the folder's place");
  RememberedFiles files(folders());
  EXPECT_THROW(files.keep(some()), core::Error);
  EXPECT_NO_THROW(files.keep(some())) << "the same state is not tried again";
}

TEST_F(RememberedTest, ANameThatIsNoTextIsNotKept) {
  Remembered odd = some();
  odd.recent.emplace_back("/bad\xff.json");
  odd.scene = "/bad\xff.json";
  RememberedFiles(folders()).keep(odd);
  const Remembered again = RememberedFiles(folders()).kept();
  EXPECT_EQ(again.recent, some().recent);
  EXPECT_EQ(again.scene, "");
}

}  // namespace
}  // namespace heatwave::files

// Tests the file dialog without a window: the effects of keys and clicks.
#include "app/files/file_dialog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "app/files/remembered.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;

class FileDialogTest : public ::testing::Test {
 protected:
  FileDialogTest() {
    for (const char* name : {"Zebra", "attic", ".git", "attic/deep"})
      fs::create_directory(at(name));
    for (const char* name : {"lens.json", "Bar.JSON", "long.hwrec", "field.npy", "notes.txt",
                             ".hidden.json", "attic/old lens.json"}) {
      std::ofstream(at(name)) << "{}";
    }
  }
  [[nodiscard]] fs::path at(const std::string& name) const {
    return fs::canonical(folder_.path()) / name;
  }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const FileRow& row : dialog_.rows()) all.push_back(row.name);
    return all;
  }
  void open() { dialog_.ask_to_open(at(""), {}); }
  void save(const std::string& name) { dialog_.ask_to_save(at(""), name, {}); }
  void type(const std::string& text) {
    dialog_.typed = text;
    dialog_.note_typed();
  }
  std::string answer() {
    const auto chosen = dialog_.take_answer();
    return chosen ? fs::relative(chosen->path, at("")).string() : "none";
  }
  using Names = std::vector<std::string>;

  testing::TemporaryFolder folder_;
  FileDialog dialog_;
};

TEST_F(FileDialogTest, ShowsFoldersFirstAndNothingHiddenNorWhatCannotBeOpened) {
  open();
  EXPECT_EQ(names(), (Names{"attic", "Zebra", "Bar.JSON", "field.npy", "lens.json", "long.hwrec"}));
  save("x");
  EXPECT_EQ(names(), (Names{"attic", "Zebra", "Bar.JSON", "lens.json"}));
}

TEST_F(FileDialogTest, SavesAKernelUnderItsEnding) {
  std::ofstream(at("race.cu")) << "x";
  dialog_.ask_to_save(at(""), "field", {}, FileKind::kernel);
  EXPECT_EQ(names(), (Names{"attic", "Zebra", "race.cu"}));
  dialog_.enter();
  EXPECT_EQ(answer(), "field.cu") << "field.npy belongs to no kernel";
  dialog_.ask_to_save(at(""), "race.cu", {}, FileKind::kernel);
  dialog_.enter();
  EXPECT_TRUE(dialog_.to_replace().has_value());
  dialog_.enter();
  const auto chosen = dialog_.take_answer();
  ASSERT_TRUE(chosen.has_value());
  EXPECT_EQ(chosen->kind, FileKind::kernel);
  EXPECT_TRUE(chosen->replace);
}

TEST_F(FileDialogTest, TypingFiltersAndEnterTakesTheFirst) {
  open();
  type("LE");
  EXPECT_EQ(names(), Names{"lens.json"});
  dialog_.enter();
  EXPECT_FALSE(dialog_.is_open());
  EXPECT_EQ(answer(), "lens.json");
  EXPECT_EQ(answer(), "none") << "an answer is returned once";
  open();
  type("l");
  EXPECT_EQ(names(), (Names{"lens.json", "long.hwrec", "field.npy"}))
      << "names that begin with the text come first";
}

TEST_F(FileDialogTest, ArrowsChooseAndEnterGoesIntoAFolderAndUpAgain) {
  open();
  EXPECT_EQ(dialog_.chosen(), 0);
  dialog_.enter();
  EXPECT_EQ(dialog_.folder(), at("attic"));
  EXPECT_EQ(names(), (Names{"deep", "old lens.json"}));
  dialog_.move(1);
  dialog_.move(9);
  EXPECT_EQ(dialog_.chosen(), 1);
  dialog_.go_up();
  EXPECT_EQ(dialog_.folder(), at("").parent_path());
  dialog_.enter();
  dialog_.move(1);
  dialog_.enter();
  EXPECT_EQ(answer(), "attic/old lens.json");
}

TEST_F(FileDialogTest, APathIsTypedToItsEndOrToItsFolder) {
  open();
  type("attic/");
  EXPECT_EQ(names(), (Names{"deep", "old lens.json"}));
  type("attic/old");
  EXPECT_EQ(names(), Names{"old lens.json"});
  type(at("attic").string());
  dialog_.enter();
  EXPECT_EQ(dialog_.folder(), at("attic"));
  EXPECT_EQ(dialog_.typed, "");
  type(at("notes.txt").string());
  dialog_.enter();
  EXPECT_EQ(answer(), "notes.txt") << "a completely typed path is meant";
}

TEST_F(FileDialogTest, ARowChosenByHandCountsMoreThanWhatIsTyped) {
  std::ofstream(at("lens.json.json")) << "{}";
  open();
  type("lens.json");
  ASSERT_EQ(names().size(), 2U);
  dialog_.move(1);
  dialog_.enter();
  EXPECT_EQ(answer(), "lens.json.json");
}

TEST_F(FileDialogTest, SaysWhyThereIsNothing) {
  open();
  type("owl");
  EXPECT_EQ(dialog_.message(), "Nothing here has 'owl' in its name");
  dialog_.enter();
  EXPECT_EQ(dialog_.message(), "There is no 'owl'");
  EXPECT_TRUE(dialog_.is_open());
  type("attic/deep/");
  EXPECT_EQ(dialog_.message(), "There is nothing here that Heatwave opens");
  type("lens.json/");
  EXPECT_EQ(dialog_.message(), "This folder cannot be read: Not a directory");
  dialog_.ask_to_open(at("gone"), {});
  EXPECT_EQ(dialog_.message(), "This folder cannot be read: No such file or directory");
  EXPECT_TRUE(dialog_.rows().empty());
}

TEST_F(FileDialogTest, ANewNameIsSavedWithItsEnding) {
  save("scene");
  dialog_.words = {"Title", "Watch this."};
  dialog_.enter();
  const auto chosen = dialog_.take_answer();
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->path, at("scene.json"));
  EXPECT_FALSE(chosen->replace);
  EXPECT_EQ(chosen->words.watch, "Watch this.");
  save("attic/deep/x.json");
  dialog_.enter();
  EXPECT_EQ(answer(), "attic/deep/x.json");
}

TEST_F(FileDialogTest, NothingIsReplacedWithoutASecondAnswer) {
  save("lens");
  dialog_.enter();
  EXPECT_EQ(answer(), "none");
  EXPECT_EQ(dialog_.message(), "lens.json exists. Replace it?");
  dialog_.escape();
  EXPECT_TRUE(dialog_.is_open());
  EXPECT_EQ(dialog_.message(), "");
  dialog_.enter();
  dialog_.enter();
  const auto chosen = dialog_.take_answer();
  ASSERT_TRUE(chosen);
  EXPECT_TRUE(chosen->replace);
  EXPECT_EQ(chosen->path, at("lens.json"));
}

TEST_F(FileDialogTest, AFieldBesideASceneIsNotReplacedUnasked) {
  save("field");
  dialog_.enter();
  EXPECT_EQ(dialog_.message(), "field.npy exists. Replace it?");
  EXPECT_EQ(answer(), "none");
}

TEST_F(FileDialogTest, TypingAnotherNameTakesTheQuestionBack) {
  save("lens");
  dialog_.enter();
  ASSERT_TRUE(dialog_.to_replace());
  type("lens-2");
  EXPECT_FALSE(dialog_.to_replace());
  dialog_.enter();
  EXPECT_EQ(answer(), "lens-2.json");
}

TEST_F(FileDialogTest, SavingWhereAFileIsAskedAtOnceAndEscapeLeavesIt) {
  dialog_.ask_to_replace(at("lens.json"), {});
  EXPECT_TRUE(dialog_.to_replace());
  dialog_.escape();
  EXPECT_FALSE(dialog_.is_open());
  EXPECT_EQ(answer(), "none");
}

TEST_F(FileDialogTest, SaysWhatANameCannotBe) {
  save("");
  dialog_.enter();
  EXPECT_EQ(dialog_.message(), "Enter a name");
  type("nowhere/x");
  dialog_.enter();
  EXPECT_EQ(dialog_.message(), "There is no folder " + at("nowhere").string());
  fs::create_directory(at("taken.json"));
  type("taken");
  dialog_.enter();
  EXPECT_EQ(dialog_.message(), "taken.json is a folder");
  type("attic");
  dialog_.enter();
  EXPECT_EQ(dialog_.folder(), at("attic")) << "the name of a folder leads into it";
  EXPECT_TRUE(dialog_.is_open());
}

TEST_F(FileDialogTest, AFileThatIsChosenGivesItsName) {
  save("scene.json");
  const auto rows = names();
  const auto lens = std::find(rows.begin(), rows.end(), "lens.json") - rows.begin();
  dialog_.choose(static_cast<int>(lens));
  EXPECT_EQ(dialog_.typed, "lens.json");
  dialog_.enter();
  EXPECT_TRUE(dialog_.to_replace());
}

TEST_F(FileDialogTest, NothingOutsideTheOnlyFolderIsShownOrWritten) {
  FileDialog kept(at("attic"));
  kept.ask_to_open(at(""), {at("lens.json"), at("attic/old lens.json")});
  EXPECT_EQ(kept.folder(), at("attic"));
  ASSERT_EQ(kept.rows().size(), 3U);
  EXPECT_EQ(kept.rows()[0].name, "old lens.json")
      << "only recent files inside the folder are listed";
  kept.go_up();
  EXPECT_EQ(kept.folder(), at("attic"));
  kept.typed = at("long.hwrec").string();
  kept.note_typed();
  kept.enter();
  EXPECT_FALSE(kept.take_answer());
  kept.ask_to_save(at("attic"), "../out", {});
  kept.enter();
  EXPECT_FALSE(kept.take_answer());
  EXPECT_EQ(kept.message(), "Files are saved in " + at("attic").string() + " alone");
}

TEST_F(FileDialogTest, FindsWhatHasComeIntoTheFolder) {
  open();
  std::ofstream(at("attic/new.json")) << "{}";
  type("attic/new");
  EXPECT_EQ(names(), Names{"new.json"});
  open();
  dialog_.move(2);
  fs::last_write_time(at(""), fs::file_time_type::min());
  fs::remove(at("long.hwrec"));
  dialog_.look_again();
  EXPECT_EQ(names(), (Names{"attic", "Zebra", "Bar.JSON", "field.npy", "lens.json"}));
  EXPECT_EQ(dialog_.chosen(), 2);
}

TEST_F(FileDialogTest, WhatWasUsedLastComesFirstWhereItStillIs) {
  RecentFiles recent;
  recent.add(at("long.hwrec"));
  recent.add(at("attic/old lens.json"));
  recent.add(at("gone.json"));
  recent.add(at("attic/../long.hwrec"));
  EXPECT_EQ(recent.files().size(), 3U);
  dialog_.ask_to_open(at(""), recent.files());
  ASSERT_EQ(names().size(), 8U);
  EXPECT_EQ(names()[0], "long.hwrec");
  EXPECT_TRUE(dialog_.rows()[1].recent);
  EXPECT_FALSE(dialog_.rows()[2].recent);
  dialog_.enter();
  EXPECT_EQ(answer(), "long.hwrec");
  for (int i = 0; i < 20; ++i) recent.add(at(std::to_string(i)));
  EXPECT_EQ(recent.files().size(), RecentFiles::kMost);
}

}  // namespace
}  // namespace heatwave::files

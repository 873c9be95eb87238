// Everything in a folder is found, and a folder that cannot be read says why.
#include "app/export/folder_reader.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/export/temporary_folder.h"

namespace heatwave::exporting {
namespace {

TEST(FolderReader, FindsFilesAndFoldersAndHiddenOnes) {
  const testing::TemporaryFolder folder;
  for (const char* name : {"a", ".b"}) testing::write_text(folder.path() / name, "");
  std::filesystem::create_directory(folder.path() / "c");
  std::error_code error;
  FolderReader reader(folder.path(), error);
  std::set<std::string> found;
  while (const auto path = reader.next(error)) {
    EXPECT_EQ(path->parent_path(), folder.path());
    found.insert(path->filename().string());
  }
  EXPECT_FALSE(error);
  EXPECT_EQ(found, (std::set<std::string>{"a", ".b", "c"}));
}

TEST(FolderReader, AMissingFolderIsAnErrorThatStays) {
  const testing::TemporaryFolder folder;
  std::error_code error;
  FolderReader reader(folder.path() / "missing", error);
  EXPECT_FALSE(reader.next(error));
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
}

}  // namespace
}  // namespace heatwave::exporting

// Tests the user's folders, and a folder locked by one process.
#include "app/system/folders.h"

#include <gtest/gtest.h>

#include "tests/system/temporary_folder.h"
#include "tests/system/variable.h"

namespace heatwave::system {
namespace {

using testing::TemporaryFolder;
using testing::Variable;

TEST(PersonFolders, AreThoseOfXdgOrInTheHomeFolder) {
  const Variable home("HOME", "/home/ada");
  const Variable config("XDG_CONFIG_HOME", "");
  const Variable state("XDG_STATE_HOME", "/var/states");
  const Variable data("XDG_DATA_HOME", "not/whole");
  const Variable cache("XDG_CACHE_HOME", "/var/cache");
  const auto folders = person_folders();
  ASSERT_TRUE(folders);
  EXPECT_EQ(folders->config, "/home/ada/.config/heatwave");
  EXPECT_EQ(folders->state, "/var/states/heatwave");
  EXPECT_EQ(folders->data, "/home/ada/.local/share/heatwave");
  EXPECT_EQ(folders->cache, "/var/cache/heatwave");
  const Variable homeless("HOME", "");
  EXPECT_FALSE(person_folders());
}

TEST(FolderLock, IsHeldByOneUntilItGoes) {
  const TemporaryFolder data;
  const auto folder = make_unique_folder(data.path(), "run-");
  EXPECT_NE(make_unique_folder(data.path(), "run-"), folder);
  {
    const FolderLock lock(folder);
    EXPECT_TRUE(lock.is_held());
    EXPECT_FALSE(FolderLock(folder).is_held());
  }
  EXPECT_TRUE(FolderLock(folder).is_held());
  EXPECT_FALSE(FolderLock(folder / "missing").is_held());
  EXPECT_TRUE(make_unique_folder(folder / "missing", "run-").empty());
}

TEST(Folders, SayWhyTheyCannotBeWritten) {
  const TemporaryFolder folder;
  testing::write_text(folder.path() / "file", "");
  EXPECT_FALSE(why_not_writable(folder.path()));
  EXPECT_EQ(why_not_writable(folder.path() / "file"), std::errc::not_a_directory);
}

}  // namespace
}  // namespace heatwave::system

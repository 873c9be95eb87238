// Tests that only regular files up to a size limit are read, and that a folder's entries are
// complete.
#include "app/system/read_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <string>

#include "app/export/npy.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::system {
namespace {

using testing::error_of;
using testing::quoted;
using testing::TemporaryFolder;

TEST(PlainFile, ReadsAllOfItsText) {
  const TemporaryFolder folder;
  testing::write_text(folder.path() / "f", "all of it");
  EXPECT_EQ(whole_text(folder.path() / "f", 9), "all of it");
}

TEST(PlainFile, NeitherWaitsForAFifoNorReadsADevice) {
  const TemporaryFolder folder;
  const auto fifo = folder.path() / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  for (const std::filesystem::path& path :
       {fifo, std::filesystem::path("/dev/zero"), folder.path()}) {
    EXPECT_EQ(error_of([&] { (void)whole_text(path, 100); }), quoted(path) + " is not a file");
    EXPECT_EQ(error_of([&] { (void)exporting::NpyFile(path).read(); }),
              quoted(path) + " is not a file");
  }
}

TEST(PlainFile, MoreThanWasExpectedIsRefusedBeforeItIsRead) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f";
  testing::write_text(path, "");
  // Sparse: takes no space on the disk.
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40U);
  EXPECT_EQ(error_of([&] { (void)whole_text(path, 64'000'000); }),
            quoted(path) + " is too large: it has 1.1 TB, and at most 64.0 MB are read");
}

TEST(WholeText, HasNoByteOrderMarkAndIsNotUtf16) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f";
  testing::write_text(path,
                      "\xEF\xBB\xBF"
                      "as Notepad saves it\xEF\xBB\xBF");
  EXPECT_EQ(whole_text(path, 99), "as Notepad saves it\xEF\xBB\xBF");
  EXPECT_TRUE(whole_file(path, 99).starts_with("\xEF\xBB\xBF"));
  for (const std::string& utf16 :
       {std::string("\xFF\xFE{\0}\0", 6), std::string("\xFE\xFF\0{\0}", 6)}) {
    testing::write_text(path, utf16);
    EXPECT_EQ(error_of([&] { (void)whole_text(path, 99); }),
              quoted(path) + " is UTF-16, and only UTF-8 is read: save it as UTF-8");
    EXPECT_EQ(whole_file(path, 99), utf16);
  }
  for (const char* text : {"", "\xEF", "\xEF\xBB", "\xFF"}) {
    testing::write_text(path, text);
    EXPECT_EQ(whole_text(path, 99), text);
  }
}

TEST(WholeText, HasNoNulByte) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f";
  const std::string text("one\ntwo\n\0three", 14);
  testing::write_text(path, text);
  EXPECT_EQ(error_of([&] { (void)whole_text(path, 99); }),
            quoted(path) + " is not a text: line 3 has a NUL byte");
  EXPECT_EQ(whole_file(path, 99), text);
}

TEST(FolderReader, FindsFilesAndFoldersAndHiddenOnes) {
  const TemporaryFolder folder;
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
  const TemporaryFolder folder;
  std::error_code error;
  FolderReader reader(folder.path() / "missing", error);
  EXPECT_FALSE(reader.next(error));
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
}

}  // namespace
}  // namespace heatwave::system

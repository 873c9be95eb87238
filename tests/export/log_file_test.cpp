// Files that grow under their final name.
#include "app/export/log_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "kernels/core/error.h"
#include "tests/export/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using testing::TemporaryFolder;
using testing::text_of;
using testing::write_text;

/// While it lives, no file may grow beyond this number of bytes.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;
  FileLimit(FileLimit&&) = delete;
  FileLimit& operator=(FileLimit&&) = delete;

 private:
  rlimit before_{};
};

TEST(LogFile, HasEachLineAtOnce) {
  const TemporaryFolder folder;
  LogFile file(folder.path() / "a" / "log", "one\n", Naming::exact);
  EXPECT_EQ(text_of(file.path()), "one\n");
  file.append("two\n");
  EXPECT_EQ(text_of(file.path()), "one\ntwo\n");
  EXPECT_EQ(file.size(), 8U);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a", "a/log"}));
}

TEST(LogFile, TakesTheNameThatItIsTo) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "r.log";
  write_text(path, "before");
  EXPECT_THROW(LogFile(path, "new\n", Naming::exact), core::Error);
  EXPECT_EQ(LogFile(path, "new\n", Naming::fresh).path(), folder.path() / "r-2.log");
  EXPECT_EQ(text_of(path), "before");
  LogFile(path, "new\n", Naming::replacing).append("more\n");
  EXPECT_EQ(text_of(path), "new\nmore\n");
}

TEST(LogFile, KeepsAFileThatItWasToReplaceWhereItsFirstLineDoesNotFit) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log";
  write_text(path, "before");
  {
    const FileLimit limit(8);
    EXPECT_THROW(LogFile(path, "a line of more than eight bytes\n", Naming::replacing),
                 core::Error);
  }
  EXPECT_EQ(text_of(path), "before");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"log"});
}

TEST(LogFile, EndsWithAWholeLineWhereTheDiskIsFull) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log";
  LogFile file(path, "one\n", Naming::exact);
  const FileLimit limit(10);
  file.append("two\n");
  EXPECT_THROW(file.append("three\n"), core::Error);
  EXPECT_EQ(text_of(path), "one\ntwo\n");
}

}  // namespace
}  // namespace heatwave::exporting

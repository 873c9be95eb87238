// Nothing half written stays behind, however a program ends.
#include "app/export/part_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "app/export/files.h"
#include "tests/export/refused_calls.h"
#include "tests/export/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using testing::TemporaryFolder;
using testing::write_text;
using Names = std::vector<std::string>;

const std::vector<std::uint8_t> kBytes{4, 5, 6, 7};

/// Does the work in a child process; returns how that ended, as waitpid has it.
int status_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(PartFile, AProgramThatIsKilledLeavesNothing) {
  const TemporaryFolder folder;
  const int status = status_of([&] {
    const PartFile part(folder.path() / "f.bin");
    if (write(part.descriptor(), "half", 4) == 4) kill(getpid(), SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(folder.names(), Names{});
}

TEST(PartFile, WithoutUnnamedFilesItsHiddenNameGoesWithIt) {
  const TemporaryFolder folder;
  constexpr int kNoSeccomp = 77;
  const int status = status_of([&] {
    if (!testing::refuse_unnamed_files()) _exit(kNoSeccomp);
    {
      const PartFile part(folder.path() / "f.bin");
      if (folder.names().size() != 1 || folder.names().front().front() != '.') _exit(1);
    }
    if (!folder.names().empty()) _exit(2);
    write_whole_file(folder.path() / "f.bin", kBytes, Naming::exact);
    write_whole_file(folder.path() / "f.bin", kBytes, Naming::replacing);
    write_whole_file(folder.path() / "f.bin", kBytes, Naming::fresh);
  });
  if (WEXITSTATUS(status) == kNoSeccomp) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.names(), (Names{"f-2.bin", "f.bin"}));
}

TEST(PartFile, ReplacingNeverTouchesAHiddenFileThatIsThere) {
  const TemporaryFolder folder;
  // Another program of the same number, as in another container, has left these.
  constexpr int kOthers = 300;
  for (int number = 1; number <= kOthers; ++number) {
    write_text(folder.path() / (".heatwave-" + std::to_string(getpid()) + "-" +
                                std::to_string(number) + ".part"),
               "keep me");
  }
  write_whole_file(folder.path() / "f.bin", kBytes, Naming::replacing);
  EXPECT_EQ(testing::bytes_of(folder.path() / "f.bin"), kBytes);
  Names names = folder.names();
  EXPECT_EQ(names.size(), kOthers + 1U);
  names.pop_back();
  for (const std::string& name : names) {
    EXPECT_EQ(testing::text_of(folder.path() / name), "keep me");
  }
}

}  // namespace
}  // namespace heatwave::exporting

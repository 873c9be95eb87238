// Tests that files appear complete or not at all, and never replace others.
#include "app/system/write_files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <string>
#include <thread>

#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"
#include "tests/system/refused_calls.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::system {
namespace {

using testing::bytes_of;
using testing::cannot_write;
using testing::error_of;
using testing::quoted;
using testing::TemporaryFolder;
using testing::text_of;
using testing::write_text;
using Names = std::vector<std::string>;

const std::vector<std::uint8_t> kOld{1, 2, 3};
const std::vector<std::uint8_t> kNew{4, 5, 6, 7};

TEST(WriteWholeFile, WritesAndMakesMissingFolders) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a" / "b" / "c.bin";
  EXPECT_EQ(write_whole_file(path, kNew, Naming::exact), path);
  EXPECT_EQ(bytes_of(path), kNew);
  EXPECT_EQ(folder.names(), (Names{"a", "a/b", "a/b/c.bin"}));
}

TEST(WriteWholeFile, ALinkToAMissingFolderIsNeitherReplacedNorDeleted) {
  for (const auto& [target, why] : {std::pair("not-mounted", "No such file or directory"),
                                    std::pair("disk", "Too many levels of symbolic links")}) {
    const TemporaryFolder folder;
    const auto disk = folder.path() / "disk";
    std::filesystem::create_directory_symlink(target, disk);
    for (const auto& path : {disk / "f.bin", disk / "new" / "f.bin"}) {
      for (const Naming naming : {Naming::exact, Naming::fresh, Naming::replacing}) {
        EXPECT_EQ(error_of([&] { write_whole_file(path, kNew, naming); }), cannot_write(path, why));
        EXPECT_TRUE(std::filesystem::is_symlink(disk));
      }
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "not-mounted"));
  }
}

TEST(WriteWholeFile, ARelativeNameGoesToTheCurrentFolder) {
  const TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  write_whole_file("plain.bin", kNew, Naming::exact);
  std::filesystem::current_path(before);
  EXPECT_EQ(folder.names(), (Names{"plain.bin"}));
}

TEST(WriteWholeFile, ExactNeverOverwrites) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f.bin";
  write_whole_file(path, kOld, Naming::exact);
  EXPECT_EQ(error_of([&] { write_whole_file(path, kNew, Naming::exact); }),
            quoted(path) + " exists already and is not overwritten");
  EXPECT_EQ(bytes_of(path), kOld);
  EXPECT_EQ(folder.names(), (Names{"f.bin"}));
}

TEST(WriteWholeFile, ReplacingOverwrites) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f.bin";
  write_whole_file(path, kOld, Naming::replacing);
  write_whole_file(path, kNew, Naming::replacing);
  EXPECT_EQ(bytes_of(path), kNew);
  EXPECT_EQ(folder.names(), (Names{"f.bin"}));
}

TEST(WriteWholeFile, FreshFindsTheNextName) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f.tar.bin";
  EXPECT_EQ(write_whole_file(path, kOld, Naming::fresh), path);
  EXPECT_EQ(write_whole_file(path, kNew, Naming::fresh), folder.path() / "f.tar-2.bin");
  EXPECT_EQ(write_whole_file(path, kNew, Naming::fresh), folder.path() / "f.tar-3.bin");
  EXPECT_EQ(bytes_of(path), kOld);
}

TEST(WriteWholeFile, ADanglingLinkCountsAsTaken) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("nowhere", folder.path() / "f.bin");
  EXPECT_EQ(write_whole_file(folder.path() / "f.bin", kNew, Naming::fresh),
            folder.path() / "f-2.bin");
  EXPECT_NE(error_of([&] { write_whole_file(folder.path() / "f.bin", kNew, Naming::exact); }), "");
}

TEST(WriteWholeFile, ARaceForOneNameHasOneWinner) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f.bin";
  constexpr int kThreads = 8;
  std::atomic<int> exact_winners{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const std::vector<std::uint8_t> mine(1000, static_cast<std::uint8_t>(i));
      try {
        write_whole_file(path, mine, Naming::exact);
        ++exact_winners;
      } catch (const core::Error&) {
      }
      write_whole_file(folder.path() / "g.bin", mine, Naming::fresh);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(exact_winners, 1);
  EXPECT_EQ(folder.names().size(), 1U + kThreads);
}

TEST(WriteWholeFile, AFolderThatCannotBeWrittenIsNamedWithTheReason) {
  const TemporaryFolder folder;
  // Below a regular file not even root can write.
  write_whole_file(folder.path() / "file", kOld, Naming::exact);
  for (const char* below : {"file/f.bin", "file/deeper/f.bin"}) {
    const auto path = folder.path() / below;
    EXPECT_EQ(error_of([&] { write_whole_file(path, kNew, Naming::exact); }),
              cannot_write(path, "Not a directory"));
  }
  EXPECT_EQ(folder.names(), (Names{"file"}));
}

TEST(WriteWholeFile, AFolderInTheWayIsNotReplaced) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "f.bin");
  for (const Naming naming : {Naming::exact, Naming::replacing}) {
    EXPECT_NE(error_of([&] { write_whole_file(folder.path() / "f.bin", kNew, naming); }), "");
    EXPECT_EQ(folder.names(), (Names{"f.bin"}));
  }
}

TEST(WriteWholeFile, ReplacesOnlyPlainFilesAndLinksToThem) {
  const TemporaryFolder folder;
  const auto at = [&](const char* name) { return folder.path() / name; };
  ASSERT_EQ(mkfifo(at("fifo").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/null", at("to-device"));
  std::filesystem::create_symlink("nowhere", at("to-nothing"));
  const std::string only = "; only a plain file is ever replaced";
  for (const auto& [name, what] : {std::pair{"fifo", "is a FIFO"},
                                   {"to-device", "is a symbolic link to a device"},
                                   {"to-nothing", "is a symbolic link that leads nowhere"}}) {
    EXPECT_EQ(
        error_of([&, at_name = at(name)] { write_whole_file(at_name, kNew, Naming::replacing); }),
        quoted(at(name)) + " " + what + only);
  }
  EXPECT_TRUE(std::filesystem::is_fifo(at("fifo")));
  EXPECT_TRUE(std::filesystem::is_symlink(at("to-device")));
  EXPECT_TRUE(std::filesystem::is_symlink(at("to-nothing")));

  write_whole_file(at("plain"), kOld, Naming::exact);
  std::filesystem::create_symlink("plain", at("to-plain"));
  write_whole_file(at("to-plain"), kNew, Naming::replacing);
  EXPECT_EQ(bytes_of(at("to-plain")), kNew);
  EXPECT_EQ(bytes_of(at("plain")), kOld);
}

// A file size limit makes the write fail halfway, like a full disk.
TEST(WriteWholeFile, ADiskThatFillsUpLeavesNothing) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "new" / "f.bin";
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 1000, .rlim_max = 1000};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(2);
    const std::vector<std::uint8_t> bytes(5000, 1);
    const std::string error = error_of([&] { write_whole_file(path, bytes, Naming::exact); });
    _exit(error == cannot_write(path, "File too large") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.names(), Names{});
}

TEST(WriteWholeFile, AFileSystemWithoutLinksIsWrittenTooAndNothingOverwritten) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f.bin";
  constexpr int kNoSeccomp = 77;
  const pid_t child = fork();
  if (child == 0) {
    if (!testing::refuse_unnamed_files() || !testing::refuse_links()) _exit(kNoSeccomp);
    try {
      write_whole_file(path, kOld, Naming::exact);
      write_whole_file(path, kNew, Naming::fresh);
    } catch (const core::Error&) {
      _exit(1);
    }
    _exit(error_of([&] { write_whole_file(path, kNew, Naming::exact); }).empty() ? 2 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSeccomp) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.names(), (Names{"f-2.bin", "f.bin"}));
  EXPECT_EQ(bytes_of(path), kOld);
  EXPECT_EQ(bytes_of(folder.path() / "f-2.bin"), kNew);
}

TEST(WriteWholeFile, AWriteThatTakesNothingIsAnError) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f.bin";
  constexpr int kNoSeccomp = 77;
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // ends the child in case it retries for ever
    if (!testing::refuse_calls({testing::refused(__NR_write)}, 0)) _exit(kNoSeccomp);
    const std::string error = error_of([&] { write_whole_file(path, kNew, Naming::exact); });
    _exit(error == cannot_write(path, "No space left on device") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoSeccomp) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.names(), Names{});
}

/// Runs the work in a child process; returns its status as from waitpid.
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

TEST(GrowingFile, AProgramThatIsKilledLeavesNothing) {
  const TemporaryFolder folder;
  const int status = status_of([&] {
    GrowingFile file(folder.path() / "f.bin", Naming::exact);
    file.append("half");
    kill(getpid(), SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(folder.names(), Names{});
}

TEST(GrowingFile, WithoutUnnamedFilesItsHiddenNameGoesWithIt) {
  const TemporaryFolder folder;
  constexpr int kNoSeccomp = 77;
  const int status = status_of([&] {
    if (!testing::refuse_unnamed_files()) _exit(kNoSeccomp);
    {
      const GrowingFile file(folder.path() / "f.bin", Naming::exact);
      if (folder.names().size() != 1 || folder.names().front().front() != '.') _exit(1);
    }
    if (!folder.names().empty()) _exit(2);
    write_whole_file(folder.path() / "f.bin", kNew, Naming::exact);
    write_whole_file(folder.path() / "f.bin", kNew, Naming::replacing);
    write_whole_file(folder.path() / "f.bin", kNew, Naming::fresh);
  });
  if (WEXITSTATUS(status) == kNoSeccomp) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.names(), (Names{"f-2.bin", "f.bin"}));
}

TEST(GrowingFile, ReplacingNeverTouchesAHiddenFileThatIsThere) {
  const TemporaryFolder folder;
  // Another program with the same process id, as in another container, has left these files.
  constexpr int kOthers = 300;
  for (int number = 1; number <= kOthers; ++number) {
    write_text(folder.path() / (".heatwave-" + std::to_string(getpid()) + "-" +
                                std::to_string(number) + ".part"),
               "keep me");
  }
  write_whole_file(folder.path() / "f.bin", kNew, Naming::replacing);
  EXPECT_EQ(bytes_of(folder.path() / "f.bin"), kNew);
  Names names = folder.names();
  EXPECT_EQ(names.size(), kOthers + 1U);
  names.pop_back();
  for (const std::string& name : names) {
    EXPECT_EQ(text_of(folder.path() / name), "keep me");
  }
}

/// While it lives, no file may grow beyond this number of bytes.
class FileLimit : core::NonCopyable {
 public:
  explicit FileLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

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
}  // namespace heatwave::system

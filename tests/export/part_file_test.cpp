// Nothing half written stays behind, however a program ends.
#include "app/export/part_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "app/export/files.h"
#include "tests/export/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using testing::TemporaryFolder;
using testing::write_text;
using Names = std::vector<std::string>;

const std::vector<std::uint8_t> kBytes{4, 5, 6, 7};

/// Ends a process by a signal while it has a part, and gives how it ended.
int ended_by(int signal, const TemporaryFolder& folder) {
  const pid_t child = fork();
  if (child == 0) {
    ::signal(signal, SIG_DFL);  // under nohup it is ignored, and stays so
    remove_parts_on_signals();
    const PartFile part(folder.path() / "f.bin");
    kill(getpid(), signal);
    for (;;) pause();
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(PartFile, ASignalThatEndsTheProgramRemovesIt) {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
    const TemporaryFolder folder;
    EXPECT_EQ(ended_by(signal, folder), signal);
    EXPECT_EQ(folder.names(), Names{});
  }
}

TEST(PartFile, ASignalRemovesOneThatIsJustOpened) {
  // Two threads open one part after the other; the signal comes at moments of all kinds.
  for (int round = 0; round < 100; ++round) {
    const TemporaryFolder folder;
    const pid_t child = fork();
    if (child == 0) {
      remove_parts_on_signals();
      const auto open_for_ever = [&folder] {
        for (;;) {
          const PartFile part(folder.path() / "f.bin");
        }
      };
      const std::jthread other(open_for_ever);
      open_for_ever();
    }
    std::this_thread::sleep_for(std::chrono::microseconds(2'000 + 13 * round));
    kill(child, SIGTERM);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
    EXPECT_EQ(folder.names(), Names{}) << "round " << round;
  }
}

TEST(PartFile, TheProgramEndsAlsoWhereTheHandlerIsCalledLate) {
  const pid_t child = fork();
  if (child == 0) {
    ::signal(SIGTERM, SIG_DFL);
    remove_parts_on_signals();
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
    struct sigaction now {};
    sigaction(SIGTERM, nullptr, &now);
    now.sa_handler(SIGTERM);  // as some runtimes do that keep signals back until it suits them
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
}

TEST(PartFile, OneThatAKilledProgramLeftIsSweptByTheNext) {
  const TemporaryFolder folder;
  EXPECT_EQ(ended_by(SIGKILL, folder), SIGKILL);
  ASSERT_EQ(folder.names().size(), 1U);
  write_whole_file(folder.path() / "g.bin", kBytes, Naming::exact);
  EXPECT_EQ(folder.names(), Names{"g.bin"});
}

TEST(PartFile, OneThatIsBeingWrittenIsLeftAlone) {
  const TemporaryFolder folder;
  const PartFile part(folder.path() / "f.bin");
  sweep_parts(folder.path());
  EXPECT_EQ(folder.names(), Names{part.path().filename().string()});
}

TEST(PartFile, OnlyPartsAreSwept) {
  const TemporaryFolder folder;
  const Names others{".heatwave-notes", "heatwave-1-1.part", "x.part"};
  for (const std::string& name : others) write_text(folder.path() / name, "keep me");
  write_text(folder.path() / ".heatwave-1-1.part", "");
  sweep_parts(folder.path());
  EXPECT_EQ(folder.names(), others);
}

TEST(PartFile, TakesTheNextNameWhereOneExists) {
  const TemporaryFolder folder;
  // Another program of the same number, as in another container, writes these just now.
  std::vector<int> held;
  for (int number = 1; number <= 300; ++number) {
    const auto name = ".heatwave-" + std::to_string(getpid()) + "-" + std::to_string(number);
    held.push_back(open((folder.path() / (name + ".part")).c_str(), O_WRONLY | O_CREAT, 0600));
    ASSERT_EQ(flock(held.back(), LOCK_EX), 0);
  }
  write_whole_file(folder.path() / "f.bin", kBytes, Naming::exact);
  EXPECT_EQ(testing::bytes_of(folder.path() / "f.bin"), kBytes);
  EXPECT_EQ(folder.names().size(), 301U);
  for (const int file : held) close(file);
}

}  // namespace
}  // namespace heatwave::exporting

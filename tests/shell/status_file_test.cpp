// The status file empties nothing that anybody could miss.
#include "app/shell/status_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "tests/system/temporary_folder.h"

namespace heatwave::shell {
namespace {

using testing::quoted;
using testing::TemporaryFolder;

/// What is said when the variable names this path.
std::string complaint(const std::filesystem::path& path) {
  ::setenv("HEATWAVE_STATUS", path.c_str(), 1);
  const std::string said = testing::error_of([] { const StatusFile status; });
  ::unsetenv("HEATWAVE_STATUS");
  return said;
}

TEST(StatusFile, IsAPlainFileOrNone) {
  const TemporaryFolder folder;
  const auto at = [&](const char* name) { return folder.path() / name; };
  testing::write_text(at("thesis"), "years of work");
  std::filesystem::create_symlink("thesis", at("link"));
  ASSERT_EQ(mkfifo(at("fifo").c_str(), 0600), 0);
  for (const char* name : {"link", "fifo", "."}) {
    EXPECT_EQ(complaint(at(name)),
              "HEATWAVE_STATUS names " + quoted(at(name)) + ", which is no plain file");
  }
  EXPECT_EQ(complaint(at("thesis")), "HEATWAVE_STATUS names " + quoted(at("thesis")) +
                                         ", which holds something else than a status");
  EXPECT_EQ(testing::text_of(at("thesis")), "years of work");
  EXPECT_EQ(complaint(at("none/status")),
            "HEATWAVE_STATUS names " + quoted(at("none/status")) + ", which cannot be written");
}

TEST(StatusFile, ANewOneAnEmptyOneAndAnOldOneAreTaken) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "status";
  EXPECT_EQ(complaint(path), "");
  EXPECT_EQ(complaint(path), "");
  testing::write_text(path, "{\"frame\":7,\"step\":0}\n");
  EXPECT_EQ(complaint(path), "");
  EXPECT_EQ(testing::text_of(path), "");
}

}  // namespace
}  // namespace heatwave::shell

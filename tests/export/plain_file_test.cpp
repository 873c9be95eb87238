// What is read is a plain file of a size that was expected; nothing waits, nothing reads for ever.
#include "app/export/plain_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/export/files.h"
#include "tests/export/temporary_folder.h"

namespace heatwave::exporting {
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
    EXPECT_EQ(error_of([&] { (void)read_npy(path); }), quoted(path) + " is not a file");
  }
}

TEST(PlainFile, MoreThanWasExpectedIsRefusedBeforeItIsRead) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "f";
  testing::write_text(path, "");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40U);  // takes no place on the disk
  EXPECT_EQ(error_of([&] { (void)whole_text(path, 64'000'000); }),
            quoted(path) + " is too large: it has 1.1 TB, and at most 64.0 MB are read");
}

}  // namespace
}  // namespace heatwave::exporting

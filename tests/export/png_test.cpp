// Tests that a picture for which there is not enough memory is refused.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <new>

#include "app/export/field_picture.h"
#include "kernels/core/random.h"
#include "tests/sanitized.h"

namespace heatwave::exporting {
namespace {

constexpr int kEncoded = 0;
constexpr int kRefused = 1;
constexpr int kSomethingElse = 2;
constexpr std::size_t kBlock = 32'768;  ///< bytes
constexpr int kEnoughBlocks = 128;

/// Noise, whose compressed bytes take as much memory as its pixels.
Image noise() {
  Image image{.extent = {300, 200}, .rgb = std::vector<std::uint8_t>(180'000)};
  for (std::size_t i = 0; i < image.rgb.size(); ++i) {
    image.rgb[i] = static_cast<std::uint8_t>(core::splitmix64(1, i));
  }
  return image;
}

/// Takes all memory of this process, which cannot get more, and gives back these last blocks.
void leave_blocks(int count) {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) +
                      static_cast<rlim_t>(kEnoughBlocks + 4) * kBlock;
  const rlimit limit{most, most};
  ::setrlimit(RLIMIT_AS, &limit);
  void* last = nullptr;
  while (void* const block = std::malloc(kBlock)) {
    *static_cast<void**>(block) = last;
    last = block;
  }
  for (int i = 0; i < count && last != nullptr; ++i) {
    void* const before = *static_cast<void**>(last);
    std::free(last);
    last = before;
  }
}

int outcome_with(int blocks, const Image& image) {
  leave_blocks(blocks);
  try {
    return encoded_png(image).empty() ? kSomethingElse : kEncoded;
  } catch (const std::bad_alloc&) {
    return kRefused;
  } catch (...) {
    return kSomethingElse;
  }
}

TEST(Png, IsRefusedWhereverMemoryEnds) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer takes all addresses";
  const Image image = noise();
  int refused = 0;
  int encoded = 0;
  for (int blocks = 0; blocks <= kEnoughBlocks; blocks += 4) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) ::_exit(outcome_with(blocks, image));
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status) << ", blocks " << blocks;
    ASSERT_NE(WEXITSTATUS(status), kSomethingElse) << blocks;
    (WEXITSTATUS(status) == kRefused ? refused : encoded) += 1;
  }
  EXPECT_GE(refused, 4);
  EXPECT_GE(encoded, 1);
}

}  // namespace
}  // namespace heatwave::exporting

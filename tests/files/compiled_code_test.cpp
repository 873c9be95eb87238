// Tests that machine code is found again by its key, also after another start.
#include "app/files/compiled_code.h"

#include <gtest/gtest.h>

#include <string>

#include "../system/temporary_folder.h"

namespace heatwave::files {
namespace {

TEST(CompiledCode, IsFoundAgainByItsKey) {
  const heatwave::testing::TemporaryFolder home;
  const std::string code("\0ELF\n\x7f code", 11);
  {
    CompiledCode kept(home.path() / "kernels");
    EXPECT_FALSE(kept.find("text"));
    kept.keep("text", code);
    kept.keep("other text", "other code");
    EXPECT_EQ(kept.find("text"), code);
  }
  CompiledCode later(home.path() / "kernels");
  EXPECT_EQ(later.find("text"), code);
  EXPECT_EQ(later.find("other text"), "other code");
  EXPECT_FALSE(later.find("no text"));
}

}  // namespace
}  // namespace heatwave::files

// Tests that the compiler's messages become mistakes with their places.
#include "kernels/cuda_text/compiler_messages.h"

#include <gtest/gtest.h>

namespace heatwave::cuda_text {
namespace {

TEST(CompilerMessages, GiveEachErrorWithItsLineAndItsColumn) {
  const std::vector<Diagnostic> all = errors_in(R"(kernel.cu(2): error: identifier "y" is undefined
  y = 1;
  ^

kernel.cu(3): warning #177-D: variable "q" was declared but never referenced
      int q;
          ^

kernel.cu(3): error: a value of type "const char *" cannot be used to initialize an entity of type "float"
      z = 2; float q = "a";
                       ^

kernel.cu(7): catastrophic error: the input ends within a comment

3 errors detected in the compilation of "kernel.cu".
)");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(text_of(all[0]), "2:1: identifier \"y\" is undefined");
  EXPECT_EQ(text_of(all[1]),
            "3:22: a value of type \"const char *\" cannot be used to initialize an entity of type "
            "\"float\"");
  EXPECT_EQ(text_of(all[2]), "7:1: the input ends within a comment");
}

TEST(CompilerMessages, OtherTextHasNone) {
  EXPECT_TRUE(errors_in("").empty());
  EXPECT_TRUE(errors_in("the kernel did not end within 2 s").empty());
  EXPECT_TRUE(
      errors_in("k.cu(12x): error: no number\n  ^\nk.cu(): error: none\n(3): note: x: y").empty());
}

}  // namespace
}  // namespace heatwave::cuda_text

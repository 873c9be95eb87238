// Tests the editor of a variant's kernel: what the compiler refused is marked at its line.
#include "app/rooms/lab/lab_kernel.h"

#include <gtest/gtest.h>

#include "tests/ui/without_a_screen.h"

namespace heatwave::lab_room {
namespace {

using ui::WithoutAScreen;

class LabKernelEditor : public WithoutAScreen {
 protected:
  static std::shared_ptr<const session::RefusedKernel> refused(const std::string& text) {
    return std::make_shared<const session::RefusedKernel>(
        session::RefusedKernel{text, {{.place = {2, 3}, .text = "identifier \"y\" is undefined"}}});
  }
};

TEST_F(LabKernelEditor, MarksWhatTheCompilerRefused) {
  const std::string text = "__global__ void k(float* x) {\n  y = x[0];\n  asm(\"\");\n}\n";
  LabKernel kernel("dot/lecture", "__global__ void k(float* x) { asm(\"\"); }\n", text);
  EXPECT_TRUE(kernel.markers().empty()) << "our own front end does not read the original";
  kernel.mark_refused(refused("another text"));
  EXPECT_TRUE(kernel.markers().empty()) << "the text has changed since";
  const auto mine = refused(text);
  kernel.mark_refused(mine);
  ASSERT_EQ(kernel.markers().size(), 1U);
  EXPECT_EQ(kernel.markers().front(), (ui::CodeMarker{2, 3, 0, "identifier \"y\" is undefined"}));
  kernel.mark_refused(mine);
  kernel.mark_refused(nullptr);
  EXPECT_EQ(kernel.markers().size(), 1U) << "they stay until the next check";
}

}  // namespace
}  // namespace heatwave::lab_room

// Tests the texts of kernels that are edited and timed in the lab.
#include <gtest/gtest.h>

#include "app/session/lab/lab_service.h"
#include "app/session/lab/lab_sources.h"
#include "app/session/session.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

TEST(LabKernel, TheTextOfEachVariantNamesItAndHasItsKernels) {
  int texts = 0;
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      const std::string text = kernel_text(experiment, variant);
      if (text.empty()) continue;
      ++texts;
      const auto origin = kernel_origin(text);
      ASSERT_TRUE(origin.has_value());
      EXPECT_EQ(origin->experiment, experiment.id);
      EXPECT_EQ(origin->variant, variant.id);
      EXPECT_NE(text.find("__global__"), std::string::npos) << experiment.id << " " << variant.id;
      EXPECT_EQ(text.find("<<<"), std::string::npos) << "host code is never edited";
    }
  }
  EXPECT_GT(texts, 60);
  EXPECT_FALSE(kernel_origin("// heatwave: lesson dot\n").has_value());
}

TEST(LabKernel, TheFirstErrorOfTheCompilerIsToldAndAllAreKept) {
  const std::string log =
      "kernel.cu(2): error: identifier \"y\" is undefined\n  y = 1;\n  ^\n\n"
      "kernel.cu(9): error: expected a \";\"\n  }\n  ^\n\n2 errors detected\n";
  std::shared_ptr<const RefusedKernel> refused;
  EXPECT_EQ(words_of_failure(log, "", refused), log) << "a run of the program's own kernels";
  EXPECT_EQ(words_of_failure("no device", "kernel", refused), "no device");
  EXPECT_EQ(refused, nullptr);
  EXPECT_EQ(words_of_failure(log, "kernel", refused),
            "The kernel does not compile: line 2: identifier \"y\" is undefined, and 1 more error");
  ASSERT_NE(refused, nullptr);
  EXPECT_EQ(refused->text, "kernel");
  EXPECT_EQ(refused->mistakes.back().place.line, 9);
}

TEST(LabKernel, WithoutAGpuItIsRefusedWithTheReason) {
  if (lab::why_no_edited_kernels().empty()) GTEST_SKIP() << "there is a GPU";
  Session session(small_heat(), cpu_options());
  session.submit(TimeKernel{{.experiment = "dot", .variants = {"lecture"}}, "x"});
  session.frame(0.0);
  ASSERT_FALSE(session.snapshot().notices.empty());
  const std::string text = session.snapshot().notices.back().text;
  EXPECT_NE(text.find("cannot be timed: " + lab::why_no_edited_kernels()), std::string::npos);
}

}  // namespace
}  // namespace heatwave::session

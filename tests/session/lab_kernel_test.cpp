// Tests the texts of kernels that are edited and timed in the lab.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/session/lab/lab_service.h"
#include "app/session/lab/lab_sources.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/kernel_file.h"
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

/// Returns the play of a variant's text as the Lab hands it to the Stage; null: it cannot be
/// played.
std::unique_ptr<stage::Trace> played_on_stage(const lab::Experiment& experiment,
                                              const lab::Variant& variant,
                                              const std::string& text) {
  const stage::KernelFile file =
      stage::read_kernel_file(played_text(experiment, variant, text), "edited.cu");
  const stage::Lesson lesson = stage::find_lesson(file.lesson, file.settings);
  try {
    return std::make_unique<stage::Trace>(
        stage::play(lesson, stage::completed(lesson, file.settings), {}, false, 20'000));
  } catch (const core::Error&) {
    return nullptr;
  }
}

TEST(LabKernel, AnEditedTextIsPlayedOnTheStageWithExampleInputs) {
  const lab::Experiment& dot = lab::find_experiment("dot");
  const lab::Variant& lecture = lab::find_variant(dot, "lecture");
  std::string text = kernel_text(dot, lecture);
  const std::string product = "sum += a[i] * b[i];";
  text.replace(text.find(product), product.size(), "sum += a[i] + b[i];");
  const auto trace = played_on_stage(dot, lecture, text);
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(trace->faults.empty());
  const auto partial = std::ranges::find(trace->arrays, "partial", &stage::ArrayInfo::name);
  ASSERT_NE(partial, trace->arrays.end());
  const auto at = static_cast<std::size_t>(partial - trace->arrays.begin());
  const stage::State end = trace->at(static_cast<int>(trace->steps.size()));
  // Each block adds 32 numbers of each array: four times 0 to 7, twice.
  EXPECT_EQ(end.arrays[at].at(0).value, 224);
  EXPECT_EQ(end.arrays[at].at(1).value, 224);
}

TEST(LabKernel, MostVariantsArePlayedOnTheStageAsTheyAre) {
  int texts = 0;
  int played = 0;
  std::string others;
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      const std::string text = kernel_text(experiment, variant);
      if (text.empty()) continue;
      ++texts;
      const auto trace = played_on_stage(experiment, variant, text);
      if (trace != nullptr && !trace->steps.empty()) {
        ++played;
        for (const auto& fault : trace->faults)
          others += experiment.id + "/" + variant.id + ": " + fault.text + "\n";
      } else {
        others += experiment.id + "/" + variant.id + " is not played\n";
      }
    }
  }
  EXPECT_GT(played, texts * 3 / 4) << others;
}

TEST(LabKernel, AnEditedTextWithMistakesHasTheInputsOfItsOriginal) {
  const lab::Experiment& dot = lab::find_experiment("dot");
  const lab::Variant& lecture = lab::find_variant(dot, "lecture");
  std::string text = kernel_text(dot, lecture);
  text.replace(text.find("float sum"), 9, "flot sum");
  const std::string shown = played_text(dot, lecture, text);
  EXPECT_NE(shown.find("flot sum"), std::string::npos);
  EXPECT_NE(shown.find("input n long long = 64"), std::string::npos) << shown;
  EXPECT_FALSE(kernel_origin(shown).has_value()) << "it is no text of the Lab any more";
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

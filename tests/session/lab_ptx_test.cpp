// The lab's PTX: which entries are a variant's, and what is said where there are none.
#include "app/session/lab/lab_ptx.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

constexpr const char* kPtx =
    ".version 8.0\n"
    "\t// .globl\t_Z3addPKfPf\n"
    ".visible .entry _Z3addPKfPf(\n"
    "\t.param .u64 _Z3addPKfPf_param_0\n"
    ")\n"
    "{\n"
    "\tld.global.f32 %f1, [%rd1];\n"
    "}\n"
    ".visible .entry _Z7add_allILi32EEvPf(\n"
    ")\n"
    "{\n"
    "\tret;\n"
    "}\n";

TEST(LabPtx, FindsTheNamesOfKernelsWhateverStandsBeforeThem) {
  const auto lines = source_lines(
      "// variant: a\n"
      "__global__ void add(const float* x) {\n"
      "__global__ void __launch_bounds__(256, 2)\n"
      "    add_all(float* x) {  // not __global__ void this(int)\n",
      "a");
  EXPECT_EQ(kernels_named(lines), (std::vector<std::string>{"add", "add_all"}));
}

TEST(LabPtx, AnEntryGoesFromItsHeadToItsBrace) {
  const auto lines = ptx_entries(kPtx, {"add"});
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines.front().number, 3);
  EXPECT_EQ(lines.back().text, "}");
  EXPECT_EQ(ptx_entries(kPtx, {"add_all"}).size(), 5U) << "a template's kernel";
  EXPECT_TRUE(ptx_entries(kPtx, {"ad"}).empty());
}

/// Where nvcc was there when this was built, every kernel's PTX is; elsewhere it is said why not.
TEST(LabPtx, EveryGpuVariantHasSomeOrAReason) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      SCOPED_TRACE(experiment.id + " " + variant.id);
      EXPECT_EQ(ptx_of(experiment, variant).lines.empty(),
                !why_no_ptx(experiment, variant).empty());
    }
  }
}

TEST(LabPtx, OfTheCpuThereIsNone) {
  const lab::Experiment& reverse = lab::find_experiment("reverse");
  EXPECT_EQ(why_no_ptx(reverse, reverse.variants.front()), "The CPU's code becomes no PTX");
}

}  // namespace
}  // namespace heatwave::session

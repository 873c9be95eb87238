// Tests the lab's PTX: the entries of each variant, and the reason when there are none.
#include "app/session/lab/lab_sources.h"

#include <gtest/gtest.h>

#include <map>
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
  EXPECT_EQ(lines[4].text, "  ld.global.f32 %f1, [%rd1];" + std::string(6, ' ') + "// load");
  EXPECT_TRUE(lines[4].mark) << "it opens there";
  EXPECT_EQ(lines.front().number, 3);
  EXPECT_EQ(lines.back().text, "}");
  EXPECT_EQ(ptx_entries(kPtx, {"add_all"}).size(), 5U) << "a template's kernel";
  EXPECT_TRUE(ptx_entries(kPtx, {"ad"}).empty());
}

/// If nvcc was available when this was built, every kernel has PTX; otherwise there is a reason.
TEST(LabPtx, EveryGpuVariantHasSomeOrAReason) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      SCOPED_TRACE(experiment.id + " " + variant.id);
      EXPECT_EQ(ptx_of(experiment, variant).lines.empty(),
                !why_no_ptx(experiment, variant).empty());
    }
  }
}

TEST(LabPtx, AShortNameIsNotFoundInALongerOne) {
  EXPECT_TRUE(names_one_of(".visible .entry _Z3addPKfPf(", {"add"}));
  EXPECT_FALSE(names_one_of(".visible .entry _Z13add_otherwisePKfPf(", {"add"}));
}

/// The lecture's six instructions, in the order in which nvcc writes them.
TEST(LabPtx, SaysWhatEachInstructionOfTheAdditionDoes) {
  constexpr const char* kLoop[][2] = {
      {"\tld.global.f32 \t%f1, [%rd9];", "load"},     {"\tld.global.f32 \t%f2, [%rd8];", "load"},
      {"\tadd.rn.f32 \t%f3, %f2, %f1;", "add"},       {"\tst.global.f32 \t[%rd10], %f3;", "store"},
      {"\tsetp.lt.s32 \t%p2, %r10, %r6;", "compare"}, {"\t@%p2 bra \t$L__BB1_2;", "branch"}};
  for (const auto& [line, word] : kLoop) EXPECT_EQ(ptx_word(line), word) << line;
  EXPECT_EQ(ptx_word("\tadd.rn.ftz.f32 \t%f3, %f2, %f1;"), "add");
  EXPECT_EQ(ptx_word("\tadd.s64 \t%rd8, %rd1, %rd7;"), "") << "it only works out an address";
}

TEST(LabPtx, TheAdditionsLoopHasThemWhereNvccWasThere) {
  const lab::Experiment& add = lab::find_experiment("add");
  const lab::Variant& loop = lab::find_variant(add, "grid-stride");
  if (!why_no_ptx(add, loop).empty()) GTEST_SKIP() << why_no_ptx(add, loop);
  std::vector<std::string> words;
  for (const SourceLine& line : ptx_of(add, loop).lines) {
    const std::string word(ptx_word(line.text));
    if (!word.empty() && word != "the kernel's parameter") words.push_back(word);
  }
  // Before the loop, the code checks whether there is any work.
  EXPECT_EQ(words, (std::vector<std::string>{"compare", "branch", "load", "load", "add", "store",
                                             "compare", "branch"}));
}

constexpr const char* kSass =
    "\tcode for sm_90\n"
    "\t\tFunction : _Z3addPKfPf\n"
    "\t.headerflags\t@\"EF_CUDA_SM90\"\n"
    "        /*0000*/                   LDC R1, c[0x0][0x28] ;      /* 0x00000a00ff017b82 */\n"
    "                                                               /* 0x000fe20000000800 */\n"
    "        /*0010*/                   EXIT ;                      /* 0x000000000000794d */\n"
    "        /*0020*/                   NOP;                        /* 0x0000000000007918 */\n"
    "\t\t..........\n"
    "\t\tFunction : _Z3subPKfPf\n"
    "        /*0000*/                   EXIT ;                      /* 0x000000000000794d */\n";

TEST(LabSass, AFunctionIsListedWithoutItsBitsAndPadding) {
  const auto lines = sass_functions(kSass, {"add"});
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].text, "Function : _Z3addPKfPf");
  EXPECT_TRUE(lines[2].text.starts_with("0000      LDC R1, c[0x0][0x28]  ")) << lines[2].text;
  EXPECT_EQ(lines[3].number, 6);
  EXPECT_TRUE(sass_functions(kSass, {"ad"}).empty());
}

TEST(LabSass, SaysWhatInstructionsDo) {
  const std::map<std::string, std::string> words{
      {"LDG.E R3, desc[UR6][R2.64]", "load"},
      {"LDGSTS.E.128 [R5], desc[UR4][R2.64]", "copy to shared memory, past the registers"},
      {"REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R5", "atomic operation without an answer"},
      {"VOTEU.ANY UR4, UPT, PT", "vote: which lanes are here"},
      {"ULDC.64 UR6, c[0x0][0x220]", "parameter or constant, once for the warp"},
      {"LEA.HI.X R5, R2, UR5, R3, 0x2, P0", "shift and add, as for an address"},
      {"LOP3.LUT R0, RZ, R2, RZ, 0x33, !PT", "logic of three values"},
      {"BRA 0xe0", "branch"}};
  for (const auto& [instruction, word] : words) {
    const std::string listing = "\t\tFunction : _Z3addPKfPf\n        /*0110*/               @P0 " +
                                instruction + " ; /* 0x00 */\n";
    const auto lines = sass_functions(listing, {"add"});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[1].text.starts_with("0110 @P0  " + instruction)) << lines[1].text;
    EXPECT_TRUE(lines[1].text.ends_with("  // " + word)) << lines[1].text;
  }
}

TEST(LabSass, EveryGpuVariantHasSomeOrAReason) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      SCOPED_TRACE(experiment.id + " " + variant.id);
      EXPECT_EQ(sass_of(experiment, variant).lines.empty(),
                !why_no_sass(experiment, variant).empty());
    }
  }
}

TEST(LabPtx, OfTheCpuThereIsNone) {
  const lab::Experiment& reverse = lab::find_experiment("reverse");
  EXPECT_EQ(why_no_ptx(reverse, reverse.variants.front()), "The CPU's code becomes no PTX");
}

}  // namespace
}  // namespace heatwave::session

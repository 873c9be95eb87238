// NVRTC compiles the text of formulas with the embedded headers alone, also where there is no GPU.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/formula/cuda/cuda_text.h"
#include "kernels/field/formula/formula.h"
#include "tests/kernels/random_formulas.h"
#include "tests/kernels/typed_scenes.h"

namespace heatwave::field::testing {
namespace {

using formula::KernelText;

/// The test is skipped with the reason if there is no NVRTC.
class FormulaCompilation : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      compiler_.emplace(0);
    } catch (const core::Unavailable& missing) {
      GTEST_SKIP() << missing.what();
    }
  }
  void expect_code(const KernelText& text) {
    const core::DeviceCode code = compiler_->compile(formula::source_of(text, kCapability));
    EXPECT_EQ(code.names.size(), text.kernels.size());
    EXPECT_EQ(code.bytes.substr(1, 3), "ELF");
  }

  static constexpr int kCapability = 90;
  std::optional<core::Nvrtc> compiler_;
};

/// Returns all kernels of passes that an equation of this shape has.
std::vector<PassKernel> all_pass_kernels(const EquationInfo& info) {
  std::vector<PassKernel> all;
  for (const bool records : {false, true}) {
    for (const Tiles tiles : kAllTiles) {
      if (records && tiles == Tiles::strips) continue;
      for (const PassKernel::Kind kind :
           {PassKernel::Kind::plain, PassKernel::Kind::media, PassKernel::Kind::mixed}) {
        all.push_back({.kind = kind, .tiles = tiles, .records = records});
      }
    }
    if (!records) all.push_back({.kind = PassKernel::Kind::medium, .tiles = Tiles::strips});
    const bool has_three = info.components.size() == 1 && info.steps_back == 0;
    for (std::size_t index = 0; index < (has_three ? 3U : 2U); ++index) {
      for (const ResidentEdges edges : {ResidentEdges::plain, ResidentEdges::mirrored}) {
        all.push_back({.kind = PassKernel::Kind::resident,
                       .resident = index,
                       .edges = edges,
                       .records = records});
      }
    }
  }
  return all;
}

/// HEATWAVE_EVERY_KERNEL=1 asks for all kernels, which takes an hour.
TEST_F(FormulaCompilation, ScenesHaveKernels) {
  const char* wanted = std::getenv("HEATWAVE_EVERY_KERNEL");
  const bool all = wanted != nullptr && *wanted == '1';
  for (const auto& [name, text] : typed_scenes()) {
    const bool is_usual = name == "rabi" || name == "smoke" || name == "charges" ||
                          name == "damped-wave" || name == "porous-rock";
    if (!all && !is_usual) continue;
    SCOPED_TRACE(name);
    const formula::Formula typed(text);
    expect_code(plain_kernels(typed.program()));
    const bool has_passes =
        why_not_in_passes(typed.program()).empty() && typed.info().components.size() <= 2;
    if (!all || !has_passes) continue;
    for (const PassKernel& kernel : all_pass_kernels(typed.info())) {
      expect_code(pass_kernels(typed.program(), kernel));
    }
  }
}

TEST_F(FormulaCompilation, EveryShapeHasKernelsForPasses) {
  for (const char* text : {"u' = 0.1*m*lap(u) + 0.1*sin(u)", "u'' = 0.2*m*lap(u) - sin(u)"}) {
    const formula::Formula typed(text);
    expect_code(pass_kernels(typed.program(), {.kind = PassKernel::Kind::mixed}));
    expect_code(pass_kernels(typed.program(), {.kind = PassKernel::Kind::plain}));
  }
}

TEST_F(FormulaCompilation, SubStepsHaveKernelsForPasses) {
  const formula::Formula typed("w = u^3 - u - lap(u)\nu' = 0.01*m*lap(w)");
  for (const Tiles tiles : {Tiles::small, Tiles::strips}) {
    for (const PassKernel::Kind kind :
         {PassKernel::Kind::plain, PassKernel::Kind::media, PassKernel::Kind::mixed}) {
      if (tiles == Tiles::strips && kind != PassKernel::Kind::plain) continue;
      expect_code(pass_kernels(typed.program(), {.kind = kind, .tiles = tiles}));
    }
  }
  expect_code(
      pass_kernels(typed.program(), {.kind = PassKernel::Kind::medium, .tiles = Tiles::strips}));
  expect_code(pass_kernels(typed.program(), {.kind = PassKernel::Kind::resident}));
}

TEST_F(FormulaCompilation, RandomFormulasHaveKernels) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const std::string text = RandomFormula(seed).formula();
    SCOPED_TRACE(text);
    expect_code(plain_kernels(formula::Formula(text).program()));
  }
}

TEST_F(FormulaCompilation, ReportsTheCompilersWords) {
  try {
    (void)compiler_->compile(formula::source_of({"int f() { return wrong; }", {}}, kCapability));
    FAIL();
  } catch (const core::CompilationFailed& error) {
    EXPECT_NE(std::string(error.what()).find("wrong"), std::string::npos) << error.what();
  }
}

TEST_F(FormulaCompilation, KnowsItsArchitectures) {
  EXPECT_EQ(compiler_->why_no_code(90), "");
  EXPECT_EQ(compiler_->why_no_code(10),
            "NVRTC " + compiler_->version() + " makes no code for compute capability 1.0");
}

TEST_F(FormulaCompilation, OtherHeadersOptionsOrTextsHaveOtherKeys) {
  const formula::Formula typed("u' = lap(u)");
  const KernelText text = plain_kernels(typed.program());
  const auto key_of = [&](const KernelText& compiled, int capability) {
    return formula::cache_key(formula::source_of(compiled, capability), compiler_->version());
  };
  const std::string key = key_of(text, 90);
  EXPECT_NE(key, key_of(text, 80));
  EXPECT_NE(key, key_of(plain_kernels(formula::Formula("u' = 2*u").program()), 90));
  EXPECT_NE(key.find("struct FormulaGrid"), std::string::npos) << "the headers belong to it";
}

}  // namespace
}  // namespace heatwave::field::testing

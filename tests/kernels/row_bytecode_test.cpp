// Bytecode: kernels that join two operations compute what both compute, and the built-in equations,
// typed, take few instructions.
#include "kernels/field/formula/row_bytecode.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/core/denormals.h"
#include "kernels/core/device.h"
#include "kernels/core/random.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/formula/operations.h"
#include "tests/kernels/simd_levels.h"

namespace heatwave::field::formula {
namespace {

constexpr int kCells = 7 * 16 + 5;  // with a vector that is not full

/// Slots and scalars of numbers from −2 to 2. Slots 0 to 4 are those of a plane.
class Memory {
 public:
  static constexpr std::uint16_t kPlane = 0;
  static constexpr std::uint16_t kOperands = 5;
  static constexpr std::uint16_t kBetween = 11;
  static constexpr std::uint16_t kTo = 12;

  Memory() : cells_(kSlots * kStride) {
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = number(i);
    for (std::size_t i = 0; i < scalars_.size(); ++i) scalars_[i] = number(1'000'000 + i);
    for (std::size_t s = 0; s < kSlots; ++s) slots_[s] = cells_.data() + s * kStride + 32;
    slots_[kWest] = slots_[kCentre] - 1;
    slots_[kEast] = slots_[kCentre] + 1;
  }
  std::vector<float> run(const std::vector<Instruction>& code) {
    const core::FlushDenormals here;
    const Frame frame{.slots = slots_.data(), .scalars = scalars_.data(), .count = kCells};
    for (const Instruction& one : code) one.kernel(one, frame);
    return {slots_[kTo], slots_[kTo] + kCells};
  }

 private:
  static constexpr std::size_t kSlots = 13;
  static constexpr std::size_t kStride = 256;

  static float number(std::size_t i) {
    return static_cast<float>(core::splitmix64(3, i) >> 40U) * 0x1p-22F - 2.0F;
  }

  std::vector<float> cells_;
  std::array<float, kSlots> scalars_{};
  std::array<float*, kSlots> slots_{};
};

int operands_of(std::uint8_t op) {
  if (op == static_cast<std::uint8_t>(BlockOp::laplacian_fma)) return 3;
  return operand_count(static_cast<Op>(op));
}

/// Compares a pair with its operations one after the other. Returns whether there is such a pair.
bool check_pair(const BlockKernels& kernels, OperandKinds outer, int place, OperandKinds inner) {
  const Kernel pair = kernels.find_pair(outer, place, inner);
  if (pair == nullptr) return false;
  constexpr std::uint16_t kFirst = Memory::kOperands;
  Instruction both{.kernel = pair,
                   .to = Memory::kTo,
                   .a = kFirst,
                   .b = kFirst + 1,
                   .c = kFirst + 2,
                   .inner_a = kFirst + 3,
                   .inner_b = kFirst + 4,
                   .inner_c = kFirst + 5};
  if (outer.op == static_cast<std::uint8_t>(BlockOp::laplacian_fma)) both.b = Memory::kPlane;
  const Instruction first{.kernel = kernels.find(inner),
                          .to = Memory::kBetween,
                          .a = both.inner_a,
                          .b = both.inner_b,
                          .c = both.inner_c};
  Instruction second{
      .kernel = kernels.find(outer), .to = Memory::kTo, .a = both.a, .b = both.b, .c = both.c};
  (place == 0 ? second.a : place == 1 ? second.b : second.c) = Memory::kBetween;
  EXPECT_EQ(Memory().run({both}), Memory().run({first, second}))
      << int{outer.op} << " " << outer.scalars << " place " << place << " of " << int{inner.op}
      << " " << inner.scalars;
  return true;
}

TEST(RowBytecode, PairsComputeWhatTheirTwoOperationsCompute) {
  for (const core::SimdLevel level : field::testing::levels_of_processor()) {
    SCOPED_TRACE(static_cast<int>(level));
    const BlockKernels& kernels = block_kernels(level);
    int pairs = 0;
    const auto for_kinds = [](const auto& visit) {
      for (auto op = static_cast<std::uint8_t>(Op::negate);
           op <= static_cast<std::uint8_t>(BlockOp::laplacian_fma); ++op) {
        const int operands = operands_of(op);
        for (unsigned scalars = 0; scalars < 1U << unsigned(operands); ++scalars) {
          visit(OperandKinds{op, scalars}, operands);
        }
      }
    };
    for_kinds([&](OperandKinds outer, int operands) {
      for (int place = 0; place < operands; ++place) {
        for_kinds([&](OperandKinds inner, int /*operands*/) {
          pairs += check_pair(kernels, outer, place, inner) ? 1 : 0;
        });
      }
    });
    EXPECT_GT(pairs, level == core::SimdLevel::basic ? -1 : 100);
  }
}

TEST(RowBytecode, TypedEquationsTakeFewInstructions) {
  if (field::testing::levels_of_processor().size() == 1)
    GTEST_SKIP() << "fused multiply-adds are emulated here";
  const std::vector<std::pair<std::string, std::size_t>> expected = {
      {"heat", 1}, {"wave", 2}, {"gray-scott", 5}, {"fitzhugh-nagumo", 5}};
  for (const auto& [equation, instructions] : expected) {
    const auto typed = make_formula(find_equation(equation).text);
    SubStep step = typed->program().steps.front();
    for (Output& output : step.outputs) output.speed_squared = kNone;
    const Bytecode code(typed->program(), step, false, core::SimdLevel::avx2);
    EXPECT_EQ(code.instructions(), instructions) << equation;
  }
}

}  // namespace
}  // namespace heatwave::field::formula

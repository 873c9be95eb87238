// The loops of bytecode are written once here and compiled for each SIMD level. Only the sources of
// the levels include this file. The number of lanes is in the type of every function, so that no
// function of one level replaces a function of another.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "kernels/core/lanes.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/formula/operations.h"
#include "kernels/field/formula/row_bytecode.h"

namespace heatwave::field::formula {

template <int kLanes>
struct BlockLevel {
  using Real = core::Lanes<kLanes>;
  using Bits = typename BitsOf<Real>::Bits;
#if defined(__SSE2__) && !defined(__FMA__)
  static constexpr bool kHasFma = false;
#else
  static constexpr bool kHasFma = true;
#endif

  /// Calls `step(i)` for each vector of `count` cells. Where a fused multiply-add is no
  /// instruction, loops are long enough as they are.
  template <typename Step>
  [[gnu::always_inline]] static void each_vector(int count, Step step) {
    if constexpr (kLanes > 4) {
#pragma GCC unroll 4
      for (int i = 0; i < count; i += kLanes) step(i);
    } else {
      for (int i = 0; i < count; i += kLanes) step(i);
    }
  }

  /// An operand: a slot, or a scalar that all cells share.
  template <bool kIsScalar>
  struct Source {
    const float* cells;
    Real scalar;
    [[gnu::always_inline]] Source(const Frame& frame, std::uint16_t index)
        : cells(kIsScalar ? nullptr : frame.slots[index]),
          scalar(kIsScalar ? frame.scalars[index] : 0.0F) {}
    [[gnu::always_inline]] Real at(int i) const {
      if constexpr (kIsScalar) return scalar;
      return Real::load(cells + i);
    }
  };

  template <Op kOp, unsigned kScalars>
  static void run(const Instruction& in, const Frame& frame) {
    constexpr int kOperands = kOperandsOf[static_cast<std::size_t>(kOp) - kFirstOperation];
    const Source<(kScalars & 1U) != 0> a(frame, in.a);
    const Source<(kScalars & 2U) != 0> b(frame, kOperands > 1 ? in.b : std::uint16_t{0});
    const Source<(kScalars & 4U) != 0> c(frame, kOperands > 2 ? in.c : std::uint16_t{0});
    float* to = frame.slots[in.to];
    each_vector(frame.count, [&](int i) {
      if constexpr (kOperands == 1) unary<kOp>(a.at(i)).store(to + i);
      if constexpr (kOperands == 2) binary<kOp>(a.at(i), b.at(i)).store(to + i);
      if constexpr (kOperands == 3) ternary<kOp>(a.at(i), b.at(i), c.at(i)).store(to + i);
    });
  }

  /// Calls `step(i, laplacian)` for each vector of a plane whose five slots begin at `index`.
  template <typename Step>
  [[gnu::always_inline]] static void each_laplacian(const Frame& frame, std::uint16_t index,
                                                    Step step) {
    const float* const centre = frame.slots[index + kCentre];
    const float* const west = frame.slots[index + kWest];
    const float* const east = frame.slots[index + kEast];
    const float* const north = frame.slots[index + kNorth];
    const float* const south = frame.slots[index + kSouth];
    const auto laplacian = [&](int i, Real here, Real to_west) {
      return field::laplacian(NeighboursOf<Real>{here, to_west, Real::load(east + i),
                                                 Real::load(north + i), Real::load(south + i)});
    };
    // The western neighbours of a plane's cells are shuffled, for the reason that row_loops.h
    // gives.
    if constexpr (kLanes == kLineCells) {
      if (west == centre - 1) {
        constexpr auto kAll = std::make_integer_sequence<int, kLanes>{};
        Real before = Real::load(centre - kLanes);
        each_vector(frame.count, [&](int i) {
          const Real here = Real::load(centre + i);
          step(i, laplacian(i, here, core::lanes_from<kLanes - 1>(before, here, kAll)));
          before = here;
        });
        return;
      }
    }
    each_vector(frame.count, [&](int i) {
      step(i, laplacian(i, Real::load(centre + i), Real::load(west + i)));
    });
  }
  static void run_laplacian(const Instruction& in, const Frame& frame) {
    float* to = frame.slots[in.to];
    each_laplacian(frame, in.a, [&](int i, Real laplacian) { laplacian.store(to + i); });
  }
  template <bool kIsScalar>
  static void run_product(const Instruction& in, const Frame& frame) {
    const Source<kIsScalar> a(frame, in.a);
    float* to = frame.slots[in.to];
    each_laplacian(frame, in.b,
                   [&](int i, Real laplacian) { (a.at(i) * laplacian).store(to + i); });
  }
  template <bool kIsScalar, bool kIsSumScalar>
  static void run_fma(const Instruction& in, const Frame& frame) {
    const Source<kIsScalar> a(frame, in.a);
    const Source<kIsSumScalar> c(frame, in.c);
    float* to = frame.slots[in.to];
    each_laplacian(frame, in.b, [&](int i, Real laplacian) {
      core::fma(a.at(i), laplacian, c.at(i)).store(to + i);
    });
  }
  template <bool kIsScalar>
  static void run_copy(const Instruction& in, const Frame& frame) {
    const Source<kIsScalar> a(frame, in.a);
    float* to = frame.slots[in.to];
    each_vector(frame.count, [&](int i) { a.at(i).store(to + i); });
  }
  template <bool kIsNormal>
  static void run_noise(const Instruction& in, const Frame& frame) {
    const NoiseKey key = frame.keys[in.a];
    float* to = frame.slots[in.to];
    Bits cell{};
    for (int lane = 0; lane < kLanes; ++lane) cell[lane] = frame.cell + static_cast<unsigned>(lane);
    for (int i = 0; i < frame.count; i += kLanes) {
      const Real value = kIsNormal ? normal_noise<Real>(key, cell) : noise<Real>(key, cell);
      value.store(to + i);
      cell += static_cast<unsigned>(kLanes);
    }
  }

  /// Kernels of one operation, indexed by which operands are scalars.
  template <Op kOp>
  static constexpr std::array<Kernel, 8> of_op() {
    return {&run<kOp, 0>, &run<kOp, 1>, &run<kOp, 2>, &run<kOp, 3>,
            &run<kOp, 4>, &run<kOp, 5>, &run<kOp, 6>, &run<kOp, 7>};
  }
  template <Op kOp>
  static constexpr std::array<Kernel, 8> of_smaller_op() {
    if constexpr (kOperandsOf[static_cast<std::size_t>(kOp) - kFirstOperation] == 1) {
      return {&run<kOp, 0>, &run<kOp, 1>};
    } else if constexpr (kOperandsOf[static_cast<std::size_t>(kOp) - kFirstOperation] == 2) {
      return {&run<kOp, 0>, &run<kOp, 1>, &run<kOp, 2>, &run<kOp, 3>};
    } else {
      return of_op<kOp>();
    }
  }
  template <std::size_t... kOps>
  static constexpr auto of_ops(std::index_sequence<kOps...> /*ops*/) {
    return std::array{of_smaller_op<static_cast<Op>(kFirstOperation + kOps)>()...};
  }

  // Pairs of operations: those that are frequent in the formulas of scenes -----------------------

  static constexpr OperandKinds kinds(Op op, unsigned scalars) {
    return {static_cast<std::uint8_t>(op), scalars};
  }
  static constexpr OperandKinds kInner[] = {
      kinds(Op::fma, 0b001),     kinds(Op::fma, 0b101),     kinds(Op::fma, 0b000),
      kinds(Op::fnma, 0b000),    kinds(Op::multiply, 0b00), kinds(Op::multiply, 0b01),
      kinds(Op::add, 0b00),      kinds(Op::add, 0b10),      kinds(Op::subtract, 0b00),
      kinds(Op::subtract, 0b01), kinds(Op::minimum, 0b10),  kinds(Op::maximum, 0b10)};
  struct Outer {
    OperandKinds operation;
    int place = 0;  ///< the operand that is the result of the inner operation

    friend constexpr bool operator==(const Outer&, const Outer&) = default;
  };
  static constexpr Outer kOuter[] = {
      {{static_cast<std::uint8_t>(BlockOp::laplacian_fma), 0b000}, 0},
      {{static_cast<std::uint8_t>(BlockOp::laplacian_fma), 0b000}, 2},
      {{static_cast<std::uint8_t>(BlockOp::laplacian_fma), 0b001}, 2},
      {kinds(Op::fma, 0b001), 1},
      {kinds(Op::fma, 0b001), 2},
      {kinds(Op::fma, 0b101), 1},
      {kinds(Op::fma, 0b000), 2},
      {kinds(Op::fms, 0b000), 1},
      {kinds(Op::fnma, 0b000), 0},
      {kinds(Op::fnma, 0b000), 1},
      {kinds(Op::multiply, 0b01), 1},
      {kinds(Op::multiply, 0b00), 0},
      {kinds(Op::multiply, 0b00), 1},
      {kinds(Op::add, 0b00), 0},
      {kinds(Op::add, 0b00), 1},
      {kinds(Op::minimum, 0b10), 0},
      {kinds(Op::maximum, 0b10), 0}};

  /// An operand of an outer operation, which may be the result of the inner one.
  template <bool kIsResult, bool kIsScalar>
  [[gnu::always_inline]] static Real operand(const Source<kIsScalar>& source, Real result, int i) {
    if constexpr (kIsResult) return result;
    return source.at(i);
  }
  template <std::size_t kOuterIndex, std::size_t kInnerIndex>
  static void run_pair(const Instruction& in, const Frame& frame) {
    constexpr Outer kOut = kOuter[kOuterIndex];
    constexpr OperandKinds kIn = kInner[kInnerIndex];
    constexpr auto kInnerOp = static_cast<Op>(kIn.op);
    constexpr int kInnerOperands = kOperandsOf[kIn.op - kFirstOperation];
    constexpr unsigned kScalars = kOut.operation.scalars;
    constexpr bool kIsStencil =
        kOut.operation.op == static_cast<std::uint8_t>(BlockOp::laplacian_fma);
    const Source<(kIn.scalars & 1U) != 0> d(frame, in.inner_a);
    const Source<(kIn.scalars & 2U) != 0> e(frame, in.inner_b);
    const Source<(kIn.scalars & 4U) != 0> f(frame, kInnerOperands > 2 ? in.inner_c : in.inner_b);
    const Source<(kScalars & 1U) != 0> a(frame, in.a);
    float* to = frame.slots[in.to];
    const auto inner = [&](int i) {
      if constexpr (kInnerOperands == 2) return binary<kInnerOp>(d.at(i), e.at(i));
      if constexpr (kInnerOperands == 3) return ternary<kInnerOp>(d.at(i), e.at(i), f.at(i));
    };
    if constexpr (kIsStencil) {
      const Source<false> c(frame, in.c);
      each_laplacian(frame, in.b, [&](int i, Real laplacian) {
        const Real result = inner(i);
        core::fma(operand<kOut.place == 0>(a, result, i), laplacian,
                  operand<kOut.place == 2>(c, result, i))
            .store(to + i);
      });
    } else {
      constexpr auto kOp = static_cast<Op>(kOut.operation.op);
      constexpr int kOperands = kOperandsOf[kOut.operation.op - kFirstOperation];
      const Source<(kScalars & 2U) != 0> b(frame, in.b);
      const Source<(kScalars & 4U) != 0> c(frame, kOperands > 2 ? in.c : std::uint16_t{0});
      each_vector(frame.count, [&](int i) {
        const Real result = inner(i);
        const Real x = operand<kOut.place == 0>(a, result, i);
        const Real y = operand<kOut.place == 1>(b, result, i);
        if constexpr (kOperands == 2) {
          binary<kOp>(x, y).store(to + i);
        } else {
          ternary<kOp>(x, y, operand<kOut.place == 2>(c, result, i)).store(to + i);
        }
      });
    }
  }
  template <std::size_t... kPairs>
  static constexpr auto of_pairs(std::index_sequence<kPairs...> /*pairs*/) {
    return std::array<Kernel, sizeof...(kPairs)>{
        &run_pair<kPairs / std::size(kInner), kPairs % std::size(kInner)>...};
  }
  static Kernel find_pair(OperandKinds outer, int place, OperandKinds inner) {
    // Without an instruction for a fused multiply-add, loops take their time for arithmetic.
    if constexpr (kHasFma) {
      static constexpr auto kKernels =
          of_pairs(std::make_index_sequence<std::size(kOuter) * std::size(kInner)>{});
      const auto* const out = std::find(std::begin(kOuter), std::end(kOuter), Outer{outer, place});
      const auto* const in = std::find(std::begin(kInner), std::end(kInner), inner);
      if (out == std::end(kOuter) || in == std::end(kInner)) return nullptr;
      return kKernels[static_cast<std::size_t>(out - kOuter) * std::size(kInner) +
                      static_cast<std::size_t>(in - kInner)];
    }
    return nullptr;
  }

  static Kernel find(OperandKinds operation) {
    const auto [op, scalars] = operation;
    static constexpr auto kKernels = of_ops(std::make_index_sequence<std::size(kOperandsOf)>{});
    if (op <= static_cast<std::uint8_t>(Op::modulo)) return kKernels[op - kFirstOperation][scalars];
    const bool is_scalar = (scalars & 1U) != 0;
    switch (static_cast<BlockOp>(op)) {
      case BlockOp::laplacian:
        return &run_laplacian;
      case BlockOp::laplacian_product:
        return is_scalar ? &run_product<true> : &run_product<false>;
      case BlockOp::laplacian_fma:
        if ((scalars & 4U) != 0) return is_scalar ? &run_fma<true, true> : &run_fma<false, true>;
        return is_scalar ? &run_fma<true, false> : &run_fma<false, false>;
      case BlockOp::copy:
        return is_scalar ? &run_copy<true> : &run_copy<false>;
      case BlockOp::noise:
        return &run_noise<false>;
      case BlockOp::normal:
        return &run_noise<true>;
    }
    return nullptr;
  }

  static void keep_fixed(float* to, const float* fixed, std::ptrdiff_t stride,
                         const std::uint8_t* flags, int width, int rows, int count) {
    for (int r = 0; r < rows; ++r, to += stride, fixed += stride, flags += width) {
      for (int i = 0; i < count; i += kLanes) {
        const auto is_fixed = (core::LaneFlags<kLanes>::load(flags + i) & (kHeld | kWall)) != 0U;
        core::choose(is_fixed, Real::load(fixed + i), Real::load(to + i)).store(to + i);
      }
    }
  }
  static void see(float* to, const float* centre, const float* neighbour, const float* slope,
                  const std::uint8_t* flags, std::uint8_t missing, int count) {
    for (int i = 0; i < count; i += kLanes) {
      const auto is_missing = (core::LaneFlags<kLanes>::load(flags + i) & missing) != 0U;
      Real own = Real::load(centre + i);
      if (slope != nullptr) own = own + Real::load(slope + i);
      core::choose(is_missing, own, Real::load(neighbour + i)).store(to + i);
    }
  }

  static constexpr BlockKernels kKernels{&find, &find_pair, &keep_fixed, &see};
};

}  // namespace heatwave::field::formula

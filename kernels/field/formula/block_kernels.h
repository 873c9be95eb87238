// The loops of bytecode are written once here and compiled for each SIMD level. Only the sources of
// the levels include this file. The number of lanes is in the type of every function, so that no
// function of one level replaces a function of another.
#pragma once

#include <array>
#include <utility>

#include "kernels/core/lanes.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/formula/operations.h"
#include "kernels/field/formula/row_bytecode.h"

namespace heatwave::field::formula {

template <int kLanes>
struct BlockLevel {
  using Real = core::Lanes<kLanes>;
  using Bits = typename BitsOf<Real>::Bits;

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

  /// The five slots of a plane from `index` on.
  struct Stencil {
    const float* slots[5];
    [[gnu::always_inline]] Stencil(const Frame& frame, std::uint16_t index) {
      for (int i = 0; i < 5; ++i) slots[i] = frame.slots[index + i];
    }
    [[gnu::always_inline]] Real laplacian(int i) const {
      return field::laplacian(
          NeighboursOf<Real>{Real::load(slots[kCentre] + i), Real::load(slots[kWest] + i),
                             Real::load(slots[kEast] + i), Real::load(slots[kNorth] + i),
                             Real::load(slots[kSouth] + i)});
    }
  };
  static void run_laplacian(const Instruction& in, const Frame& frame) {
    const Stencil stencil(frame, in.a);
    float* to = frame.slots[in.to];
    each_vector(frame.count, [&](int i) { stencil.laplacian(i).store(to + i); });
  }
  template <bool kIsScalar>
  static void run_product(const Instruction& in, const Frame& frame) {
    const Source<kIsScalar> a(frame, in.a);
    const Stencil stencil(frame, in.b);
    float* to = frame.slots[in.to];
    each_vector(frame.count, [&](int i) { (a.at(i) * stencil.laplacian(i)).store(to + i); });
  }
  template <bool kIsScalar, bool kIsSumScalar>
  static void run_fma(const Instruction& in, const Frame& frame) {
    const Source<kIsScalar> a(frame, in.a);
    const Stencil stencil(frame, in.b);
    const Source<kIsSumScalar> c(frame, in.c);
    float* to = frame.slots[in.to];
    each_vector(frame.count,
                [&](int i) { core::fma(a.at(i), stencil.laplacian(i), c.at(i)).store(to + i); });
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

  static Kernel find(std::uint8_t op, unsigned scalars) {
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

  static void keep_fixed(float* to, const float* fixed, const std::uint8_t* flags, int count) {
    for (int i = 0; i < count; i += kLanes) {
      const auto is_fixed = (core::LaneFlags<kLanes>::load(flags + i) & (kHeld | kWall)) != 0U;
      core::choose(is_fixed, Real::load(fixed + i), Real::load(to + i)).store(to + i);
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

  static constexpr BlockKernels kKernels{&find, &keep_fixed, &see};
};

}  // namespace heatwave::field::formula

// This CPU variant multiplies matrices as fast libraries do: tiles are copied into the order of
// their use, sums stay in registers and all processors share the work.
#include <algorithm>
#include <limits>
#include <utility>

#include "kernels/core/aligned.h"
#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/experiments/matmul/matmul_experiment.h"

namespace heatwave::lab::matmul_experiment {
namespace {

// variant: packed
constexpr int kLanes = 16;   // columns of a register tile: one AVX-512 vector or two AVX2 vectors
constexpr int kRows = 6;     // rows of a register tile: 16 AVX2 registers can hold this many sums
constexpr int kDepth = 256;  // products added without a break: a strip of B stays in the L1 cache
constexpr int kBlockRows = 120;  // rows of A at a time: 120 KB, which stay in the L2 cache
constexpr std::int64_t kPanelColumns = 2048;  // columns of B at a time: 2 MB

using Lanes [[gnu::vector_size(4 * kLanes)]] = float;
using Floats = core::AlignedVector<float>;

/// Computes 6 × 16 elements of C. For each step of the depth `a` holds 6 values and `b` holds 16.
[[gnu::always_inline]] inline void multiply_tile(const float* a, const float* b, int depth,
                                                 float* sums) {
  Lanes sum[kRows] = {};  //! they stay in registers
  for (int k = 0; k < depth; ++k) {
    const Lanes right = *reinterpret_cast<const Lanes*>(b + k * kLanes);
#pragma GCC unroll 6
    for (int i = 0; i < kRows; ++i) sum[i] += a[k * kRows + i] * right;  //! 16 lanes at once
  }
  for (int i = 0; i < kRows; ++i) *reinterpret_cast<Lanes*>(sums + i * kLanes) = sum[i];
}

/// A range of C's rows or columns, or of the depth.
struct Part {
  std::int64_t begin;
  std::int64_t end;
  [[nodiscard]] std::int64_t size() const { return end - begin; }
};

/// Copies `wide` lines into one strip in the order in which they will be read; elements beyond the
/// matrix become zero. `at(line, k)` returns an element.
template <int wide, typename At>
void pack_strip(float* to, Part lines, Part depth, At at) {
  for (std::int64_t k = depth.begin; k < depth.end; ++k) {
    for (std::int64_t line = lines.begin; line < lines.begin + wide; ++line) {
      *to++ = line < lines.end ? at(line, k) : 0.0F;
    }
  }
}

class Packed final : public CpuRun {
 public:
  Packed(const MatmulProblem& problem, Stop stop)
      : problem_(problem),
        stop_(std::move(stop)),
        team_(core::cpu_facts().processors),
        c_(problem.a.size(), std::numeric_limits<float>::quiet_NaN()),
        packed_b_(static_cast<std::size_t>((std::min(problem.n, kPanelColumns) + kLanes) * kDepth)),
        packed_a_(static_cast<std::size_t>(team_.size()), Floats(kBlockRows * kDepth)) {}

  Outcome outcome() override { return checked_matmul(problem_, c_, MatmulPrecision::float32); }

 protected:
  void launch() override {
    team_.run([this](int member) {
      const std::int64_t n = problem_.n;
      for (std::int64_t column = 0; column < n; column += kPanelColumns) {
        const Part columns{column, std::min(n, column + kPanelColumns)};
        for (std::int64_t k = 0; k < n; k += kDepth) {
          const Part depth{k, std::min<std::int64_t>(n, k + kDepth)};
          pack_b(columns, depth, member);
          team_.sync();  //! all strips of B are ready
          multiply_rows(columns, depth, member);
          team_.sync();  // all threads have used them
        }
      }
    });
  }

 private:
  void pack_b(Part columns, Part depth, int member) {
    const float* b = problem_.b.data();
    const std::int64_t n = problem_.n;
    const std::int64_t strips = (columns.size() + kLanes - 1) / kLanes;
    for (std::int64_t strip = member; strip < strips; strip += team_.size()) {
      pack_strip<kLanes>(packed_b_.data() + strip * kLanes * kDepth,
                         {columns.begin + strip * kLanes, columns.end}, depth,
                         [=](std::int64_t column, std::int64_t k) { return b[k * n + column]; });
    }
  }

  /// Multiplies one thread's band of C's rows, as many at a time as its cache holds.
  void multiply_rows(Part columns, Part depth, int member) {
    const std::int64_t n = problem_.n;
    const std::int64_t strips = (n + kRows - 1) / kRows;
    const Part band{strips * member / team_.size() * kRows,
                    std::min(n, strips * (member + 1) / team_.size() * kRows)};
    for (std::int64_t row = band.begin; row < band.end; row += kBlockRows) {
      if (stop_.stop_requested()) return;
      const Part rows{row, std::min(band.end, row + kBlockRows)};
      float* packed = packed_a_[static_cast<std::size_t>(member)].data();
      const float* a = problem_.a.data();
      for (std::int64_t i = rows.begin; i < rows.end; i += kRows) {
        pack_strip<kRows>(packed + (i - rows.begin) * kDepth, {i, rows.end}, depth,
                          [=](std::int64_t line, std::int64_t k) { return a[line * n + k]; });
      }
      multiply_block(packed, rows, columns, depth);
    }
  }

  void multiply_block(const float* packed, Part rows, Part columns, Part depth) {
    alignas(sizeof(Lanes)) float sums[kRows * kLanes];
    for (std::int64_t j = columns.begin; j < columns.end; j += kLanes) {
      const float* b = packed_b_.data() + (j - columns.begin) * kDepth;
      for (std::int64_t i = rows.begin; i < rows.end; i += kRows) {
        core::kAtBestLevel<multiply_tile>(packed + (i - rows.begin) * kDepth, b,
                                          static_cast<int>(depth.size()), sums);
        add_to_c(sums, {i, std::min(rows.end, i + kRows)}, {j, std::min(columns.end, j + kLanes)},
                 depth.begin == 0);
      }
    }
  }

  void add_to_c(const float* sums, Part rows, Part columns, bool first) {
    for (std::int64_t i = rows.begin; i < rows.end; ++i) {
      float* to = c_.data() + i * problem_.n;
      const float* from = sums + (i - rows.begin) * kLanes;
      for (std::int64_t j = columns.begin; j < columns.end; ++j, ++from) {
        to[j] = first ? *from : to[j] + *from;
      }
    }
  }
  const MatmulProblem& problem_;
  Stop stop_;
  core::ThreadTeam team_;
  std::vector<float> c_;
  Floats packed_b_;
  std::vector<Floats> packed_a_;
};
// end

}  // namespace

std::unique_ptr<Run> packed_matmul(const MatmulProblem& problem, const Stop& stop) {
  return std::make_unique<Packed>(problem, stop);
}

double packed_matmul_bytes(std::int64_t n) {
  const auto columns = static_cast<double>(std::min(n, kPanelColumns) + kLanes);
  return 4.0 * kDepth * (columns + kBlockRows * core::cpu_facts().processors);
}

}  // namespace heatwave::lab::matmul_experiment

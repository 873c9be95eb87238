// The atomics, on the GPU. What moves: a value in and an old value out for each operation; how many
// want the same address is the limit.
#include <cuda_runtime.h>

#include <algorithm>

#include "kernels/lab/atomics.h"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"

namespace heatwave::lab {
namespace {

// variant: contended shared spread neighbours
/// Carries the operation out and returns the value that it found.
__device__ unsigned apply(Operation operation, unsigned* cell, unsigned value, unsigned compare) {
  switch (operation) {  // the same way for all threads
    case Operation::add:
      return atomicAdd(cell, value);
    case Operation::sub:
      return atomicSub(cell, value);
    case Operation::exchange:
      return atomicExch(cell, value);
    case Operation::min:
      return atomicMin(cell, value);
    case Operation::max:
      return atomicMax(cell, value);
    case Operation::inc:
      return atomicInc(cell, value);
    case Operation::dec:
      return atomicDec(cell, value);
    case Operation::compare_and_swap:
      return atomicCAS(cell, compare, value);
    case Operation::bit_and:
      return atomicAnd(cell, value);
    case Operation::bit_or:
      return atomicOr(cell, value);
    case Operation::bit_xor:
      return atomicXor(cell, value);
  }
  return 0;
}

/// What every kernel works on.
struct Operands {
  Operation operation;
  unsigned start;          ///< of every cell; compare-and-swap looks for it
  const unsigned* values;  ///< one for each operation
  unsigned* olds;          ///< what each operation found
  unsigned* cells;
  long long n;
};

__device__ long long own_index() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// variant: contended spread neighbours
/// Operation i goes to cell i·apart.
__global__ void apply_globally(Operands o, long long apart) {
  const long long i = own_index();
  if (i >= o.n) return;
  unsigned* cell =
      o.cells + i * apart;  //! apart = 0: all to one; 8: a sector each; 1: side by side
  o.olds[i] = apply(o.operation, cell, o.values[i], o.start);  //! the old value comes back
}

// variant: shared
__global__ void apply_in_block(Operands o) {
  __shared__ unsigned cell;
  if (threadIdx.x == 0) cell = o.start;
  __syncthreads();
  const long long i = own_index();
  if (i < o.n) o.olds[i] = apply(o.operation, &cell, o.values[i], o.start);  //! on the chip
  __syncthreads();
  if (threadIdx.x == 0) o.cells[blockIdx.x] = cell;
}
// end

/// One thread tries every operation, to be read.
constexpr unsigned kTrials = kDemonstrations.size();
struct Trials {
  Demonstration asked[kTrials];
};
__global__ void demonstrate(Trials trials, unsigned* cell, Demonstrated* found) {
  for (unsigned i = 0; i < kTrials; ++i) {
    const Demonstration& d = trials.asked[i];
    atomicExch(cell, d.old);
    found[i].returned = apply(d.operation, cell, d.value, d.compare);
    found[i].stored = atomicAdd(cell, 0U);
  }
}

class AtomicsRun : public GpuRun {
 public:
  /// With `words` of memory for cells.
  AtomicsRun(const AtomicsProblem& problem, std::size_t words)
      : problem_(problem),
        threads_(static_cast<unsigned>(problem.threads)),
        blocks_(blocks_for(problem.n(), problem.threads)),
        values_(problem.values.size()),
        olds_(problem.values.size()),
        cells_(words),
        found_olds_(olds_.size()),
        found_cells_(words) {}

 protected:
  void copy_in() override { upload(values_, problem_.values.data(), queue()); }
  void reset() override {
    fill(cells_, problem_.start == 0 ? 0 : 0xFF);
    fill(olds_, 0xA5);  // as no operation returns
  }
  void copy_out() override {
    download(found_olds_.data(), olds_, queue());
    download(found_cells_.data(), cells_, queue());
  }

  [[nodiscard]] Operands operands() const {
    return {problem_.operation, problem_.start, values_.data(),
            olds_.data(),       cells_.data(),  problem_.n()};
  }
  [[nodiscard]] const AtomicsProblem& problem() const { return problem_; }
  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] unsigned blocks() const { return blocks_; }
  /// What came back, with every so-many-th word as a cell.
  [[nodiscard]] AtomicsResult result(std::size_t apart, std::int64_t per_cell) const {
    AtomicsResult result{.olds = found_olds_, .cells = {}, .per_cell = per_cell};
    for (std::size_t i = 0; i < found_cells_.size(); i += apart)
      result.cells.push_back(found_cells_[i]);
    return result;
  }

 private:
  void fill(const core::DeviceBuffer<unsigned>& memory, int byte) const {
    HEATWAVE_CUDA_CHECK(
        cudaMemsetAsync(memory.data(), byte, memory.size() * sizeof(unsigned), queue()));
  }

  const AtomicsProblem& problem_;
  unsigned threads_;
  unsigned blocks_;
  core::DeviceBuffer<unsigned> values_;
  core::DeviceBuffer<unsigned> olds_;
  core::DeviceBuffer<unsigned> cells_;
  std::vector<unsigned> found_olds_;
  std::vector<unsigned> found_cells_;
};

/// On global memory: all operations on one cell, or each on its own, so many words apart.
class GlobalRun : public AtomicsRun {
 public:
  GlobalRun(const AtomicsProblem& problem, std::size_t apart)
      : AtomicsRun(problem, apart == 0 ? 1 : problem.values.size() * apart), apart_(apart) {
    note_shape(apply_globally, blocks(), threads());
  }
  Outcome outcome() override {
    if (apart_ > 0) return checked_in_order(problem(), result(apart_, 1));
    Outcome outcome = checked_in_any_order(problem(), result(1, problem().n()));
    add_demonstrations(outcome, demonstrated());
    return outcome;
  }

 protected:
  void launch() override {
    apply_globally<<<blocks(), threads(), 0, queue()>>>(operands(), static_cast<long long>(apart_));
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  [[nodiscard]] std::vector<Demonstrated> demonstrated() const {
    Trials trials{};
    std::copy(kDemonstrations.begin(), kDemonstrations.end(), trials.asked);
    const core::DeviceBuffer<unsigned> cell(1);
    const core::DeviceBuffer<Demonstrated> found(kTrials);
    demonstrate<<<1, 1, 0, queue()>>>(trials, cell.data(), found.data());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    std::vector<Demonstrated> all(found.size());
    download(all.data(), found, queue());
    stream().synchronize();
    return all;
  }

  std::size_t apart_;
};

/// On shared memory: a cell for each block.
class SharedRun : public AtomicsRun {
 public:
  explicit SharedRun(const AtomicsProblem& problem)
      : AtomicsRun(problem, blocks_for(problem.n(), problem.threads)) {
    note_shape(apply_in_block, blocks(), threads());
  }
  Outcome outcome() override {
    return checked_in_any_order(problem(), result(1, problem().threads));
  }

 protected:
  void launch() override {
    apply_in_block<<<blocks(), threads(), 0, queue()>>>(operands());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
};

MakeRun globally(std::size_t apart) {
  return makes<AtomicsProblem>([apart](const AtomicsProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<GlobalRun>(problem, apart);
  });
}

}  // namespace

GpuRuns atomics_on_gpu() {
  constexpr std::size_t kSector = 32 / sizeof(unsigned);
  return {{"contended", globally(0)},
          {"shared", makes_run<AtomicsProblem, SharedRun>()},
          {"spread", globally(kSector)},
          {"neighbours", globally(1)}};
}

}  // namespace heatwave::lab

// The GPU's half of an experiment with one array in and one out: a kernel `(in, out, n)` is enough.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/array_experiment.h"
#include "kernels/lab/gpu_run.cuh"

namespace heatwave::lab {

/// The arrays on the device, and their ways there and back.
template <typename T>
class ArrayRun : public GpuRun {
 public:
  explicit ArrayRun(const ArrayProblem<T>& problem)
      : problem_(problem),
        in_(problem.in.size()),
        out_(problem.in.size()),
        result_(problem.in.size()) {}

  Outcome outcome() override { return checked_array(problem_, result_); }

 protected:
  void copy_in() override {
    upload(in_, problem_.in.data(), queue());
    poison(out_, queue());
  }
  void copy_out() override { download(result_.data(), out_, queue()); }

  const ArrayProblem<T>& problem_;
  core::DeviceBuffer<T> in_;
  core::DeviceBuffer<T> out_;
  std::vector<T> result_;
};

template <typename T>
using ArrayKernel = void (*)(const T* in, T* out, long long n);

template <typename T>
class ArrayKernelRun final : public ArrayRun<T> {
 public:
  ArrayKernelRun(const ArrayProblem<T>& problem, ArrayKernel<T> kernel, int elements,
                 std::size_t shared)
      : ArrayRun<T>(problem),
        kernel_(kernel),
        threads_(static_cast<unsigned>(problem.threads)),
        blocks_(blocks_for(size(), elements * problem.threads)),
        shared_(shared * threads_) {
    this->note_shape(kernel, blocks_, threads_, shared_);
  }

 protected:
  void launch() override {
    kernel_<<<blocks_, threads_, shared_, this->queue()>>>(this->in_.data(), this->out_.data(),
                                                           size());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  [[nodiscard]] long long size() const { return static_cast<long long>(this->in_.size()); }

  ArrayKernel<T> kernel_;
  unsigned threads_;
  unsigned blocks_;
  std::size_t shared_;
};

/// A variant that is one launch of a kernel, with so many elements and bytes of shared memory for
/// each thread.
template <typename T>
MakeRun array_run(ArrayKernel<T> kernel, int elements = 1, std::size_t shared = 0) {
  return makes<ArrayProblem<T>>(
      [kernel, elements, shared](const ArrayProblem<T>& problem, const Stop& /*stop*/) {
        return std::make_unique<ArrayKernelRun<T>>(problem, kernel, elements, shared);
      });
}

}  // namespace heatwave::lab

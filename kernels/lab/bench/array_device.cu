// This file copies the arrays of an experiment with one input array and one output array.
#include "kernels/lab/bench/array_device.cuh"

namespace heatwave::lab {
namespace {

template <typename T>
void poison_result(const ArrayProblem<T>& /*problem*/, ArrayDevice<T>& device, Queue queue) {
  poison(device.out, queue);
}

// variant: *
/// The constructor has allocated `in` and `out` by cudaMalloc, before the timing starts. Both are
/// as long as the problem's array.
template <typename T>
void copy_in(const ArrayProblem<T>& problem, ArrayDevice<T>& device, Queue queue) {
  upload(device.in, problem.in.data(), queue);  //! cudaMemcpyAsync, host to device
}

template <typename T>
void copy_out(const ArrayProblem<T>& /*problem*/, ArrayDevice<T>& device, Queue queue) {
  download(device.result.data(), device.out, queue);  //! device to host
}
// end

template <typename T>
HostArrays host_arrays(const ArrayProblem<T>& problem, const ArrayDevice<T>& device) {
  return arrays_of(problem.in, device.result);
}

template <typename T>
Outcome check(const ArrayProblem<T>& problem, const ArrayDevice<T>& device) {
  return device.only_copied
             ? outcome_of_copy(device.result, problem.in, "only copied", problem.stop)
             : outcome_of_array(device.result.data(), problem.expected, problem.stop);
}

}  // namespace

template <typename T>
std::unique_ptr<Run> gpu_run_of(const ArrayProblem<T>& problem, ArrayLauncher<T>* launcher) {
  return run_with(problem,
                  {.prepare = poison_result<T>,
                   .copy_in = copy_in<T>,
                   .copy_out = copy_out<T>,
                   .host_arrays = host_arrays<T>,
                   .check = check<T>},
                  launcher);
}

template std::unique_ptr<Run> gpu_run_of(const ArrayProblem<float>&, ArrayLauncher<float>*);
template std::unique_ptr<Run> gpu_run_of(const ArrayProblem<std::int32_t>&,
                                         ArrayLauncher<std::int32_t>*);
template std::unique_ptr<Run> gpu_run_of(const ArrayProblem<std::uint32_t>&,
                                         ArrayLauncher<std::uint32_t>*);

}  // namespace heatwave::lab

// Compiles on a separate thread, which ends before this object does.
#include "app/session/field/gpu_start.h"

#include <chrono>
#include <string>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/field/cpu/cpu_solver.h"

namespace heatwave::session {

GpuStart::GpuStart(SolverFactory make, Compile compile)
    : make_(std::move(make)), compile_(std::move(compile)) {}

bool GpuStart::is_compiling(const field::SolverRequest& request) {
  using namespace std::chrono_literals;
  if (!compilation_.valid()) {
    compilation_ = std::async(std::launch::async, [this, request] {
      try {
        compile_(request);
      } catch (const core::Error&) {  // the GPU's solver throws it again
      }
    });
  }
  return compilation_.wait_for(0s) != std::future_status::ready;
}

std::unique_ptr<field::FieldSolver> GpuStart::make_solver(const field::SolverRequest& request) {
  bool stands_in = false;
  {
    const std::scoped_lock lock(mutex_);
    stands_in_ =
        request.backend == field::Backend::automatic && !request.formula && is_compiling(request);
    stands_in = stands_in_;
  }
  return stands_in ? field::make_cpu_solver(request, std::string(kReason)) : make_(request);
}

bool GpuStart::take_ready() {
  const std::scoped_lock lock(mutex_);
  if (!stands_in_ || compilation_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  stands_in_ = false;
  return true;
}

}  // namespace heatwave::session

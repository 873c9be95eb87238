// The backend is chosen here: the requested one, or CUDA if a device works, or the CPU.
#include <utility>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/cpu/cpu_solver.h"
#include "kernels/field/cuda/cuda_solver.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/parts/device_parts.h"
#include "kernels/field/parts/parts_solver.h"
#include "kernels/field/parts/rank_devices.h"

namespace heatwave::field {

std::string_view name_of(Backend backend) {
  switch (backend) {
    case Backend::automatic:
      return "auto";
    case Backend::cpu:
      return "cpu";
    case Backend::cuda:
      return "cuda";
  }
  return "";
}

const EquationInfo& equation_of(const SolverRequest& request) {
  return request.formula ? request.formula->info() : find_equation(request.equation);
}

namespace {

std::unique_ptr<FieldSolver> make_on(Backend backend, SolverRequest request,
                                     const std::string& reason) {
  if (wants_parts(request, backend)) return make_parts_solver(request, backend, reason);
  if (backend == Backend::cpu) return make_cpu_solver(request, reason);
  if (!request.division.devices.empty()) request.device = request.division.devices.front();
  return make_cuda_solver(request, reason);
}

/// Makes a solver over several processes, on their devices or on their CPUs.
std::unique_ptr<FieldSolver> make_over_ranks(SolverRequest request) {
  Division& division = request.division;
  const bool takes_all = division.all_devices && !division.only_where_it_pays;
  const bool asks_for_devices =
      request.backend == Backend::cuda || takes_all || !division.devices.empty();
  const bool asks_for_cpus =
      request.backend == Backend::cpu || (!asks_for_devices && division.parts > 1);
  std::string reason = "several processes compute a field on their CPUs";
  if (!asks_for_cpus) {
    try {
      DealtDevices dealt =
          dealt_devices(devices_of_ranks(division.ranks), division.ranks->hosts(), division);
      if (division.only_where_it_pays) {
        dealt.places = devices_that_pay(std::move(dealt.places), request.extent);
      }
      division.places = std::move(dealt.places);
      reason = asks_for_devices ? "requested" : "every process has a CUDA device";
      if (!dealt.words.empty()) reason += "; " + dealt.words;
    } catch (const core::Error& error) {
      if (asks_for_devices)
        throw core::Error("CUDA was requested, but " + std::string(error.what()));
      reason += ", as " + std::string(error.what());
    }
  }
  if (division.places.empty()) return make_on(Backend::cpu, std::move(request), reason);
  try {
    return make_on(Backend::cuda, request, reason);
  } catch (const core::OutOfMemory&) {
    throw;
  } catch (const core::Error& error) {
    if (asks_for_devices || !request.formula) throw;
    reason = error.what();
  }
  division.places.clear();
  return make_on(Backend::cpu, std::move(request), reason);
}

}  // namespace

std::unique_ptr<FieldSolver> make_solver(const SolverRequest& request) {
  if (request.division.ranks) return make_over_ranks(request);
  if (request.backend == Backend::cpu) return make_on(Backend::cpu, request, "requested");
  const core::CudaStatus cuda = core::cuda_status();
  const bool asked_for = request.backend == Backend::cuda || request.device.has_value() ||
                         !request.division.devices.empty();
  if (asked_for && !cuda.usable) {
    const std::string which =
        request.device ? "CUDA device " + std::to_string(*request.device) : std::string("CUDA");
    throw core::Error(which + " was requested, but " + cuda.reason);
  }
  if (asked_for) return make_on(Backend::cuda, request, "requested");
  if (!cuda.usable) return make_on(Backend::cpu, request, cuda.reason);
  try {
    return make_on(Backend::cuda, request, cuda.reason);
  } catch (const core::DeviceLost& lost) {
    return make_on(Backend::cpu, request, lost.what());
  } catch (const core::OutOfMemory&) {
    throw;
  } catch (const core::Error& error) {
    if (!request.formula) throw;
    return make_on(Backend::cpu, request, error.what());
  }
}

}  // namespace heatwave::field

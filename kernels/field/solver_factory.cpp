// The backend is chosen here: the requested one, or CUDA if a device works, or the CPU.
#include <string>
#include <utility>
#include <vector>

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

bool asks_for_devices(const SolverRequest& request) {
  const Division& division = request.division;
  return request.backend == Backend::cuda || !division.devices.empty() ||
         (division.all_devices && !division.only_where_it_pays);
}

/// Places the parts of a field on the devices of several processes, if these are asked for, or if
/// every process has one; otherwise the CPUs compute. Returns the reason.
std::string place_over_ranks(SolverRequest& request) {
  Division& division = request.division;
  const std::string on_cpus = "several processes compute a field on their CPUs";
  const bool asks = asks_for_devices(request);
  if (request.backend == Backend::cpu || (!asks && division.parts > 1)) return on_cpus;
  try {
    const std::vector<RankDevices> found = devices_of_ranks(division.ranks);
    DealtDevices dealt = dealt_devices(found, division.ranks->hosts(), division);
    division.places = std::move(dealt.places);
    if (division.only_where_it_pays) {
      division.places = devices_that_pay(std::move(division.places), request.extent);
    }
    division.steps = steps_over_ranks(request);
    const std::string reason = asks ? "requested" : "every process has a CUDA device";
    return dealt.words.empty() ? reason : reason + "; " + dealt.words;
  } catch (const core::Error& error) {
    if (asks) throw core::Error("CUDA was requested, but " + std::string(error.what()));
    return on_cpus + ", as " + error.what();
  }
}

std::unique_ptr<FieldSolver> make_over_ranks(const SolverRequest& request) {
  SolverRequest placed = request;
  const std::string reason = place_over_ranks(placed);
  if (placed.division.places.empty()) return make_on(Backend::cpu, std::move(placed), reason);
  try {
    return make_on(Backend::cuda, std::move(placed), reason);
  } catch (const core::OutOfMemory&) {
    throw;
  } catch (const core::Error& error) {
    if (!request.formula || asks_for_devices(request)) throw;
    return make_on(Backend::cpu, request, error.what());
  }
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

// A field on CPUs is cut in the same way by every process that computes some of its parts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/ranks.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/part.h"
#include "kernels/field/parts/parts_layout.h"

namespace heatwave::field {

/// Returns what an equation's steps and totals read.
StepReach reach_of(const SolverRequest& request);

/// Returns the layout of a field on the CPUs of `processes` processes.
Layout cpu_layout(const SolverRequest& request, int processes);

/// Returns the process that computes a part.
int process_of(const Layout& layout, int part, int processes);

/// Returns the request for the solver of one part.
SolverRequest request_of_part(const SolverRequest& request, const Layout& layout, int part,
                              const std::shared_ptr<Exchange>& exchange);

/// Makes the parts of one process, which share its threads.
std::vector<std::unique_ptr<Part>> make_cpu_parts(const SolverRequest& request,
                                                  const Layout& layout,
                                                  const std::shared_ptr<Exchange>& exchange,
                                                  const std::vector<int>& parts, int threads,
                                                  const std::string& reason);

/// Returns the processors on which a rank may compute, at least 1. Its container's limit is shared
/// by the ranks on its host.
int processors_of(const core::Ranks& ranks, const core::CpuFacts& cpu);

/// Returns the number of threads that a request wants in all, of these processors.
int threads_in_all(const SolverRequest& request, int processors);

}  // namespace heatwave::field

// Every process cuts a field in the same way, and knows which of them computes which part.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/ranks.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/part.h"
#include "kernels/field/parts/parts_layout.h"

namespace heatwave::field {

struct RankLayout {
  Layout layout;
  std::vector<int> ranks;    ///< the rank that computes each part
  std::vector<int> devices;  ///< the CUDA device of each part, on that rank; empty: the CPUs
};

/// Returns the layout of a field over this number of processes. All that decides on it is in the
/// request.
RankLayout rank_layout(const SolverRequest& request, int processes);

/// Returns the parts that a rank computes.
std::vector<int> parts_of_rank(const RankLayout& placed, int rank);

/// Makes the parts that this rank computes.
std::vector<std::unique_ptr<Part>> make_parts_here(const SolverRequest& request,
                                                   const RankLayout& placed,
                                                   const std::shared_ptr<Exchange>& exchange,
                                                   const core::Ranks& ranks,
                                                   const std::string& reason);

}  // namespace heatwave::field

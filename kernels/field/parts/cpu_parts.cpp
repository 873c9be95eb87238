// All that decides on the cuts is in the request, so every process comes to the same layout.
#include "kernels/field/parts/cpu_parts.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "kernels/field/cpu/cpu_solver.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/parts/rank_messages.h"

namespace heatwave::field {
namespace {

/// The sums of one part's integrals go through the exchange.
class PartSums final : public RowSums {
 public:
  PartSums(std::shared_ptr<Exchange> exchange, int part)
      : exchange_(std::move(exchange)), part_(part) {}
  double add(std::span<const double> own_rows) override { return exchange_->sum(part_, own_rows); }

 private:
  std::shared_ptr<Exchange> exchange_;
  int part_;
};

/// Returns the steps between two exchanges at which steps of rows twice and waiting cost least.
int steps_between_exchanges(const SolverRequest& request, int parts) {
  if (request.division.steps > 0) return request.division.steps;
  // Passes take up to 32 steps; a thirty-second of the rows may be stepped twice.
  constexpr int kFewest = 8;
  constexpr int kMost = 32;
  const int rows = request.extent.height / parts;
  return std::max(1, std::clamp(rows / 32, kFewest, kMost) / reach_of(request).rows_a_step);
}

}  // namespace

StepReach reach_of(const SolverRequest& request) {
  // Each sub-step of a formula reads the neighbours of what the one before has written.
  const int sub_steps =
      request.formula ? static_cast<int>(request.formula->program().steps.size()) : 1;
  return {.rows_a_step = std::max(1, sub_steps),
          .rows_at_end = equation_of(request).has_energy ? 1 : 0};
}

Layout cpu_layout(const SolverRequest& request, int processes) {
  // Messages between processes have a tag for each copy of rows, of which a part has two.
  constexpr std::int64_t kMostParts = FieldTags::kMostIndices / 2;
  const std::int64_t wanted = std::int64_t{request.division.parts} * processes;
  const auto parts = static_cast<int>(processes > 1 ? std::min(wanted, kMostParts) : wanted);
  const StepReach reach = reach_of(request);
  const int steps = steps_between_exchanges(request, parts);
  constexpr int kPartsOfBand = 3;
  if (request.division.overlaps && processes > 1 && processes <= kMostParts / kPartsOfBand) {
    return cut_rows_with_edges(request.extent, processes, steps, reach, request.joins_edges);
  }
  return cut_rows(request.extent, parts, steps, reach, request.joins_edges);
}

int process_of(const Layout& layout, int part, int processes) {
  return static_cast<int>(std::int64_t{part} * processes /
                          static_cast<std::int64_t>(layout.parts.size()));
}

SolverRequest request_of_part(const SolverRequest& request, const Layout& layout, int part,
                              const std::shared_ptr<Exchange>& exchange) {
  const PartRows& rows = layout.parts[static_cast<std::size_t>(part)];
  SolverRequest one = request;
  one.extent = rows.extent;
  one.division = {};
  one.slab = rows.slab;
  one.slab->sums = std::make_shared<PartSums>(exchange, part);
  return one;
}

std::vector<std::unique_ptr<Part>> make_cpu_parts(const SolverRequest& request,
                                                  const Layout& layout,
                                                  const std::shared_ptr<Exchange>& exchange,
                                                  const std::vector<int>& parts, int threads,
                                                  const std::string& reason) {
  const auto rows_of = [&](int part) {
    return std::int64_t{layout.parts[static_cast<std::size_t>(part)].own.rows()};
  };
  std::int64_t all = 0;
  for (const int part : parts) all += rows_of(part);
  // Threads are dealt out by rows: a part of a tenth of them gets a tenth of the threads.
  const auto threads_up_to = [&](std::int64_t rows) {
    return static_cast<int>((threads * rows + all - 1) / all);
  };
  std::int64_t before = 0;
  std::vector<std::unique_ptr<Part>> made;
  for (const int part : parts) {
    SolverRequest one = request_of_part(request, layout, part, exchange);
    one.backend = Backend::cpu;
    one.threads = std::max(1, threads_up_to(before + rows_of(part)) - threads_up_to(before));
    before += rows_of(part);
    made.push_back(make_local_part(make_cpu_solver(one, reason), exchange,
                                   layout.parts[static_cast<std::size_t>(part)], part));
  }
  return made;
}

int processors_of(const core::Ranks& ranks, const core::CpuFacts& cpu) {
  if (cpu.share <= 0.0) return ranks.processors();
  const std::vector<std::string>& hosts = ranks.hosts();
  const auto here = static_cast<double>(
      std::count(hosts.begin(), hosts.end(), hosts[static_cast<std::size_t>(ranks.rank())]));
  return std::clamp(static_cast<int>(cpu.share / here), 1, ranks.processors());
}

int threads_in_all(const SolverRequest& request, int processors) {
  if (request.threads > 0) return request.threads;
  return request.stepping.threads > 0 ? std::min(processors, request.stepping.threads) : processors;
}

}  // namespace heatwave::field

// A formula travels as its text.
#include "kernels/field/parts/part_calls.h"

#include <memory>

#include "kernels/core/error.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::field {

Bytes packed_request(const FieldRequest& request) {
  const SolverRequest& solver = request.solver;
  return packed(RankRequest::field, request.tags, request.reason, solver.equation, solver.extent,
                solver.threads, solver.simd, solver.stepping, solver.joins_edges,
                solver.division.parts, solver.division.steps, solver.division.overlaps,
                solver.division.exchange, solver.division.places,
                solver.formula ? solver.formula->text() : std::string());
}

FieldRequest unpacked_request(Unpacker& unpacker) {
  FieldRequest request;
  SolverRequest& solver = request.solver;
  std::string formula;
  unpacker(request.tags, request.reason, solver.equation, solver.extent, solver.threads,
           solver.simd, solver.stepping, solver.joins_edges, solver.division.parts,
           solver.division.steps, solver.division.overlaps, solver.division.exchange,
           solver.division.places, formula);
  if (!formula.empty()) solver.formula = formula::make_formula(formula);
  return request;
}

void check_answer(Unpacker& answer, const core::Ranks& ranks, int rank) {
  const auto kind = answer.next<PartAnswer>();
  if (kind == PartAnswer::done) return;
  const std::string words = "rank " + std::to_string(rank) + " on host '" +
                            ranks.hosts()[static_cast<std::size_t>(rank)] +
                            "': " + answer.next<std::string>();
  if (kind == PartAnswer::out_of_memory) throw core::OutOfMemory(words);
  throw core::Error(words);
}

}  // namespace heatwave::field

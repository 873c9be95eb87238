// The calls that rank 0 makes of parts in other processes, as messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/field/field_solver.h"
#include "kernels/field/parts/packing.h"
#include "kernels/field/parts/rank_messages.h"

namespace heatwave::field {

/// A request to a process begins with this; a FieldRequest follows where a field is wanted.
enum class RankRequest : std::uint8_t { devices, field };

/// A message to a part begins with its call; the arguments follow.
enum class PartCall : std::uint8_t {
  load,
  save,
  save_rim,
  read,
  apply,
  advance,
  sample,
  sample_steps,
  take_samples,
  survey,
  thinned_rows,
  join_edges,
  report,
  free,
};

/// An answer begins with this; the result follows, or the sentence of the error.
enum class PartAnswer : std::uint8_t { done, error, out_of_memory };

/// A request for a process's parts of a field.
struct FieldRequest {
  FieldTags tags;
  SolverRequest solver;
  std::string reason;  ///< why this backend was chosen
};
Bytes packed_request(const FieldRequest& request);
FieldRequest unpacked_request(Unpacker& request);

/// Calls `work(packer)`, which packs its result, and returns the answer. Errors become answers,
/// too.
template <typename Work>
Bytes answer_of(Work work) {
  try {
    Packer packer;
    packer(PartAnswer::done);
    work(packer);
    return packer.take();
  } catch (const core::OutOfMemory& error) {
    return packed(PartAnswer::out_of_memory, std::string(error.what()));
  } catch (const std::bad_alloc&) {
    return packed(PartAnswer::out_of_memory, std::string("not enough memory"));
  } catch (const std::exception& error) {
    return packed(PartAnswer::error, std::string(error.what()));
  }
}

/// Throws the error of an answer, if it has one; otherwise the result comes next.
void check_answer(Unpacker& answer, const core::Ranks& ranks, int rank);

}  // namespace heatwave::field

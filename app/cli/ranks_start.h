// The program's start by mpirun, as one of several processes.
#pragma once

#include <memory>
#include <string>

#include "kernels/core/ranks.h"

namespace heatwave::cli {

/// This process among those that were started together, by its environment.
struct StartedRanks {
  int rank = 0;
  int size = 1;
  int rank_on_host = 0;  ///< −1: unknown
};
StartedRanks started_ranks();

/// Meets the other processes. Throws core::Error with one sentence when that needs something that
/// is missing here.
std::shared_ptr<core::Ranks> join_ranks();

/// The answer to whether several processes can share a field here.
struct MpiFacts {
  bool is_available = false;
  std::string words;  ///< the library, or what is missing and how to get it
};
MpiFacts mpi_facts();

}  // namespace heatwave::cli

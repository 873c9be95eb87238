// A Division says into how many parts a field is cut, and where they are computed.
#pragma once

#include <memory>
#include <vector>

#include "kernels/field/parts/exchange_kind.h"

namespace heatwave::core {
class Ranks;
}  // namespace heatwave::core

namespace heatwave::field {

/// A CUDA device of one of the processes that mpirun has started.
struct PartPlace {
  int rank = 0;
  int device = 0;  ///< index of the device there

  friend bool operator==(const PartPlace&, const PartPlace&) = default;
};

struct Division {
  int parts = 1;  ///< number of parts on the CPU, in each process
  /// Indices of CUDA devices, one for each part; a device may have several. empty: one device
  /// computes the whole field. With ranks: the devices of each host that its processes share;
  /// empty: all of them.
  std::vector<int> devices = {};
  /// With ranks: each process takes its share of its host's devices; false: it takes one of them.
  bool all_devices = false;
  /// true: fewer devices compute the field, down to one, where it has too few rows for all.
  bool only_where_it_pays = false;
  int steps = 0;  ///< steps between two exchanges, if the parts have enough rows; 0: by rule
  ExchangeKind exchange = ExchangeKind::automatic;
  /// The processes that compute the field; null: this one alone
  std::shared_ptr<core::Ranks> ranks = nullptr;
  /// With ranks: the devices that compute parts, one for each, by rank; empty: the CPUs do
  std::vector<PartPlace> places = {};
  /// CPU; true: each process steps the rows beside its cuts as parts of their own, so that they are
  /// on their way while it steps the others. Devices always do so.
  bool overlaps = false;
};

}  // namespace heatwave::field

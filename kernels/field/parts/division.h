// A Division says into how many parts a field is cut, and where they are computed.
#pragma once

#include <memory>
#include <vector>

#include "kernels/field/parts/exchange_kind.h"

namespace heatwave::core {
class Ranks;
}  // namespace heatwave::core

namespace heatwave::field {

struct Division {
  int parts = 1;  ///< number of parts on the CPU, in each process
  /// Indices of CUDA devices, one for each part; a device may have several. empty: one device
  /// computes the whole field.
  std::vector<int> devices = {};
  /// true: fewer devices compute the field, down to one, where it has too few rows for all.
  bool only_where_it_pays = false;
  int steps = 0;  ///< steps between two exchanges, if the parts have enough rows; 0: by rule
  ExchangeKind exchange = ExchangeKind::automatic;
  /// The processes that compute the field on their CPUs; null: this one alone
  std::shared_ptr<core::Ranks> ranks = nullptr;
  /// true: each process steps the rows beside its cuts as parts of their own, so that they are on
  /// their way while it steps the others.
  bool overlaps = false;
};

}  // namespace heatwave::field

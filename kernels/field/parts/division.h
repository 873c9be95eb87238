// A Division says into how many parts a field is cut, and where they are computed.
#pragma once

#include <vector>

#include "kernels/field/parts/exchange_kind.h"

namespace heatwave::field {

struct Division {
  int parts = 1;  ///< number of parts on the CPU
  /// Indices of CUDA devices, one for each part; a device may have several. empty: one device
  /// computes the whole field.
  std::vector<int> devices = {};
  /// true: fewer devices compute the field, down to one, where it has too few rows for all.
  bool only_where_it_pays = false;
  int steps = 0;  ///< steps between two exchanges, if the parts have enough rows; 0: by rule
  ExchangeKind exchange = ExchangeKind::automatic;
};

}  // namespace heatwave::field

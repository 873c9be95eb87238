// Looks things up by their ids, and tells what there is where one is not known.
#pragma once

#include <string>
#include <string_view>

#include "kernels/core/error.h"

namespace heatwave::core {

/// The one of `all` with this id. Where there is none, throws Error: `complaint`, then the ids that
/// there are.
template <typename Range>
const typename Range::value_type& find_by_id(const Range& all, std::string_view id,
                                             const std::string& complaint) {
  std::string known;
  for (const auto& each : all) {
    if (each.id == id) return each;
    known += (known.empty() ? "" : ", ") + each.id;
  }
  throw Error(complaint + " (there are: " + known + ")");
}

}  // namespace heatwave::core

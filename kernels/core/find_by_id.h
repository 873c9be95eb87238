// Looks things up by their ids, and tells what there is where one is not known.
#pragma once

#include <string>
#include <string_view>

#include "kernels/core/error.h"

namespace heatwave::core {

/// The one of `all` with this id. Where there is none, throws Error: what `complaint` gives, then
/// the ids that there are. Panels look things up in every frame: words are made only then.
template <typename Range, typename Complaint>
const typename Range::value_type& find_by_id(const Range& all, std::string_view id,
                                             const Complaint& complaint) {
  for (const auto& each : all) {
    if (each.id == id) return each;
  }
  std::string known;
  for (const auto& each : all) known += (known.empty() ? "" : ", ") + each.id;
  throw Error(complaint() + " (there are: " + known + ")");
}

}  // namespace heatwave::core

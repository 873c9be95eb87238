// Objects are found by id here; an unknown id is reported with a list of all ids.
#pragma once

#include <string>
#include <string_view>

#include "kernels/core/error.h"

namespace heatwave::core {

/// Returns a pointer to the object with this id; null: there is none.
template <typename Range>
auto* with_id(Range& all, std::string_view id) {
  for (auto& each : all) {
    if (each.id == id) return &each;
  }
  return static_cast<decltype(&*all.begin())>(nullptr);
}

/// Returns the object with this id. If there is none, throws Error with the text of `complaint` and
/// all ids. The text is made only then, because panels look objects up in every frame.
template <typename Range, typename Complaint>
const typename Range::value_type& find_by_id(const Range& all, std::string_view id,
                                             const Complaint& complaint) {
  if (const auto* found = with_id(all, id)) return *found;
  std::string known;
  for (const auto& each : all) known += (known.empty() ? "" : ", ") + each.id;
  throw Error(complaint() + " (there are: " + known + ")");
}

}  // namespace heatwave::core

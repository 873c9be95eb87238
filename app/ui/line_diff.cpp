// Aligns texts by a shortest edit script.
#include "app/ui/line_diff.h"

#include <dtl.h>

namespace heatwave::ui {
namespace {

/// Appends the lines from `left` to `left_end` beside those from `right` to `right_end`.
void add_changed(std::vector<LinePair>& pairs, std::size_t& left, std::size_t left_end,
                 std::size_t& right, std::size_t right_end) {
  while (left < left_end || right < right_end) {
    LinePair& pair = pairs.emplace_back();
    if (left < left_end) pair.left = left++;
    if (right < right_end) pair.right = right++;
  }
}

}  // namespace

std::vector<LinePair> paired_lines(const std::vector<std::string>& left,
                                   const std::vector<std::string>& right) {
  dtl::Diff<std::string> diff(left, right);
  diff.compose();
  std::vector<LinePair> pairs;
  std::size_t left_at = 0;
  std::size_t right_at = 0;
  std::size_t left_end = 0;
  std::size_t right_end = 0;
  for (const auto& [line, info] : diff.getSes().getSequence()) {
    if (info.type == dtl::SES_DELETE) {
      ++left_end;
    } else if (info.type == dtl::SES_ADD) {
      ++right_end;
    } else {
      add_changed(pairs, left_at, left_end, right_at, right_end);
      pairs.push_back({left_at++, right_at++, true});
      left_end = left_at;
      right_end = right_at;
    }
  }
  add_changed(pairs, left_at, left_end, right_at, right_end);
  return pairs;
}

ChangedLines changed_lines(const std::vector<std::string>& left,
                           const std::vector<std::string>& right) {
  ChangedLines changed{.left = std::vector<bool>(left.size(), false), .right = {}};
  for (const LinePair& pair : paired_lines(left, right)) {
    if (pair.is_equal) continue;
    if (pair.left) changed.left[*pair.left] = true;
    if (pair.right) changed.right.push_back(static_cast<int>(*pair.right) + 1);
  }
  return changed;
}

}  // namespace heatwave::ui

// AveragingWindow says which steps of a field an average over time takes.
#pragma once

#include <cstdint>

namespace heatwave::field {

/// Steps s with s % every == 0 are sampled. A window holds the samples after one multiple of `over`
/// up to the next one, so that windows lie at the same steps whenever averaging began.
struct AveragingWindow {
  std::int64_t every = 1;
  std::int64_t over = 1;  ///< at least `every`
  friend bool operator==(const AveragingWindow&, const AveragingWindow&) = default;
};

}  // namespace heatwave::field

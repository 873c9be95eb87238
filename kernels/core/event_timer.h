// Times stretches of a stream's work with a pool of event pairs, and never waits for one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/core/cuda_stream.h"

namespace heatwave::core {

class EventTimer {
 public:
  /// Marks the begin of a stretch. When every pair is still under way the stretch goes untimed.
  void begin(const Stream& stream) {
    timing_ = pending_ < kPairs;
    if (timing_) pairs_[newest()].begin.record(stream);
  }

  /// Marks its end; `tag` comes back with the time.
  void end(const Stream& stream, std::int64_t tag) {
    if (!timing_) return;
    pairs_[newest()].end.record(stream);
    pairs_[newest()].tag = tag;
    ++pending_;
    timing_ = false;
  }

  /// Takes in what has been reached since; the newest stretch is then at hand.
  void poll() {
    while (pending_ > 0 && pairs_[oldest_].end.reached()) {
      float ms = 0.0F;
      HEATWAVE_CUDA_CHECK(
          cudaEventElapsedTime(&ms, pairs_[oldest_].begin.get(), pairs_[oldest_].end.get()));
      ms_ = static_cast<double>(ms);
      tag_ = pairs_[oldest_].tag;
      oldest_ = (oldest_ + 1) % kPairs;
      --pending_;
      ++done_;
    }
  }

  [[nodiscard]] double milliseconds() const { return ms_; }
  [[nodiscard]] std::int64_t tag() const { return tag_; }
  [[nodiscard]] std::int64_t done() const { return done_; }

 private:
  struct Pair {
    Event begin;
    Event end;
    std::int64_t tag = 0;
  };
  static constexpr std::size_t kPairs = 8;

  [[nodiscard]] std::size_t newest() const { return (oldest_ + pending_) % kPairs; }

  std::array<Pair, kPairs> pairs_;
  std::size_t oldest_ = 0;
  std::size_t pending_ = 0;
  bool timing_ = false;
  double ms_ = 0.0;
  std::int64_t tag_ = 0;
  std::int64_t done_ = 0;
};

}  // namespace heatwave::core

// An EventTimer times parts of a stream's work by a pool of event pairs, and never waits for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/core/cuda_stream.h"

namespace heatwave::core {

class EventTimer {
 public:
  /// Starts timing. If every pair is pending, this part is not timed.
  void begin(const Stream& stream) { begin(stream.get()); }
  void begin(cudaStream_t stream) {
    timing_ = pending_ < kPairs;
    if (timing_) pairs_[newest()].begin.record(stream);
  }

  /// Stops timing; `tag` is returned with the time.
  void end(const Stream& stream, std::int64_t tag) { end(stream.get(), tag); }
  void end(cudaStream_t stream, std::int64_t tag) {
    if (!timing_) return;
    pairs_[newest()].end.record(stream);
    pairs_[newest()].tag = tag;
    ++pending_;
    timing_ = false;
  }

  /// Reads all times that have become available; the newest one is kept.
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

// How far a run or a measurement has come, in one line on a terminal; silent in a pipe.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "kernels/core/non_copyable.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::cli {

/// A line on standard error that is written over again and again, where that is a terminal.
class StatusLine : core::NonCopyable {
 public:
  StatusLine();
  ~StatusLine() { clear(); }

  [[nodiscard]] bool is_shown_anywhere() const { return columns_ > 0; }
  /// Cuts a text that is longer than the terminal is wide.
  void show(const std::string& text);
  void clear();  ///< for other words on standard error

 private:
  int columns_;  ///< of the terminal; 0: there is none
  bool shown_ = false;
};

/// A bar that fills, for a number of steps.
class Progress {
 public:
  explicit Progress(std::int64_t total) : total_(total) {}

  void show(std::int64_t done);
  void clear() { line_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;

  StatusLine line_;
  std::int64_t total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ =
      start_ + std::chrono::milliseconds(300);  ///< a shorter run needs no bar
};

/// Shows which variant the lab is measuring.
class LabProgress {
 public:
  /// `total`: how many experiments there are.
  explicit LabProgress(std::size_t total) : total_(total) {}

  void show(std::size_t experiment, const std::string& title, const lab::Progress& progress);
  void clear() { line_.clear(); }

 private:
  StatusLine line_;
  std::size_t total_;
};

}  // namespace heatwave::cli

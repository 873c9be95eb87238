// A progress bar on a terminal; silent in a pipe.
#pragma once

#include <chrono>
#include <cstdint>

namespace heatwave::cli {

class Progress {
 public:
  /// Shows itself on standard error if that is a terminal.
  explicit Progress(std::int64_t total);
  ~Progress();  ///< clears its line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(Progress&&) = delete;

  void show(std::int64_t done);
  void clear();  ///< its line, for other words on standard error

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t total_;
  bool on_terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace heatwave::cli

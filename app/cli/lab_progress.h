// What is being measured, in one line on a terminal; silent in a pipe.
#pragma once

#include <string>

#include "kernels/lab/bench/bench.h"

namespace heatwave::cli {

class LabProgress {
 public:
  /// Shows itself on standard error if that is a terminal. `total` experiments.
  explicit LabProgress(std::size_t total);
  ~LabProgress();  ///< clears its line
  LabProgress(const LabProgress&) = delete;
  LabProgress& operator=(const LabProgress&) = delete;
  LabProgress(LabProgress&&) = delete;
  LabProgress& operator=(LabProgress&&) = delete;

  void show(std::size_t experiment, const std::string& title, const lab::Progress& progress);
  void clear();  ///< its line, for other words

 private:
  std::size_t total_;
  int columns_ = 0;  ///< of the terminal; 0: there is none
  bool shown_ = false;
};

}  // namespace heatwave::cli

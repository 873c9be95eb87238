// Times OpenGL work by queries and reads them when they are ready, without waiting.
#pragma once

#include <array>
#include <cstddef>

#include "app/view/gl_handles.h"

namespace heatwave::view {

class GpuTimer {
 public:
  /// `counts` false: sends no queries, and every time is 0.
  explicit GpuTimer(bool counts) : counts_(counts) {}
  void begin();
  void end();
  /// Returns the newest available time, in milliseconds.
  [[nodiscard]] double milliseconds();

 private:
  static constexpr std::size_t kQueries = 4;
  struct Slot {
    GlQuery query;
    bool waiting = false;
  };

  bool counts_;
  std::array<Slot, kQueries> slots_;
  std::size_t next_ = 0;
  bool running_ = false;
  double newest_ = 0.0;
};

}  // namespace heatwave::view

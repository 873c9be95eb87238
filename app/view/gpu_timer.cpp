// A ring of timer queries; when all are pending, a frame is not timed.
#include "app/view/gpu_timer.h"

namespace heatwave::view {

void GpuTimer::begin() {
  Slot& slot = slots_[next_];
  if (slot.waiting || !counts_) return;
  glBeginQuery(GL_TIME_ELAPSED, slot.query.name());
  running_ = true;
}

void GpuTimer::end() {
  if (!running_) return;
  glEndQuery(GL_TIME_ELAPSED);
  slots_[next_].waiting = true;
  next_ = (next_ + 1) % kQueries;
  running_ = false;
}

double GpuTimer::milliseconds() {
  // The slot that is used next is the oldest one.
  for (std::size_t i = 0; i < kQueries; ++i) {
    Slot& slot = slots_[(next_ + i) % kQueries];
    if (!slot.waiting) continue;
    GLint ready = GL_FALSE;
    glGetQueryObjectiv(slot.query.name(), GL_QUERY_RESULT_AVAILABLE, &ready);
    if (ready == GL_FALSE) break;
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(slot.query.name(), GL_QUERY_RESULT, &nanoseconds);
    newest_ = static_cast<double>(nanoseconds) * 1e-6;
    slot.waiting = false;
  }
  return newest_;
}

}  // namespace heatwave::view

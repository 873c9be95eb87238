// A log that grows while others read it.
#pragma once

#include <memory>

namespace heatwave::session {

/// Copy on write: a log that was handed out does not change while its pointer is held.
template <typename Log>
class ShownLog {
 public:
  /// Returns the log for changes.
  Log& own() {
    constexpr long kOwners = 3;  // this object, the readings, and the snapshot's readings
    if (log_.use_count() > kOwners) log_ = std::make_shared<Log>(*log_);
    return *log_;
  }
  void begin_anew() { log_ = std::make_shared<Log>(); }

  const Log* operator->() const { return log_.get(); }
  [[nodiscard]] std::shared_ptr<const Log> shown() const { return log_; }

 private:
  std::shared_ptr<Log> log_ = std::make_shared<Log>();
};

}  // namespace heatwave::session

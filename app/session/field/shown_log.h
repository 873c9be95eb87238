// A log that grows while others show it.
#pragma once

#include <memory>

namespace heatwave::session {

/// What was handed out does not change while somebody keeps it: then the log goes on as a copy.
template <typename Log>
class ShownLog {
 public:
  /// To be changed.
  Log& own() {
    constexpr long kOwners = 3;  // this, the readings, and those of the snapshot
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

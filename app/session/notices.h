// The notices that a session shows until a person dismisses them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/session/snapshot.h"

namespace heatwave::session {

class Notices {
 public:
  /// The words become a sentence. What is still shown is not shown twice, but counted and moved to
  /// the end, so that whoever looks sees that it was said again.
  void add(Notice::Kind kind, const std::string& words, bool offers_reset = false);
  /// The same, in place of what was said before of this topic.
  void tell(const std::string& topic, const std::string& words);
  void dismiss(std::uint64_t id);
  /// Those that ask for a reset, when there has been one.
  void dismiss_offers();

  [[nodiscard]] const std::vector<Notice>& shown() const { return shown_; }

 private:
  std::vector<Notice> shown_;
  std::map<std::string, std::uint64_t> topics_;  ///< the newest notice of each
  std::uint64_t newest_id_ = 0;
};

}  // namespace heatwave::session

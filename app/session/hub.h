// The hub as its services see it: where commands come from, where texts are saved, and the notices.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
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

/// A text that a command has saved, as it named the file; without a name a fresh one of the hub's
/// folder. Returns the name used.
std::filesystem::path saved_text(const std::filesystem::path& export_folder, std::string_view text,
                                 const std::string& path, const std::string& otherwise);

/// In a frame nothing waits and mistakes become notices; headless, all is done and mistakes are
/// thrown; repeating is headless without a look at what the values have grown to.
enum class Manner : std::uint8_t { frame, headless, repeating };

struct Hub {
  Notices& notices;
  Manner manner = Manner::frame;        ///< of what is under way
  std::filesystem::path export_folder;  ///< for files that no place was named for
  /// The field went back without a command, which a recording that is under way must have.
  std::function<void()> record_loss;
  /// The device is to be quiet: the lab measures on it.
  std::function<bool()> is_measuring;
};

}  // namespace heatwave::session

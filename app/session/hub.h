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
  /// Adds a notice; the words become a sentence. A repeated notice is counted and moved to the end,
  /// so that readers see that it was said again.
  void add(Notice::Kind kind, const std::string& words, bool offers_reset = false);
  /// Adds a notice that replaces the earlier one on this topic.
  void tell(const std::string& topic, const std::string& words);
  void dismiss(std::uint64_t id);
  /// Removes the notices that offer a reset, after a reset.
  void dismiss_offers();

  [[nodiscard]] const std::vector<Notice>& shown() const { return shown_; }

 private:
  std::vector<Notice> shown_;
  std::map<std::string, std::uint64_t> topics_;  ///< the newest notice of each topic
  std::uint64_t newest_id_ = 0;
};

/// Saves a command's text in `path`; empty: in a fresh file named `otherwise` in the export folder.
/// Returns the path used.
std::filesystem::path saved_text(const std::filesystem::path& export_folder, std::string_view text,
                                 const std::string& path, const std::string& otherwise);

/// How a session runs. frame: nothing waits, and errors become notices. headless: everything is
/// done, and errors throw. repeating: headless, without the check for overflow.
enum class Manner : std::uint8_t { frame, headless, repeating };

struct Hub {
  Notices& notices;
  Manner manner = Manner::frame;        ///< manner of the current run
  std::filesystem::path export_folder;  ///< for files without a given folder
  /// Records that the field went back without a command.
  std::function<void()> record_loss;
  /// Returns whether the lab is measuring, so that the device must stay idle.
  std::function<bool()> is_measuring;
};

}  // namespace heatwave::session

// What the hub lends to its services: no more of it than they need.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "app/session/notices.h"

namespace heatwave::session {

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

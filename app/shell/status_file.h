// Writes what the window shows, one JSON line per frame, for those who drive it by script.
#pragma once

#include <cstdint>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class StatusFile {
 public:
  /// Writes to the file named by the environment variable HEATWAVE_STATUS; without it, nowhere.
  StatusFile();

  /// Keeps what the frame shows until it is written. `more` holds further members.
  void take(std::int64_t frame, const ShellView& shell, std::span<rooms::Room* const> all,
            const nlohmann::ordered_json& more);
  /// Writes that, once.
  void write();
  /// Whether anybody asked for it.
  [[nodiscard]] bool is_open() const { return file_.is_open(); }

 private:
  std::ofstream file_;
  std::string taken_;
};

}  // namespace heatwave::shell

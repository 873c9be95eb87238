// Writes the window's state, one JSON line per frame, for scripts that drive it.
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
  /// Writes to the file named by the environment variable HEATWAVE_STATUS; without it, writes
  /// nothing.
  StatusFile();

  /// Stores the state of a frame until write(). `more` holds further members.
  void store_frame(std::int64_t frame, const ShellView& shell, std::span<rooms::Room* const> all,
                   const nlohmann::ordered_json& more);
  /// Writes the stored state, once.
  void write();
  /// Returns whether a status file was requested.
  [[nodiscard]] bool is_open() const { return file_.is_open(); }

 private:
  std::ofstream file_;
  std::string taken_;
};

}  // namespace heatwave::shell

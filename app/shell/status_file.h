// Writes what the window shows, one JSON line per frame, for those who drive it by script.
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <span>
#include <string>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class StatusFile {
 public:
  /// Writes to the file named by the environment variable HEATWAVE_STATUS; without it, nowhere.
  StatusFile();

  /// Keeps the state that this frame's picture shows.
  void take(std::int64_t frame, const ShellView& shell,
            std::span<const std::unique_ptr<rooms::Room>> all);
  /// Writes the state that was kept last, once.
  void write();
  /// Whether anybody asked for it.
  [[nodiscard]] bool is_open() const { return file_.is_open(); }

 private:
  std::ofstream file_;
  std::string taken_;
};

}  // namespace heatwave::shell

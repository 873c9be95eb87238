// Writes what the window shows, one JSON line per frame, for those who drive it by script.
#pragma once

#include <cstdint>
#include <fstream>

#include "app/rooms/panel_context.h"

namespace heatwave::shell {

class StatusFile {
 public:
  /// Writes to the file named by the environment variable HEATWAVE_STATUS; without it, nowhere.
  StatusFile();

  void write(std::int64_t frame, const panels::PanelContext& context);

 private:
  std::ofstream file_;
};

}  // namespace heatwave::shell

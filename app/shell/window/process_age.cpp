// Linux tells when a process began, in ticks since the machine did.
#include "app/shell/window/process_age.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace heatwave::shell {

double process_age_ms(const std::filesystem::path& root) {
  constexpr int kBetween = 19;  // fields between the state, behind the name, and the beginning
  std::ifstream stat(root / "proc/self/stat");
  std::string line;
  std::getline(stat, line);
  // The name stands in brackets and may hold anything.
  std::istringstream behind_name(line.substr(std::min(line.size(), line.rfind(')') + 1)));
  std::string skipped;
  for (int i = 0; i < kBetween; ++i) behind_name >> skipped;
  double began = 0.0;
  double up = 0.0;
  std::ifstream uptime(root / "proc/uptime");
  if (!(behind_name >> began) || !(uptime >> up)) return 0.0;
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  return std::max(0.0, (up - began / ticks) * 1e3);
}

}  // namespace heatwave::shell

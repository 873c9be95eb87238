// Work that is still to be done where a library ends the program, as Xlib does without a server.
#pragma once

#include <functional>

namespace heatwave::shell {

/// While it lives, exit() does the work first. One at a time.
class AtExit {
 public:
  explicit AtExit(std::function<void()> work);
  ~AtExit();
  AtExit(const AtExit&) = delete;
  AtExit& operator=(const AtExit&) = delete;
  AtExit(AtExit&&) = delete;
  AtExit& operator=(AtExit&&) = delete;
};

}  // namespace heatwave::shell

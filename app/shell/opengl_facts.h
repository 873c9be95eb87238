// What this machine's OpenGL is and whether CUDA can share memory with it, for `heatwave info`.
#pragma once

#include <string>

namespace heatwave::shell {

struct OpenGlFacts {
  bool available = false;
  std::string reason;  ///< why not; empty when it is available
  std::string vendor;
  std::string renderer;
  std::string version;
  bool interop = false;
  std::string interop_reason;  ///< why, or why not
};

/// Opens a hidden window to find out and closes it again. Never throws: without a display it says
/// so in `reason`.
OpenGlFacts probe_opengl();

}  // namespace heatwave::shell

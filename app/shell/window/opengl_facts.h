// What this machine's OpenGL is and whether CUDA can share memory with it.
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
/// Whether OpenGL runs on the processor, as on machines without a GPU. A context must be current.
bool is_software_opengl();

}  // namespace heatwave::shell

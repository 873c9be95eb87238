// Facts about this machine's OpenGL, and whether CUDA can share memory with it.
#pragma once

#include <string>

namespace heatwave::shell {

struct OpenGlFacts {
  bool available = false;
  std::string reason;  ///< why it is unavailable; empty: it is available
  std::string vendor;
  std::string renderer;
  std::string version;
  bool interop = false;
  std::string interop_reason;  ///< why it is available or not
};

/// Queries OpenGL in a hidden window. Never throws: without a display, `reason` says so.
OpenGlFacts probe_opengl();
/// Returns whether OpenGL runs on the CPU, as on machines without a GPU. A context must be current.
bool is_software_opengl();

}  // namespace heatwave::shell

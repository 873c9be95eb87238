// `heatwave info`: what this machine can do for Heatwave, and why not more.
#pragma once

#include <functional>
#include <string>

#include "app/cli/options.h"
#include "app/shell/window/opengl_facts.h"

namespace heatwave::cli {

/// What to print. `probe_opengl` comes from the front, which knows OpenGL.
std::string info(const InfoOptions& options,
                 const std::function<shell::OpenGlFacts()>& probe_opengl);

}  // namespace heatwave::cli

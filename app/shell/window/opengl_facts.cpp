// Asks OpenGL itself; where no context is current, in a hidden window.
#include "app/shell/window/opengl_facts.h"

#include <glad/gl.h>

#include <exception>

#include "app/shell/window/glfw_window.h"
#include "app/view/interop.h"

namespace heatwave::shell {
namespace {

std::string text_of(GLenum what) {
  const auto* text = reinterpret_cast<const char*>(glGetString(what));
  return text != nullptr ? text : "";
}

}  // namespace

OpenGlFacts probe_opengl() {
  OpenGlFacts facts;
  try {
    const GlfwWindow window({64, 64}, "Heatwave", false);
    facts.available = true;
    facts.vendor = text_of(GL_VENDOR);
    facts.renderer = text_of(GL_RENDERER);
    facts.version = text_of(GL_VERSION);
    const view::InteropChoice choice = view::choose_interop();
    facts.interop = choice.interop != nullptr;
    facts.interop_reason =
        facts.interop ? "the CUDA device drives this OpenGL context" : choice.reason;
  } catch (const std::exception& error) {
    facts.reason = error.what();
    facts.interop_reason = "there is no OpenGL";
  }
  return facts;
}

bool is_software_opengl() {
  const std::string renderer = text_of(GL_RENDERER);
  return renderer.find("llvmpipe") != std::string::npos ||
         renderer.find("softpipe") != std::string::npos ||
         renderer.find("swrast") != std::string::npos;
}

}  // namespace heatwave::shell

// A shader program compiled from embedded GLSL files.
#pragma once

#include <string_view>

#include "app/view/gl_handles.h"

namespace heatwave::view {

class GlProgram {
 public:
  /// Takes the names of embedded files, and GLSL declarations to insert after the fragment shader's
  /// #version line. Throws core::Error with the compiler's message.
  GlProgram(std::string_view vertex_file, std::string_view fragment_file,
            std::string_view constants = {});

  void use() const { glUseProgram(handle_.name()); }
  [[nodiscard]] GLint uniform(const char* name) const {
    return glGetUniformLocation(handle_.name(), name);
  }

 private:
  GlHandle<ProgramKind> handle_;
};

}  // namespace heatwave::view

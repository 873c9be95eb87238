// A shader program, compiled from embedded GLSL files.
#pragma once

#include <string_view>

#include "app/view/gl_handles.h"

namespace heatwave::view {

class GlProgram {
 public:
  /// Names of embedded files, and what is said in the fragment's before all else but its version.
  /// Throws core::Error with the compiler's own words.
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

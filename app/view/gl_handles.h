// Move-only owners of OpenGL objects; a destructor frees its object. Precondition: the context is
// current.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace heatwave::view {

/// `Kind` has static functions create() and destroy(GLuint).
template <typename Kind>
class GlHandle {
 public:
  GlHandle() : name_(Kind::create()) {}
  ~GlHandle() {
    if (name_ != 0) Kind::destroy(name_);
  }
  GlHandle(const GlHandle&) = delete;
  GlHandle& operator=(const GlHandle&) = delete;
  GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlHandle& operator=(GlHandle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  [[nodiscard]] GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

struct TextureKind {
  static GLuint create() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct VertexArrayKind {
  static GLuint create() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct BufferKind {
  static GLuint create() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct QueryKind {
  static GLuint create() {
    GLuint name = 0;
    glGenQueries(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};
struct FramebufferKind {
  static GLuint create() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct ProgramKind {
  static GLuint create() { return glCreateProgram(); }
  static void destroy(GLuint name) { glDeleteProgram(name); }
};

using GlTexture = GlHandle<TextureKind>;
using GlFramebuffer = GlHandle<FramebufferKind>;
using GlVertexArray = GlHandle<VertexArrayKind>;
using GlBuffer = GlHandle<BufferKind>;
using GlQuery = GlHandle<QueryKind>;

inline void bind_texture(int unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

/// Shows the bound texture texel by texel, without mipmaps.
inline void use_nearest() {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

}  // namespace heatwave::view

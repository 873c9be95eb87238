// Owners of OpenGL objects: textures and the like, shader programs, and queries that measure time.
#pragma once

#include <glad/gl.h>

#include <array>
#include <cstddef>
#include <string_view>
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
struct RenderbufferKind {
  static GLuint create() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct FramebufferKind {
  static GLuint create() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct SamplerKind {
  static GLuint create() {
    GLuint name = 0;
    glGenSamplers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteSamplers(1, &name); }
};
struct ProgramKind {
  static GLuint create() { return glCreateProgram(); }
  static void destroy(GLuint name) { glDeleteProgram(name); }
};

using GlTexture = GlHandle<TextureKind>;
using GlRenderbuffer = GlHandle<RenderbufferKind>;
using GlFramebuffer = GlHandle<FramebufferKind>;
using GlVertexArray = GlHandle<VertexArrayKind>;
using GlBuffer = GlHandle<BufferKind>;
using GlSampler = GlHandle<SamplerKind>;
using GlQuery = GlHandle<QueryKind>;

/// Returns the framebuffer that is drawn into: the window's is 0.
inline GLuint drawn_framebuffer() {
  GLint name = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &name);
  return static_cast<GLuint>(name);
}

/// Reads from and draws into a framebuffer during its lifetime, then into the one before.
class BoundFramebuffer {
 public:
  explicit BoundFramebuffer(GLuint name) : before_(drawn_framebuffer()) {
    glBindFramebuffer(GL_FRAMEBUFFER, name);
  }
  ~BoundFramebuffer() { glBindFramebuffer(GL_FRAMEBUFFER, before_); }
  BoundFramebuffer(const BoundFramebuffer&) = delete;
  BoundFramebuffer& operator=(const BoundFramebuffer&) = delete;
  BoundFramebuffer(BoundFramebuffer&&) = delete;
  BoundFramebuffer& operator=(BoundFramebuffer&&) = delete;

  [[nodiscard]] GLuint before() const { return before_; }

 private:
  GLuint before_;
};

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

/// A shader program compiled from embedded GLSL files.
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

/// Measures the time of OpenGL work by queries and reads them when they are ready, without waiting.
class GpuTimer {
 public:
  /// `counts` false: sends no queries, and every time is 0.
  explicit GpuTimer(bool counts) : counts_(counts) {}
  void begin();
  void end();
  /// Returns the newest available time, in milliseconds.
  [[nodiscard]] double milliseconds();

 private:
  static constexpr std::size_t kQueries = 4;
  struct Slot {
    GlQuery query;
    bool waiting = false;
  };

  bool counts_;
  std::array<Slot, kQueries> slots_;
  std::size_t next_ = 0;
  bool running_ = false;
  double newest_ = 0.0;
};

}  // namespace heatwave::view

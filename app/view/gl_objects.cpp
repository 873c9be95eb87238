// Compiles and links shaders. Timer queries form a ring; when all are pending, a frame is not
// timed.
#include "app/view/gl_objects.h"

#include <array>
#include <string>

#include "app/view/embedded_assets.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::view {
namespace {

class Shader : core::NonCopyable {
 public:
  Shader(GLenum kind, std::string_view file, std::string_view constants)
      : name_(glCreateShader(kind)) {
    const auto source = embedded_file(file);
    const std::string_view all(reinterpret_cast<const char*>(source.data()), source.size());
    const std::string_view version = all.substr(0, all.find('\n') + 1);
    const std::string_view rest = all.substr(version.size());
    const std::array<const char*, 3> texts{version.data(), constants.data(), rest.data()};
    const std::array<GLint, 3> lengths{static_cast<GLint>(version.size()),
                                       static_cast<GLint>(constants.size()),
                                       static_cast<GLint>(rest.size())};
    glShaderSource(name_, static_cast<GLsizei>(texts.size()), texts.data(), lengths.data());
    glCompileShader(name_);
    GLint compiled = GL_FALSE;
    glGetShaderiv(name_, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return;
    std::array<char, 1024> log{};
    glGetShaderInfoLog(name_, static_cast<GLsizei>(log.size()), nullptr, log.data());
    glDeleteShader(name_);
    throw core::Error("OpenGL cannot compile " + std::string(file) + ": " + log.data());
  }
  ~Shader() { glDeleteShader(name_); }

  [[nodiscard]] GLuint name() const { return name_; }

 private:
  GLuint name_;
};

}  // namespace

GlProgram::GlProgram(std::string_view vertex_file, std::string_view fragment_file,
                     std::string_view constants) {
  const Shader vertex(GL_VERTEX_SHADER, vertex_file, "");
  const Shader fragment(GL_FRAGMENT_SHADER, fragment_file, constants.empty() ? "" : constants);
  glAttachShader(handle_.name(), vertex.name());
  glAttachShader(handle_.name(), fragment.name());
  glLinkProgram(handle_.name());
  GLint linked = GL_FALSE;
  glGetProgramiv(handle_.name(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return;
  std::array<char, 1024> log{};
  glGetProgramInfoLog(handle_.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
  throw core::Error("OpenGL cannot link " + std::string(fragment_file) + ": " + log.data());
}

void GpuTimer::begin() {
  Slot& slot = slots_[next_];
  if (slot.waiting || !counts_) return;
  glBeginQuery(GL_TIME_ELAPSED, slot.query.name());
  running_ = true;
}

void GpuTimer::end() {
  if (!running_) return;
  glEndQuery(GL_TIME_ELAPSED);
  slots_[next_].waiting = true;
  next_ = (next_ + 1) % kQueries;
  running_ = false;
}

double GpuTimer::milliseconds() {
  // The slot that is used next is the oldest one.
  for (std::size_t i = 0; i < kQueries; ++i) {
    Slot& slot = slots_[(next_ + i) % kQueries];
    if (!slot.waiting) continue;
    GLint ready = GL_FALSE;
    glGetQueryObjectiv(slot.query.name(), GL_QUERY_RESULT_AVAILABLE, &ready);
    if (ready == GL_FALSE) break;
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(slot.query.name(), GL_QUERY_RESULT, &nanoseconds);
    newest_ = static_cast<double>(nanoseconds) * 1e-6;
    slot.waiting = false;
  }
  return newest_;
}

}  // namespace heatwave::view

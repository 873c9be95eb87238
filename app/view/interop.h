// CUDA–OpenGL interop, fenced in: copies a field from device memory into an OpenGL texture.
#pragma once

#include <memory>
#include <string>

#include "kernels/core/non_copyable.h"
#include "kernels/field/display_target.h"

namespace heatwave::view {

class Interop : core::NonCopyable {
 public:
  virtual ~Interop() = default;

  /// Takes this texture as the one to copy into. Throws core::Error when CUDA refuses.
  virtual void attach(unsigned texture) = 0;
  /// Lets go of the texture, which may then be deleted.
  virtual void detach() = 0;
  /// Maps the texture, copies in the frame's stream, unmaps. Throws core::Error.
  virtual void copy(const field::DeviceFrame& frame) = 0;
};

struct InteropChoice {
  std::unique_ptr<Interop> interop;  ///< null where it can't be had
  std::string reason;                ///< then why not, in words
};

/// Looks whether a CUDA device drives the current OpenGL context.
InteropChoice choose_interop();

}  // namespace heatwave::view

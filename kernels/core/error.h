// The failure every part of Heatwave throws: one sentence that says what was wrong.
#pragma once

#include <stdexcept>
#include <string>

namespace heatwave::core {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// There is not enough memory for what was asked; nothing was changed.
class OutOfMemory : public Error {
 public:
  using Error::Error;
};

/// Something that this machine lacks is needed, such as a library or a kind of GPU.
class Unavailable : public Error {
 public:
  using Error::Error;
};

/// The device failed in the middle of its work; what it held is lost.
class DeviceLost : public Error {
 public:
  using Error::Error;
};

}  // namespace heatwave::core

// Every part of Heatwave throws Error, with one sentence about the cause.
#pragma once

#include <stdexcept>
#include <string>

namespace heatwave::core {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown when memory does not suffice for a request; nothing has been changed.
class OutOfMemory : public Error {
 public:
  using Error::Error;
};

/// Thrown when this machine lacks something, such as a library or a kind of GPU.
class Unavailable : public Error {
 public:
  using Error::Error;
};

/// Thrown when the device failed during its work; its contents are lost.
class DeviceLost : public Error {
 public:
  using Error::Error;
};

}  // namespace heatwave::core

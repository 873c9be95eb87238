// The base of classes whose objects stay where they were made.
#pragma once

namespace heatwave::core {

/// Objects of a class that derives from this can be neither copied nor moved.
class NonCopyable {
 public:
  NonCopyable(const NonCopyable&) = delete;
  NonCopyable& operator=(const NonCopyable&) = delete;

 protected:
  NonCopyable() = default;
  ~NonCopyable() = default;
};

}  // namespace heatwave::core

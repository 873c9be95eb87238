// NonCopyable is the base of classes whose objects cannot be copied or moved.
#pragma once

namespace heatwave::core {

class NonCopyable {
 public:
  NonCopyable(const NonCopyable&) = delete;
  NonCopyable& operator=(const NonCopyable&) = delete;

 protected:
  NonCopyable() = default;
  ~NonCopyable() = default;
};

}  // namespace heatwave::core

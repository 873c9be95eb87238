// Owns what the system has opened: a file, an end of a pipe, a socket.
#pragma once

#include <utility>

namespace heatwave::system {

/// Closes it at the end. Its number means something to the sources of this folder alone.
class Handle {
 public:
  Handle() = default;
  explicit Handle(int number) : number_(number) {}
  ~Handle() { (void)close(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle(Handle&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    (void)close();
    number_ = std::exchange(other.number_, -1);
    return *this;
  }

  [[nodiscard]] int number() const { return number_; }  ///< -1: nothing is open
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  /// Returns whether the system keeps all that was written. Sets errno when it does not.
  [[nodiscard]] bool close();

 private:
  int number_ = -1;
};

}  // namespace heatwave::system

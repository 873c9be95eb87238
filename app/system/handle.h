// Owns a file, an end of a pipe or a socket that the system has opened.
#pragma once

#include <utility>

namespace heatwave::system {

/// Closes it in the destructor. Only sources of this folder use the descriptor itself.
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
  /// Returns whether the system keeps all written data. Sets errno when it does not.
  [[nodiscard]] bool close();

 private:
  int number_ = -1;
};

}  // namespace heatwave::system

// Environment variables for tests.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "kernels/core/non_copyable.h"

namespace heatwave::testing {

/// Sets an environment variable and restores it in the destructor.
class Variable : core::NonCopyable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value.c_str());
  }
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  /// `value`: null: removes the variable.
  void set(const char* value) {
#ifdef _WIN32
    ::_putenv_s(name_, value != nullptr ? value : "");
#else
    if (value != nullptr) {
      ::setenv(name_, value, 1);
    } else {
      ::unsetenv(name_);
    }
#endif
  }

  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace heatwave::testing

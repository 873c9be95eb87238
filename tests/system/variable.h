// The environment, for tests.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "kernels/core/non_copyable.h"

namespace heatwave::testing {

/// A variable of the environment as a test wants it, and afterwards as it was.
class Variable : core::NonCopyable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace heatwave::testing

// The environment, for tests.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace heatwave::testing {

/// A variable of the environment as a test wants it, and afterwards as it was.
class Variable {
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
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  Variable(Variable&&) = delete;
  Variable& operator=(Variable&&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace heatwave::testing

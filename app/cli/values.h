// Values as they are written on the command line, and the words for those that are wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/measures.h"
#include "app/words/kernel_names.h"
#include "kernels/core/error.h"
#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"
#include "kernels/field/field_solver.h"

namespace heatwave::cli {

/// The command line asks for something that cannot be: the program ends with status 2.
class UsageError : public core::Error {
 public:
  using core::Error::Error;
};

struct Setting {
  std::string id;
  double value = 0.0;
  friend bool operator==(const Setting&, const Setting&) = default;
};

struct ValueRange {
  double low = 0.0;
  double high = 1.0;
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// Each throws UsageError; `option` is the name of the option that the text was given to.

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t least,
                          std::int64_t most);
double number(const std::string& option, const std::string& text);
/// "640x480", no side beyond those of `least` and `most`.
core::Extent extent(const std::string& option, const std::string& text, core::Extent least,
                    core::Extent most);
/// "alpha=0.2"
Setting setting(const std::string& option, const std::string& text);
/// "-1:1"
ValueRange value_range(const std::string& option, const std::string& text);
/// "120,80": a cell's column and row
core::Point place(const std::string& option, const std::string& text);
/// "10,20:90,20"
scene::Segment segment(const std::string& option, const std::string& text);
/// The text itself when it is one of the choices.
std::string choice(const std::string& option, const std::string& text,
                   std::span<const std::string> choices);
/// The value of a name in the enum's table.
template <core::Named Enum>
Enum choice(const std::string& option, const std::string& text) {
  return *core::find_named<Enum>(choice(option, text, core::all_names<Enum>()));
}

/// " (did you mean 'x'?)" with the choice most like the word, or nothing when none is like it.
std::string suggestion(std::string_view word, std::span<const std::string> choices);

}  // namespace heatwave::cli

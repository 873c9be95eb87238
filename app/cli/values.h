// Values on the command line, and the messages for invalid ones.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/scene/measures.h"
#include "app/words/kernel_names.h"
#include "kernels/core/error.h"
#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"
#include "kernels/field/field_solver.h"

namespace heatwave::cli {

/// An invalid command line: the program ends with status 2.
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

// Each function throws UsageError; `option` is the option whose value it parses.

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t least,
                          std::int64_t most);
double number(const std::string& option, const std::string& text);
/// Parses "640x480"; sides must be within `least` and `most`.
core::Extent extent(const std::string& option, const std::string& text, core::Extent least,
                    core::Extent most);
/// Returns the parts of "a,b,c"; at least one, which may be empty.
std::vector<std::string> parts_of(const std::string& list);
/// Returns the two sides of "NAME=VALUE"; `needed` says in an error what the option needs.
std::pair<std::string, std::string> named_value(const std::string& option, const std::string& text,
                                                const char* needed);
/// Parses "alpha=0.2".
Setting setting(const std::string& option, const std::string& text);
/// Parses "-1:1".
ValueRange value_range(const std::string& option, const std::string& text);
/// Parses "120,80": a cell's column and row.
core::Point place(const std::string& option, const std::string& text);
/// Parses "10,20:90,20".
scene::Segment segment(const std::string& option, const std::string& text);
/// Returns the text if it is one of the choices.
std::string choice(const std::string& option, const std::string& text,
                   std::span<const std::string> choices);
/// Parses a name of the enum's table.
template <core::Named Enum>
Enum choice(const std::string& option, const std::string& text) {
  return *core::find_named<Enum>(choice(option, text, core::all_names<Enum>()));
}

/// Returns " (did you mean 'x'?)" with the most similar choice; empty: none is similar.
std::string suggestion(std::string_view word, std::span<const std::string> choices);

}  // namespace heatwave::cli

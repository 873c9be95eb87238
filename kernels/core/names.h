// Names of an enum's values, as files and command lines write them. The table stands beside the
// enum: a function names_of(Enum), found by the enum's namespace, that returns an array of Name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heatwave::core {

template <typename Enum>
struct Name {
  Enum value;
  std::string_view text;
};

/// The enum has a table of names.
template <typename Enum>
concept Named = std::is_enum_v<Enum> && requires(Enum value) {
  names_of(value);
};

/// The first name that the table has for the value; empty: it has none.
template <Named Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& name : names_of(value)) {
    if (name.value == value) return name.text;
  }
  return {};
}

/// The value of a name; nothing where the table has no such name.
template <Named Enum>
constexpr std::optional<Enum> find_named(std::string_view text) {
  for (const auto& name : names_of(Enum{})) {
    if (name.text == text) return name.value;
  }
  return std::nullopt;
}

/// Every name of the table, in its order.
template <Named Enum>
std::vector<std::string> all_names() {
  std::vector<std::string> texts;
  for (const auto& name : names_of(Enum{})) texts.emplace_back(name.text);
  return texts;
}

}  // namespace heatwave::core

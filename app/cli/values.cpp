// Parses values of the command line.
#include "app/cli/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "app/words/word_lists.h"
#include "kernels/core/nearest_word.h"

namespace heatwave::cli {
namespace {

/// Parses the whole text as a number; none: it is not one.
template <typename Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// Parses two numbers separated by a comma.
std::optional<core::Point> parsed_point(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto x = parsed<double>(text.substr(0, comma));
  const auto y = parsed<double>(text.substr(comma + 1));
  if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return std::nullopt;
  return core::Point{*x, *y};
}

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string> choices) {
  const auto nearest = core::nearest_word(word, choices);
  return nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : std::string();
}

std::string choice(const std::string& option, const std::string& text,
                   std::span<const std::string> choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return text;
  throw UsageError(fmt::format("{} knows no '{}'{}; there are: {}", option, text,
                               suggestion(text, choices), words::joined(choices)));
}

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t least,
                          std::int64_t most) {
  const auto value = parsed<std::int64_t>(text);
  if (!value) throw UsageError(fmt::format("{} needs a whole number, not '{}'", option, text));
  if (*value < least) {
    throw UsageError(fmt::format("{} must be at least {}, not {}", option, least, text));
  }
  if (*value > most) {
    throw UsageError(fmt::format("{} must be at most {}, not {}", option, most, text));
  }
  return *value;
}

double number(const std::string& option, const std::string& text) {
  const auto value = parsed<double>(text);
  if (!value || !std::isfinite(*value)) {
    throw UsageError(fmt::format("{} needs a number, not '{}'", option, text));
  }
  return *value;
}

core::Extent extent(const std::string& option, const std::string& text, core::Extent least,
                    core::Extent most) {
  const auto cross = text.find('x');
  const auto width = parsed<std::int64_t>(std::string_view(text).substr(0, cross));
  const auto height = cross == std::string::npos
                          ? std::nullopt
                          : parsed<std::int64_t>(std::string_view(text).substr(cross + 1));
  if (!width || !height) {
    throw UsageError(
        fmt::format("{} needs a width and a height, as in 640x480, not '{}'", option, text));
  }
  if (*width < least.width || *height < least.height || *width > most.width ||
      *height > most.height) {
    throw UsageError(fmt::format("{} must be from {}x{} to {}x{}, not '{}'", option, least.width,
                                 least.height, most.width, most.height, text));
  }
  return {static_cast<int>(*width), static_cast<int>(*height)};
}

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= list.size(); begin += parts.back().size() + 1) {
    parts.push_back(list.substr(begin, list.find(',', begin) - begin));
  }
  return parts;
}

std::pair<std::string, std::string> named_value(const std::string& option, const std::string& text,
                                                const char* needed) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(fmt::format("{} needs {}, not '{}'", option, needed, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Setting setting(const std::string& option, const std::string& text) {
  const auto [id, value] = named_value(option, text, "a name and a value, as in alpha=0.2");
  return {.id = id, .value = number(fmt::format("{} {}", option, id), value)};
}

ValueRange value_range(const std::string& option, const std::string& text) {
  const auto colon = text.find(':');
  const auto low = parsed<double>(std::string_view(text).substr(0, colon));
  const auto high = colon == std::string::npos
                        ? std::nullopt
                        : parsed<double>(std::string_view(text).substr(colon + 1));
  if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high)) {
    throw UsageError(
        fmt::format("{} needs a lowest and a highest value, as in -1:1, or 'auto', "
                    "not '{}'",
                    option, text));
  }
  if (*low >= *high) {
    throw UsageError(fmt::format("{} needs the lower value first, not '{}'", option, text));
  }
  return {.low = *low, .high = *high};
}

core::Point place(const std::string& option, const std::string& text) {
  const auto point = parsed_point(text);
  if (!point) {
    throw UsageError(
        fmt::format("{} needs a column and a row, as in 120,80, not '{}'", option, text));
  }
  return *point;
}

scene::Segment segment(const std::string& option, const std::string& text) {
  const auto colon = text.find(':');
  const auto from = parsed_point(std::string_view(text).substr(0, colon));
  const auto to = colon == std::string::npos
                      ? std::nullopt
                      : parsed_point(std::string_view(text).substr(colon + 1));
  if (!from || !to) {
    throw UsageError(fmt::format("{} needs two cells, as in 10,20:90,20, not '{}'", option, text));
  }
  // The segment leads from the centre of one cell to that of the other.
  return {.from = {from->x + 0.5, from->y + 0.5}, .to = {to->x + 0.5, to->y + 0.5}};
}

}  // namespace heatwave::cli

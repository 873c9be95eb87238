// Text in columns: padded, cut and wrapped by the characters that a person sees.
#pragma once

#include <string>

namespace heatwave::cli {

/// Takes the cursor to the start of an emptied line.
inline constexpr const char* kClearLine = "\r\033[K";

/// Longer lines are hard to read, however wide the terminal is.
inline constexpr int kWidestText = 100;

/// How many columns a text takes: its code points.
int width_of(const std::string& text);

/// Exactly so many columns where it fits; a longer text is cut, and ends in "…".
std::string left(const std::string& text, int columns);
/// At least so many columns, the text at the right.
std::string right(const std::string& text, int columns);

/// Lines of at most so many columns, each behind `indent` blanks and with a line's end.
std::string wrapped(const std::string& text, int indent, int columns);

}  // namespace heatwave::cli

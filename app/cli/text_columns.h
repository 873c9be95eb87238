// Text in columns: padded, cut and wrapped by visible characters.
#pragma once

#include <string>

namespace heatwave::cli {

/// Moves the cursor to the start of the line and clears it.
inline constexpr const char* kClearLine = "\r\033[K";

/// Longer lines are hard to read, however wide the terminal is.
inline constexpr int kWidestText = 100;

/// Returns the number of columns of a text: its code points.
int width_of(const std::string& text);

/// Returns exactly this number of columns, the text at the left; a longer text is cut and ends in
/// "…".
std::string left(const std::string& text, int columns);
/// Returns at least this number of columns, the text at the right.
std::string right(const std::string& text, int columns);

/// Returns lines of at most this number of columns, each indented and with a newline.
std::string wrapped(const std::string& text, int indent, int columns);

}  // namespace heatwave::cli

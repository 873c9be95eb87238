// The C library formats each value by itself.
#include "kernels/cuda_text/printed_text.h"

#include <cctype>
#include <cstddef>
#include <cstdio>

namespace heatwave::cuda_text {
namespace {

/// Formats one value by a part of printf's text, such as "%5.2f".
std::string formatted(std::string part, PrintedValue value) {
  const auto [scalar, word] = value;
  char text[64];
  const char kind = part.back();
  part.pop_back();
  while (!part.empty() && (part.back() == 'l' || part.back() == 'h' || part.back() == 'z')) {
    part.pop_back();
  }
  if (part.size() > 8) return "?";
  if (kind == 'c') return std::string(1, static_cast<char>(word));
  const bool real = kind == 'f' || kind == 'e' || kind == 'g' || kind == 'F' || kind == 'G';
  const bool whole = kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X';
  if (!real && !whole) return kind == 'p' ? "pointer" : "?";
  part += real ? std::string(1, kind) : std::string("ll") + kind;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (real) {
    std::snprintf(text, sizeof text, part.c_str(), as_double(scalar, word));
  } else {
    const Word number = is_floating(scalar) ? converted(scalar, Scalar::int64, word) : word;
    std::snprintf(text, sizeof text, part.c_str(), static_cast<long long>(number));
  }
#pragma GCC diagnostic pop
  return text;
}

}  // namespace

std::string printed(const std::string& format, std::span<const PrintedValue> values) {
  std::string text;
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      text += format[i];
    } else if (format[i + 1] == '%') {
      text += '%';
      ++i;
    } else {
      std::size_t end = i + 1;
      while (end < format.size() && std::isalpha(static_cast<unsigned char>(format[end])) == 0)
        ++end;
      while (end < format.size() &&
             (format[end] == 'l' || format[end] == 'h' || format[end] == 'z'))
        ++end;
      if (end == format.size()) --end;
      if (next < values.size()) {
        text += formatted(format.substr(i, end + 1 - i), values[next]);
        ++next;
      }
      i = end;
    }
  }
  return text;
}

}  // namespace heatwave::cuda_text

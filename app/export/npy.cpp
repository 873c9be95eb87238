// The .npy format: NumPy's header, then the cells in their memory layout.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/export/npy.h"
#include "app/system/read_files.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

using system::PlainFile;
using system::refuse_file;

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little,
              "cells are written as they lie in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kHeaderUnit = 64;  // NumPy aligns the cells to this number of bytes
constexpr std::size_t kLongestTypeShown = 20;
constexpr std::int64_t kMostComponents = 16;
constexpr std::uintmax_t kLongestHeader = 1U << 16U;

/// Reads parts of the header, never beyond the file's end.
class Reader {
 public:
  Reader(const fs::path& path, PlainFile& file) : path_(path), file_(file), left_(file.size()) {}

  void read(void* to, std::uintmax_t bytes) {
    if (bytes > left_ || file_.read(to, bytes) != bytes) {
      refuse_file(path_, "is cut off: it ends inside its header");
    }
    left_ -= bytes;
  }
  template <typename T>
  T number() {
    T value{};
    read(&value, sizeof value);
    return value;
  }
  [[nodiscard]] std::uintmax_t left() const { return left_; }

 private:
  const fs::path& path_;
  PlainFile& file_;
  std::uintmax_t left_;
};

/// Returns the dictionary that describes the array, as Python text.
std::string read_header(Reader& reader, const fs::path& path) {
  std::string magic(kMagic.size(), '\0');
  if (reader.left() < magic.size()) refuse_file(path, "is not a .npy file");
  reader.read(magic.data(), magic.size());
  if (magic != kMagic) refuse_file(path, "is not a .npy file");
  const auto major = reader.number<std::uint8_t>();
  (void)reader.number<std::uint8_t>();
  if (major < 1 || major > 3) {
    refuse_file(path,
                fmt::format("is a .npy file of version {}; versions 1 to 3 can be read", major));
  }
  const std::uintmax_t length =
      major == 1 ? reader.number<std::uint16_t>() : reader.number<std::uint32_t>();
  if (length > kLongestHeader) refuse_file(path, "has a damaged header");
  std::string header(length, '\0');
  reader.read(header.data(), header.size());
  return header;
}

std::string_view without_spaces(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
  return text;
}

bool is_quote(char c) { return c == '\'' || c == '"'; }

/// Returns the text after a key of the dictionary, up to the header's end.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
  for (std::size_t at = header.find(key); at != std::string_view::npos;
       at = header.find(key, at + 1)) {
    std::string_view rest = header.substr(at + key.size());
    if (at == 0 || !is_quote(header[at - 1]) || rest.empty() || !is_quote(rest[0])) continue;
    rest = without_spaces(rest.substr(1));
    if (rest.starts_with(':')) return without_spaces(rest.substr(1));
  }
  return std::nullopt;
}

/// Returns the quoted text at the beginning; none: there is none.
std::optional<std::string_view> quoted_text(std::optional<std::string_view> value) {
  if (!value || value->empty() || !is_quote(value->front())) return std::nullopt;
  const std::size_t end = value->find_first_of("'\"", 1);
  if (end == std::string_view::npos) return std::nullopt;
  return value->substr(1, end - 1);
}

/// Returns the whole numbers in parentheses at the beginning; none: there are none.
std::optional<std::string_view> number_list(std::optional<std::string_view> value) {
  if (!value || !value->starts_with('(')) return std::nullopt;
  const std::size_t end = value->find_first_not_of("0123456789, ", 1);
  if (end == std::string_view::npos || (*value)[end] != ')') return std::nullopt;
  return value->substr(1, end - 1);
}

std::vector<std::int64_t> shape_of(std::string_view header, const fs::path& path) {
  const auto text = number_list(value_of(header, "shape"));
  if (!text) refuse_file(path, "has a damaged header: it names no shape");
  constexpr std::string_view kDigits = "0123456789";
  std::vector<std::int64_t> shape;
  for (std::size_t at = text->find_first_of(kDigits); at != std::string_view::npos;
       at = text->find_first_of(kDigits, at)) {
    std::int64_t number = 0;
    const char* const begin = text->data() + at;
    const auto [stop, error] = std::from_chars(begin, text->data() + text->size(), number);
    if (error != std::errc{}) refuse_file(path, "has a damaged header: its shape is absurd");
    shape.push_back(number);
    at += static_cast<std::size_t>(stop - begin);
  }
  return shape;
}

struct Shape {
  core::Extent extent;
  std::size_t components = 1;
};

Shape checked_shape(std::string_view header, const fs::path& path) {
  const auto kind = quoted_text(value_of(header, "descr"));
  if (!kind) refuse_file(path, "does not hold plain numbers; a field is an array of float32");
  if (*kind != "<f4") {
    refuse_file(path,
                fmt::format("holds numbers of type '{}'; a field is float32 ('<f4'): save it with "
                            "array.astype('<f4')",
                            words::excerpt(*kind, kLongestTypeShown)));
  }
  const std::string_view order = value_of(header, "fortran_order").value_or("");
  const bool fortran = order.starts_with("True");
  if (!fortran && !order.starts_with("False")) {
    refuse_file(path, "has a damaged header: it names no order");
  }
  if (fortran) {
    refuse_file(path,
                "is in Fortran order; a field is in C order: save it with "
                "numpy.ascontiguousarray(array)");
  }
  const std::vector<std::int64_t> shape = shape_of(header, path);
  if (shape.size() != 2 && shape.size() != 3) {
    refuse_file(path,
                fmt::format("has {} dimension{}; a field has 2, and a third for its components",
                            shape.size(), shape.size() == 1 ? "" : "s"));
  }
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  const std::int64_t components = shape.size() == 3 ? shape[2] : 1;
  if (shape[0] < 1 || shape[1] < 1 || components < 1) refuse_file(path, "holds no cells");
  if (shape[0] > kMost || shape[1] > kMost) refuse_file(path, "is too large for a field");
  if (components > kMostComponents) {
    refuse_file(path, fmt::format("has {} values a cell; a field has no more than {}", components,
                                  kMostComponents));
  }
  return {.extent = {static_cast<int>(shape[1]), static_cast<int>(shape[0])},
          .components = static_cast<std::size_t>(components)};
}

/// Converts from interleaved components to one component after another.
std::vector<float> apart(const std::vector<float>& cells, std::size_t components) {
  const std::size_t count = cells.size() / components;
  std::vector<float> result(cells.size());
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < components; ++c) result[c * count + i] = cells[i * components + c];
  }
  return result;
}

/// Appends the cells of some whole rows, those of several components interleaved.
void append_cells(std::vector<std::uint8_t>& bytes,
                  std::span<const std::vector<float>> components) {
  const std::size_t count = components.front().size();
  const std::size_t begin = bytes.size();
  bytes.resize(begin + components.size() * count * sizeof(float));
  std::uint8_t* const to = bytes.data() + begin;
  if (components.size() == 1) {
    std::memcpy(to, components.front().data(), count * sizeof(float));
    return;
  }
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(to + (i * components.size() + c) * sizeof(float), &components[c][i],
                  sizeof(float));
    }
  }
}

}  // namespace

std::vector<std::uint8_t> npy_header(core::Extent extent, std::size_t components) {
  const std::string third = components > 1 ? fmt::format(", {}", components) : "";
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}{}), }}",
                  extent.height, extent.width, third);
  constexpr std::size_t kBeforeHeader = 10;
  const std::size_t used = kBeforeHeader + header.size() + 1;
  header.append((kHeaderUnit - used % kHeaderUnit) % kHeaderUnit, ' ');
  header += '\n';

  std::vector<std::uint8_t> bytes(kBeforeHeader + header.size());
  std::memcpy(bytes.data(), kMagic.data(), kMagic.size());
  bytes[6] = 1;
  bytes[7] = 0;
  bytes[8] = static_cast<std::uint8_t>(header.size() % 256U);
  bytes[9] = static_cast<std::uint8_t>(header.size() / 256U);
  std::memcpy(bytes.data() + kBeforeHeader, header.data(), header.size());
  return bytes;
}

std::vector<std::uint8_t> npy_cells(std::span<const std::vector<float>> components) {
  std::vector<std::uint8_t> bytes;
  append_cells(bytes, components);
  return bytes;
}

std::vector<std::uint8_t> encoded_npy(core::Extent extent,
                                      std::span<const std::vector<float>> components) {
  const auto count = static_cast<std::size_t>(extent.cells());
  const bool fills = !components.empty() &&
                     std::all_of(components.begin(), components.end(),
                                 [&](const std::vector<float>& c) { return c.size() == count; });
  if (!fills) throw core::Error("a field to be saved does not fill its grid");
  std::vector<std::uint8_t> bytes = npy_header(extent, components.size());
  append_cells(bytes, components);
  return bytes;
}

NpyFile::NpyFile(const fs::path& path) : path_(path), file_(path) {
  Reader reader(path_, file_);
  const Shape shape = checked_shape(read_header(reader, path_), path_);
  extent_ = shape.extent;
  components_ = shape.components;
  const std::uintmax_t expected =
      static_cast<std::uintmax_t>(extent_.cells()) * components_ * sizeof(float);
  if (reader.left() < expected) {
    refuse_file(path_, fmt::format("is cut off: {} × {} cells need {} bytes, and it has {}",
                                   extent_.width, extent_.height, expected, reader.left()));
  }
  if (reader.left() > expected) {
    refuse_file(path_,
                fmt::format("has {} too many after its {} × {} cells",
                            words::counted(static_cast<std::int64_t>(reader.left() - expected),
                                           "byte", "bytes"),
                            extent_.width, extent_.height));
  }
}

Array NpyFile::read() {
  const std::size_t floats = static_cast<std::size_t>(extent_.cells()) * components_;
  const std::size_t bytes = floats * sizeof(float);
  const std::size_t copies = components_ > 1 ? 2 : 1;
  core::require_memory(copies * bytes, fmt::format("the field in '{}'", path_.string()));
  Array array{.extent = extent_, .components = components_, .cells = std::vector<float>(floats)};
  if (file_.read(array.cells.data(), bytes) != bytes) refuse_file(path_, "is cut off");
  if (components_ > 1) array.cells = apart(array.cells, components_);
  return array;
}

void NpyFile::read_next(std::span<float> cells) {
  if (file_.read(cells.data(), cells.size_bytes()) != cells.size_bytes()) {
    refuse_file(path_, "is cut off");
  }
}

}  // namespace heatwave::exporting

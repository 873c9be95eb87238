// Reads a text line by line; only a piece of a long file is in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace heatwave::wire {

class LineReader {
 public:
  /// Writes the next bytes, at most `bytes`, to `to`. Returns their number; 0: at the end.
  using Read = std::function<std::size_t(char* to, std::size_t bytes)>;

  LineReader(Read read, std::string where) : read_(std::move(read)), where_(std::move(where)) {}

  /// Returns the text's first bytes. Call it before next().
  std::string_view beginning();
  /// Returns the next line without its line break, valid until the next call; none after the last
  /// one. Throws core::Error for a line that is too long.
  std::optional<std::string_view> next();
  /// The number of the newest line, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }
  /// Returns whether the newest line has a line break; without it the line may be cut.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  /// The name of the text in errors.
  [[nodiscard]] const std::string& where() const { return where_; }

 private:
  void take_piece();

  Read read_;
  std::string where_;
  std::string text_;
  std::size_t begin_ = 0;  ///< offset of the next line in the text
  std::size_t number_ = 0;
  bool is_whole_ = false;
  bool at_end_ = false;
};

/// The text must outlive the reader.
LineReader lines_of(std::string_view text, const std::string& where);
/// Throws core::Error for a file that cannot be read, or that has too many bytes or lines.
LineReader lines_of_file(const std::filesystem::path& path);

}  // namespace heatwave::wire

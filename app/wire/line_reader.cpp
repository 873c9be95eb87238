// Takes pieces of the text until they hold the end of a line.
#include "app/wire/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "app/system/read_files.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::wire {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16U;  ///< bytes read at once
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30U;
/// A field of 8192 × 8192 cells of two planes takes 700 MB as text.
constexpr std::size_t kLongestLine = std::size_t{1} << 30U;
/// Nine hours of dragging at 60 commands a second; each line takes up to 1 kB of memory.
constexpr std::uint64_t kMostLines = 2'000'000;

/// Refuses a file that would take too much memory, before any of it is kept.
void require_readable(const std::filesystem::path& path) {
  system::PlainFile file(path);
  if (file.size() > kMostBytes) {
    system::refuse_file(path, fmt::format("is too large: it has {}, and at most {} are read",
                                          core::in_bytes(static_cast<double>(file.size())),
                                          core::in_bytes(static_cast<double>(kMostBytes))));
  }
  if (file.size() <= kMostLines) return;
  std::array<char, kPiece> piece{};
  std::uint64_t lines = 0;
  while (const std::size_t got = file.read(piece.data(), piece.size())) {
    lines += static_cast<std::uint64_t>(std::count(piece.begin(), piece.begin() + got, '\n'));
  }
  if (lines > kMostLines) {
    system::refuse_file(path, fmt::format("is too long: it has {} lines, and at most {} are read",
                                          lines, kMostLines));
  }
}

}  // namespace

std::string_view LineReader::beginning() {
  take_piece();
  return text_;
}

std::optional<std::string_view> LineReader::next() {
  std::size_t end = text_.find('\n', begin_);
  while (end == std::string::npos && !at_end_) {
    const std::size_t had = text_.size() - begin_;
    take_piece();
    end = text_.find('\n', had);
  }
  if (begin_ == text_.size()) return std::nullopt;
  is_whole_ = end != std::string::npos;
  const std::size_t length = std::min(end, text_.size()) - begin_;
  const std::string_view line = std::string_view(text_).substr(begin_, length);
  begin_ += length + (is_whole_ ? 1 : 0);
  ++number_;
  return line;
}

void LineReader::take_piece() {
  text_.erase(0, std::exchange(begin_, 0));
  const std::size_t had = text_.size();
  if (had > kLongestLine) {
    throw core::Error(fmt::format("{}:{}: is too long: a line may have {}", where_, number_ + 1,
                                  core::in_bytes(double{kLongestLine})));
  }
  text_.resize(had + kPiece + had / 4);
  const std::size_t got = read_(text_.data() + had, text_.size() - had);
  text_.resize(had + got);
  at_end_ = got == 0;
}

LineReader lines_of(std::string_view text, const std::string& where) {
  return {[text](char* to, std::size_t bytes) mutable {
            const std::size_t taken = text.copy(to, bytes);
            text.remove_prefix(taken);
            return taken;
          },
          where};
}

LineReader lines_of_file(const std::filesystem::path& path) {
  require_readable(path);
  const auto file = std::make_shared<system::PlainFile>(path);
  return {[file](char* to, std::size_t bytes) { return file->read(to, bytes); }, path.string()};
}

}  // namespace heatwave::wire

// A temporary folder for a test, deleted afterwards, and small helpers for files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::testing {

class TemporaryFolder : core::NonCopyable {
 public:
  TemporaryFolder() {
    std::random_device random;
    std::error_code error;
    do {
      path_ =
          std::filesystem::temp_directory_path() / ("heatwave-test-" + std::to_string(random()));
    } while (!std::filesystem::create_directory(path_, error) && !error);
    if (error) throw std::runtime_error("no temporary folder");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Returns the names of all entries, including hidden ones, sorted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      names.push_back(std::filesystem::relative(entry.path(), path_).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write_bytes(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::string text_of(const std::filesystem::path& path) {
  const std::vector<std::uint8_t> bytes = bytes_of(path);
  return {bytes.begin(), bytes.end()};
}

/// Quotes a path as in messages.
inline std::string quoted(const std::filesystem::path& path) {
  std::string text = "'";
  text += path.string();
  text += '\'';
  return text;
}

inline std::string cannot_write(const std::filesystem::path& path, const std::string& reason) {
  std::string text = "cannot write ";
  text += quoted(path);
  text += ": ";
  text += reason;
  return text;
}

/// Returns the message of the exception that a call throws; empty: it throws none.
template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace heatwave::testing

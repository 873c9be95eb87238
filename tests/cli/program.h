// Runs the real binary as a person does, and stores its output.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace heatwave::testing {

struct Outcome {
  int status = -1;  ///< exit status; -1: a signal ended it
  std::string out;
  std::string err;
  std::size_t peak_bytes = 0;  ///< the most memory that it had at a time
};

/// Runs in this folder and on this display; empty: none. `file_limit` limits the size of written
/// files, like a full disk; 0: no limit.
Outcome heatwave(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 std::size_t file_limit = 0, const std::string& display = {});

/// Runs the program and sends it a signal as soon as `is_due` returns true.
Outcome heatwave_sent(int signal, const std::filesystem::path& folder,
                      const std::vector<std::string>& arguments,
                      const std::function<bool()>& is_due);

/// Runs another program, found by its path, and calls `meanwhile` with its process.
Outcome other_program(
    const std::filesystem::path& folder, const std::vector<std::string>& command,
    const std::function<void(int process)>& meanwhile = [](int) {});

/// Returns the words of both, in this order.
std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& more);

/// Returns whether the text contains the part.
bool contains(const std::string& text, const std::string& part);

}  // namespace heatwave::testing

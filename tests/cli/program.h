// Runs the real binary as a person does, and keeps what it said.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace heatwave::testing {

struct Outcome {
  int status = -1;  ///< exit status; -1 when it was ended by a signal
  std::string out;
  std::string err;
};

/// In this folder and on this display; empty: none. `file_limit` bounds the size of files it may
/// write, as a full disk does; 0: no bound.
Outcome heatwave(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 std::size_t file_limit = 0, const std::string& display = {});

/// Runs the program and sends it a signal once that is due.
Outcome heatwave_sent(int signal, const std::filesystem::path& folder,
                      const std::vector<std::string>& arguments,
                      const std::function<bool()>& is_due);

/// Whether the part stands anywhere in the text.
bool contains(const std::string& text, const std::string& part);

}  // namespace heatwave::testing

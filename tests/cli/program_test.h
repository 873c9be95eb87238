// The fixture of tests that run the program in a folder of their own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::testing {

class ProgramTest : public ::testing::Test {
 protected:
  using Words = std::vector<std::string>;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  [[nodiscard]] Words names() const { return folder_.names(); }

  [[nodiscard]] Outcome heatwave(const Words& words, std::size_t file_limit = 0,
                                 const std::string& display = {}) const {
    return testing::heatwave(folder_.path(), words, file_limit, display);
  }
  /// Runs the program, which must succeed and print nothing on standard error. Returns its output.
  std::string done(const Words& words) const {
    const Outcome outcome = heatwave(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }
  /// Runs the program, which must end with this status and print nothing but one line on standard
  /// error. Returns that line.
  [[nodiscard]] std::string refused(const Words& words, int status = 1, std::size_t file_limit = 0,
                                    const std::string& display = {}) const {
    const Outcome outcome = heatwave(words, file_limit, display);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    return outcome.err;
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace heatwave::testing

// The pitch experiment: a 2-D array with or without padded rows, the addresses of its cells, and
// the check.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::pitch_experiment {

/// The size of the slides' array in bytes and rows, and the pitch that its GPU chose.
inline constexpr std::int64_t kLectureWidth = 352;
inline constexpr std::int64_t kLectureRows = 24;
inline constexpr std::int64_t kLecturePitch = 512;

/// Rows of `width` bytes that begin `pitch` bytes apart.
struct PitchedLayout {
  std::int64_t width = 0;
  std::int64_t pitch = 0;

  [[nodiscard]] std::int64_t padding() const { return pitch - width; }
  /// Returns the address of a cell in bytes from the array's start; a cell has four bytes.
  [[nodiscard]] std::int64_t address(std::int64_t row, std::int64_t column) const {
    return row * pitch + column * 4;
  }
};

/// Returns the next multiple of the alignment.
constexpr std::int64_t padded_to(std::int64_t width, std::int64_t alignment) {
  return (width + alignment - 1) / alignment * alignment;
}

struct PitchProblem : Problem {
  std::int64_t rows = 1;
  std::int64_t width = 1;    ///< cells in a row
  std::vector<float> cells;  ///< dense, row by row; no cell is zero

  [[nodiscard]] std::int64_t row_bytes() const { return 4 * width; }
};

/// Checks that every cell has been doubled. `cells` is dense; `pitch` (bytes) is the pitch of the
/// array that it was copied from, and `lecture_pitch` the pitch that the slides' array gets on
/// this device.
Outcome checked_doubles(const PitchProblem& problem, const std::vector<float>& cells,
                        std::int64_t pitch, std::int64_t lecture_pitch);

// The GPU side has one launcher for each variant.
struct PitchDevice;
using PitchLauncher = Launched(const PitchProblem& problem, PitchDevice& device, Queue queue);
PitchLauncher pitch_rows_dense;
PitchLauncher pitch_rows_pitched;
PitchLauncher pitch_rows_vectors;
PitchLauncher pitch_columns_dense;
PitchLauncher pitch_columns_pitched;
std::unique_ptr<Run> gpu_run_of(const PitchProblem& problem, PitchLauncher* launcher);

}  // namespace heatwave::lab::pitch_experiment

// Pitch: a 2-D array whose rows are padded or not, where its cells lie, and the check.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::pitch_experiment {

/// The lecture's array, in bytes and rows, and the pitch that its GPU gave it.
inline constexpr std::int64_t kLectureWidth = 352;
inline constexpr std::int64_t kLectureRows = 24;
inline constexpr std::int64_t kLecturePitch = 512;

/// Rows of `width` bytes that begin `pitch` bytes apart.
struct PitchedLayout {
  std::int64_t width = 0;
  std::int64_t pitch = 0;

  [[nodiscard]] std::int64_t padding() const { return pitch - width; }
  /// In bytes from the array's begin; a cell has four.
  [[nodiscard]] std::int64_t address(std::int64_t row, std::int64_t column) const {
    return row * pitch + column * 4;
  }
};

/// The next multiple of the alignment.
constexpr std::int64_t padded_to(std::int64_t width, std::int64_t alignment) {
  return (width + alignment - 1) / alignment * alignment;
}

struct PitchProblem : Problem {
  std::int64_t rows = 1;
  std::int64_t width = 1;    ///< cells of a row
  std::vector<float> cells;  ///< dense, row by row; none is zero

  [[nodiscard]] std::int64_t row_bytes() const { return 4 * width; }
};

/// Every cell must have been doubled. `cells` is dense; `pitch` (bytes) is that of the array it was
/// taken from, and `lecture_pitch` what the lecture's array gets here.
Outcome checked_doubles(const PitchProblem& problem, const std::vector<float>& cells,
                        std::int64_t pitch, std::int64_t lecture_pitch);

// The GPU's memory, and the launchers, one for each variant.
struct PitchDevice;
using PitchLauncher = Launched(const PitchProblem& problem, PitchDevice& device, Queue queue);
PitchLauncher pitch_rows_dense;
PitchLauncher pitch_rows_pitched;
PitchLauncher pitch_rows_vectors;
PitchLauncher pitch_columns_dense;
PitchLauncher pitch_columns_pitched;
std::unique_ptr<Run> gpu_run_of(const PitchProblem& problem, PitchLauncher* launcher);

}  // namespace heatwave::lab::pitch_experiment

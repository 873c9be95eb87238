// The list of the stage's exercises. To add one, make a file in exercises/ and put its name into
// this list.
#pragma once

#include <string>
#include <vector>

#include "kernels/stage/exercise.h"

#define HEATWAVE_EXERCISES(ENTRY) \
  ENTRY(vector_add)               \
  ENTRY(guard)                    \
  ENTRY(grid_stride)              \
  ENTRY(saxpy)                    \
  ENTRY(reverse_block)            \
  ENTRY(two_barriers)             \
  ENTRY(dot_sum)                  \
  ENTRY(count_values)             \
  ENTRY(private_counts)           \
  ENTRY(stencil_halo)             \
  ENTRY(transpose)                \
  ENTRY(padded_tile)              \
  ENTRY(prefix_sum)               \
  ENTRY(shuffle_sum)              \
  ENTRY(ballot_count)             \
  ENTRY(compaction)               \
  ENTRY(spin_lock)                \
  ENTRY(cas_maximum)              \
  ENTRY(matmul)                   \
  ENTRY(matmul_tiles)

namespace heatwave::stage {

/// Returns all exercises, from the easiest to the hardest.
const std::vector<Exercise>& exercises();
/// Throws core::Error with the list of all exercises when none has this id.
const Exercise& find_exercise(const std::string& id);

/// Makes an exercise of a header (see lesson_of_text), the kernel with gaps, and what fills them.
/// Its text begins with a line that names the exercise.
Exercise exercise_of(const std::string& id, const char* header, const char* text,
                     std::vector<std::string> answer);

}  // namespace heatwave::stage

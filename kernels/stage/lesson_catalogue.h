// The list of the stage's lessons. To add one, make a file in lessons/ and put its name into this
// list.
#pragma once

#include <string>
#include <vector>

#include "kernels/stage/lesson.h"

#define HEATWAVE_LESSONS(ENTRY) \
  ENTRY(memory)                 \
  ENTRY(pitch)                  \
  ENTRY(coalescing)             \
  ENTRY(addresses)              \
  ENTRY(banks)                  \
  ENTRY(pairwise_sum)           \
  ENTRY(dot)                    \
  ENTRY(race)                   \
  ENTRY(lock)                   \
  ENTRY(lock_struct)            \
  ENTRY(histogram)              \
  ENTRY(matmul_tile)            \
  ENTRY(reverse)                \
  ENTRY(heat)                   \
  ENTRY(bounds)                 \
  ENTRY(printf)                 \
  ENTRY(late_error)             \
  ENTRY(divergence)             \
  ENTRY(warp_sum)               \
  ENTRY(ballot)                 \
  ENTRY(groups)                 \
  ENTRY(scan)                   \
  ENTRY(tile_transpose)         \
  ENTRY(stride_loop)            \
  ENTRY(producer)               \
  ENTRY(pipeline)               \
  ENTRY(queue)                  \
  ENTRY(sequence_lock)          \
  ENTRY(aba)                    \
  ENTRY(halo)

namespace heatwave::stage {

/// Returns all lessons, in the order of the course.
const std::vector<Lesson>& lessons();
/// Returns all lessons, and after them the lessons of all exercises.
const std::vector<const Lesson*>& all_lessons();
/// Returns the lesson or exercise with this id. Throws core::Error with the list of all lessons
/// when there is none.
const Lesson& find_lesson(const std::string& id);
/// Returns the file with the lesson's kernel: a path from the top of the source tree, or the name
/// of the user's own file.
std::string source_file(const Lesson& lesson);

}  // namespace heatwave::stage

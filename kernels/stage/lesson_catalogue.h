// The lessons of the stage. To add one: a file in lessons/, and its name in this list.
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
  ENTRY(late_error)

namespace heatwave::stage {

/// All of them, in the order of the course.
const std::vector<Lesson>& lessons();
/// Throws core::Error that names those there are.
const Lesson& find_lesson(const std::string& id);
/// Where its kernel stands, from the top of the source tree.
std::string source_file(const Lesson& lesson);

}  // namespace heatwave::stage

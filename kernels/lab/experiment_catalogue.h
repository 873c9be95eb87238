// The experiments of the lab. To add one: a folder, and its name in this list.
#pragma once

#include <string>
#include <vector>

#include "kernels/lab/experiment.h"

// clang-format off
#define HEATWAVE_EXPERIMENTS(ENTRY) \
  ENTRY(pairwise_sum)               \
  ENTRY(dot)                        \
  ENTRY(race)                       \
  ENTRY(atomics)                    \
  ENTRY(lock)                       \
  ENTRY(histogram)                  \
  ENTRY(matmul)                     \
  ENTRY(memory_spaces)              \
  ENTRY(pitch)                      \
  ENTRY(coalescing)                 \
  ENTRY(banks)                      \
  ENTRY(transfer)                   \
  ENTRY(add)                        \
  ENTRY(integers)                   \
  ENTRY(reverse)                    \
  ENTRY(distance)                   \
  ENTRY(stencil)
// clang-format on

namespace heatwave::lab {

/// All of them, in the order of the course.
const std::vector<Experiment>& experiments();
/// Throws core::Error that names those there are.
const Experiment& find_experiment(const std::string& id);
/// Likewise.
const Variant& find_variant(const Experiment& experiment, const std::string& id);

/// Where a variant's code stands, from the top of the source tree: the CPU's code, the GPU's device
/// code, or for a library's yardstick its call.
std::string source_file(const Experiment& experiment, const Variant& variant);
/// The same, and for a GPU's variant the files of its host side too: its launcher with the copies,
/// and how every launch is timed.
std::vector<std::string> source_files(const Experiment& experiment, const Variant& variant);

}  // namespace heatwave::lab

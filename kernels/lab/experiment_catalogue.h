// The list of the lab's experiments. To add one, make a folder for it and put its name into this
// list.
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
  ENTRY(stencil)                    \
  ENTRY(divergence)                 \
  ENTRY(occupancy)                  \
  ENTRY(streams)                    \
  ENTRY(managed)                    \
  ENTRY(scan)                       \
  ENTRY(order)                      \
  ENTRY(numerics)                   \
  ENTRY(halo)                       \
  ENTRY(scaling)
// clang-format on

namespace heatwave::lab {

/// Returns all experiments, in the order of the course.
const std::vector<Experiment>& experiments();
/// Throws core::Error with the list of all experiments when none has this id.
const Experiment& find_experiment(const std::string& id);
/// Throws core::Error with the list of all variants when none has this id.
const Variant& find_variant(const Experiment& experiment, const std::string& id);

/// Returns the file with a variant's code, as a path from the top of the source tree: the CPU code,
/// the GPU's device code or the call of a library.
std::string source_file(const Experiment& experiment, const Variant& variant);
/// Returns source_file() and, for a GPU variant, the files of its host code: its launcher, and
/// those that copy, check, allocate and free for all launchers and that time every launch.
std::vector<std::string> source_files(const Experiment& experiment, const Variant& variant);

}  // namespace heatwave::lab

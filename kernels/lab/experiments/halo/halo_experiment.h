// The halo experiment cuts a plate into two bands that exchange rows beside the cut: the plate, its
// bands and the expected plate.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/fma.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::halo_experiment {

/// Returns old + 0.2·(west + east + north + south − 4·old), in the kernels' order of operations.
inline float step_of(float centre, float west, float east, float north, float south) {
  return core::fma(0.2F, (west + east) + (north + south) - 4.0F * centre, centre);
}

struct HaloProblem : Problem {
  std::vector<float> start;     ///< values before the first step, row by row; edges are held
  std::vector<float> expected;  ///< values after the last step
  std::int64_t n = 1;           ///< rows and columns
  std::int64_t ghosts = 1;      ///< ghost rows of the variants with a wide halo
  std::int64_t steps = 1;
};

struct Rows {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// A band of the plate in memory of its own: its rows, and beside the cut ghost rows, which hold
/// copies of the other band's rows.
struct Band {
  std::int64_t first = 0;  ///< row of the plate with which its memory begins
  std::int64_t above = 0;  ///< ghost rows above its own rows
  std::int64_t own = 0;
  std::int64_t below = 0;  ///< ghost rows below its own rows

  [[nodiscard]] std::int64_t rows() const { return above + own + below; }
  /// Returns the rows that a step computes; `later` is the number of steps that follow before the
  /// next exchange. Each step loses one ghost row.
  [[nodiscard]] Rows stepped(std::int64_t later) const {
    return {above > 0 ? above - later : 1, below > 0 ? above + own + later : rows() - 1};
  }
  /// Returns the own rows that are ghost rows of the other band.
  [[nodiscard]] Rows sent() const {
    return above > 0 ? Rows{above, 2 * above} : Rows{own - below, own};
  }
  /// Returns the ghost rows.
  [[nodiscard]] Rows received() const {
    return above > 0 ? Rows{0, above} : Rows{own, own + below};
  }
};

/// Cuts the plate into an upper and a lower band, each with this number of ghost rows.
std::array<Band, 2> bands_of(const HaloProblem& problem, std::int64_t ghosts);

/// Calls group(steps) for each group of steps between two exchanges: one step for each ghost row.
template <typename Group>
void for_groups(const HaloProblem& problem, std::int64_t ghosts, const Group& group) {
  for (std::int64_t done = 0; done < problem.steps; done += ghosts)
    group(std::min(ghosts, problem.steps - done));
}

/// The bands of a run, and what limits them.
struct Cut {
  std::string places;                    ///< "GPU 0 and GPU 1, peers": where the bands are
  std::int64_t ghosts = 1;               ///< ghost rows of a band
  int devices = 1;                       ///< devices that share the steps
  bool reaches = true;                   ///< true: each device writes into the other's memory
  double memory_bytes_per_second = 0.0;  ///< each device's memory; 0: unknown
  double link_bytes_per_second = 0.0;    ///< each way between the devices; 0: there is no link
};

/// Checks that all bits are equal. `cut` is null where the plate is whole.
Outcome checked_plate(const HaloProblem& problem, const std::vector<float>& plate, const Cut* cut);

// The GPU side has one launcher for each variant.
struct HaloDevice;
using HaloLauncher = Launched(const HaloProblem& problem, HaloDevice& device, Queue queue);
HaloLauncher halo_one_device;
HaloLauncher halo_staged_row;
HaloLauncher halo_staged;
HaloLauncher halo_peer_copies;
HaloLauncher halo_overlap;
HaloLauncher halo_stores;
HaloLauncher halo_nccl;
std::unique_ptr<Run> gpu_run_of(const HaloProblem& problem, HaloLauncher* launcher);

}  // namespace heatwave::lab::halo_experiment

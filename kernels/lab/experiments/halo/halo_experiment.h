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
  std::int64_t ghosts = 1;      ///< ghost rows of a band: steps from one exchange to the next
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
  /// Returns the rows that a step computes when so many steps follow before the next exchange: each
  /// of these steps loses one ghost row.
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

/// Cuts the plate into an upper and a lower band.
std::array<Band, 2> bands_of(const HaloProblem& problem);

/// Calls group(steps) for each group of steps between two exchanges.
template <typename Group>
void for_groups(const HaloProblem& problem, const Group& group) {
  for (std::int64_t done = 0; done < problem.steps; done += problem.ghosts)
    group(std::min(problem.ghosts, problem.steps - done));
}

/// Checks that all bits are equal. `devices` names the devices of the bands; empty: there are none.
Outcome checked_plate(const HaloProblem& problem, const std::vector<float>& plate,
                      const std::string& devices);

// The GPU side has one launcher for each variant.
struct HaloDevice;
using HaloLauncher = Launched(const HaloProblem& problem, HaloDevice& device, Queue queue);
HaloLauncher halo_one_device;
HaloLauncher halo_staged;
HaloLauncher halo_peer_copies;
HaloLauncher halo_overlap;
HaloLauncher halo_stores;
std::unique_ptr<Run> gpu_run_of(const HaloProblem& problem, HaloLauncher* launcher);

}  // namespace heatwave::lab::halo_experiment

// A FusedCpuStepper takes several steps in one pass over the grid, in place: rows are stepped again
// while they are in the cache.
//
// The grid is split into bands of rows. Inside a band, step t covers the rows that are at least t
// rows away from the band's ends: a row needs its neighbours' values of the previous step, and
// those of the next band are not ready yet. Then the gaps between bands are filled; there, step t
// covers t rows on either side. In both phases step t of a row overwrites step t − 2, which is no
// longer needed. The rows form a ring; where the grid is not periodic, the cells' flags stop the
// exchange.
//
// Rows are not split into tiles of columns. Measurements showed that the memory accesses that start
// again at each row of a tile cost more than an L2 cache that holds whole rows.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/core/denormals.h"
#include "kernels/core/device.h"
#include "kernels/core/turns.h"
#include "kernels/field/cpu/cpu_stepper.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

/// A band needs at least this many rows for each step of a pass; otherwise the gaps at its two ends
/// would meet.
inline constexpr int kRowsPerStep = 3;
/// There are more bands than threads: if another program occupies a processor, its thread comes
/// late and the others take its bands.
inline constexpr int kBandsPerThread = 4;

/// Returns the largest number of steps in a pass. More steps mean fewer accesses to memory, but
/// more rows that must stay in the caches, and fewer bands for the threads. `row` is the size of a
/// row in all planes, in bytes.
inline int levels_per_pass(const CpuField& field, std::size_t row, int threads) {
  constexpr int kFewestSteps = 8;
  constexpr int kFewestStepsOfSmallBands = 16;
  static const std::uint64_t own = core::cpu_own_cache();
  static const std::uint64_t shared = core::cpu_last_cache();
  // Rows that a core's own cache cannot hold may stay in its part of the shared one: measured at
  // 8192², whole passes of 32 steps are a seventh faster than passes of 8.
  const std::uint64_t cache =
      std::max({own, shared / static_cast<unsigned>(threads), std::uint64_t{1} << 20U});
  const auto rows = static_cast<int>(std::min<std::uint64_t>(cache * 3 / 4 / row, 1024));
  const int by_cache = std::clamp(rows - 2 * kGroupRows, kFewestSteps, kMostStepsPerPass);
  if (threads == 1) return by_cache;
  const int by_bands = field.extent.height / (kRowsPerStep * kBandsPerThread * threads);
  return std::min(by_cache, std::max(by_bands, kFewestStepsOfSmallBands));
}

/// Waking a thread takes as long as this many steps of a cell.
inline constexpr std::int64_t kCellStepsPerThread = 1 << 18;

/// Returns the number of bands in a pass.
inline int bands_for(core::Extent extent, int threads, int steps) {
  const std::int64_t worth = extent.cells() * steps / kCellStepsPerThread;
  if (threads == 1 || worth <= 1) return 1;
  const int most = std::max(1, extent.height / (kRowsPerStep * steps));
  return std::min(most, kBandsPerThread * static_cast<int>(std::min<std::int64_t>(threads, worth)));
}

/// Runs a given number of levels; all threads of a team work on them together. A step is one level
/// or, where it has sub-steps, one for each of them. `Rows` takes rows through a level:
/// step_rows(Band rows, std::int64_t level, int worker), with levels counted from 1; each thread is
/// another worker.
template <typename Rows>
class Passes {
 public:
  Passes(CpuField& field, const Rows& rows, std::size_t row_bytes, std::int64_t steps, int threads)
      : field_(field),
        rows_(rows),
        levels_per_step_(rows.levels()),
        levels_(steps * rows.levels()),
        most_(static_cast<int>(
            std::min<std::int64_t>({levels_per_pass(field, row_bytes, threads),
                                    field.extent.height / kRowsPerStep, levels_}))),
        bands_(bands_for(field.extent, threads, most_)) {}

  /// Returns for how many seconds a processor stepped rows for the caller.
  double work(core::ThreadTeam& team) {
    double seconds = 0.0;
    // Each pass has two phases: first the inside of the bands, then the gaps between them.
    core::Turns turns(2 * ((levels_ + most_ - 1) / most_), bands_, team.size());
    const auto help = [&](int worker) {
      const core::FlushDenormals here;
      const auto done_here = turns.help(worker, [&](std::int64_t phase, int band) {
        const std::int64_t done = phase / 2 * most_;
        const auto now = static_cast<int>(std::min<std::int64_t>(most_, levels_ - done));
        if (phase % 2 == 0) {
          step_inside(band, done, now, worker);
        } else {
          fill_gap(band, done, now, worker);
        }
      });
      if (worker == 0) seconds = done_here.seconds;
    };
    if (bands_ == 1) {
      help(0);
    } else {
      team.share(help);
    }
    return seconds;
  }

  [[nodiscard]] int levels_a_pass() const { return most_; }
  [[nodiscard]] int bands() const { return bands_; }

 private:
  void step_inside(int band, std::int64_t done, int steps, int worker) {
    const int begin = first_row(band);
    const int end = first_row(band + 1);
    step_along_slope(
        {begin + 1, end - 1}, done, steps, worker,
        [&](int t) {
          return Band{begin + t, end - t};
        },
        [&](int t) {
          return Band{begin + t, end - t - 1};
        });
  }

  /// Steps the rows around the beginning of a band.
  void fill_gap(int band, std::int64_t done, int steps, int worker) {
    const int middle = first_row(band);
    step_along_slope(
        {middle - 1, middle + 2 * steps - 1}, done, steps, worker,
        [&](int t) {
          return Band{middle - t, middle + t};
        },
        [&](int t) {
          return Band{middle - t - 1, middle + t};
        });
  }

  /// Takes rows_of(t) through step t, for all t. Each step follows the previous one a row further
  /// up, while those rows are in the L1 cache. The first step may begin in the rows `fronts`. The
  /// totals of rows need the rows below them at the same step: sums_of(t) are the rows of step t
  /// that have them in this phase.
  template <typename RowsOf, typename SumsOf>
  void step_along_slope(Band fronts, std::int64_t done, int steps, int worker, RowsOf rows_of,
                        SumsOf sums_of) {
    for (int front = fronts.begin; front < fronts.end; front += kGroupRows) {
      for (int t = 1; t <= steps; ++t) {
        const int y = front - (t - 1);
        const Band all = rows_of(t);
        const Band rows{std::max(y, all.begin), std::min(y + kGroupRows, all.end)};
        if (rows.begin >= rows.end) continue;
        step_rows(rows, done + t, worker);
        const std::int64_t step = step_after(done + t);
        const std::int64_t sample = step == 0 ? -1 : field_.samples.sample_at(step);
        if (sample < 0 || !field_.samples.adds_rows()) continue;
        const Band sums = sums_of(t);
        const int last = rows.end == all.end ? rows.end : rows.end - 1;
        field_.samples.add_rows(sample, field_, {planes_after(step), planes_after(step - 1)},
                                {std::max(rows.begin - 1, sums.begin), std::min(last, sums.end)});
      }
    }
  }

  /// Returns the planes that hold the field after this number of steps.
  [[nodiscard]] std::vector<PaddedPlane>& planes_after(std::int64_t steps) {
    return steps % 2 != 0 ? field_.other : field_.newest;
  }

  /// Returns the number of the step that a level completes; 0: it completes none.
  [[nodiscard]] std::int64_t step_after(std::int64_t level) const {
    return level % levels_per_step_ == 0 ? level / levels_per_step_ : 0;
  }

  /// Negative rows are counted from the other end of the grid.
  void step_rows(Band rows, std::int64_t level, int worker) {
    if (rows.begin < 0) {
      const int height = field_.extent.height;
      if (rows.end > 0) step_rows({0, rows.end}, level, worker);
      rows = {rows.begin + height, std::min(rows.end, 0) + height};
    }
    rows_.step_rows(rows, level, worker);
    const std::int64_t step = step_after(level);
    const std::int64_t sample = step == 0 ? -1 : field_.samples.sample_at(step);
    if (sample >= 0) field_.samples.read_cells(sample, planes_after(step), rows);
  }

  [[nodiscard]] int first_row(int band) const { return band_of(field_.extent, band, bands_).begin; }

  CpuField& field_;
  const Rows& rows_;
  int levels_per_step_;
  std::int64_t levels_;  ///< number of levels of all steps
  int most_;             ///< largest number of levels in a pass
  int bands_;
};

/// `Method` steps rows: it makes the `Rows` of Passes, and knows the parameters.
template <typename Method>
class FusedCpuStepper final : public CpuStepper {
 public:
  explicit FusedCpuStepper(Method method) : method_(std::move(method)) {}

  void set_parameters(std::span<const double> parameters) override {
    method_.set_parameters(parameters);
  }

  void advance(CpuField& field, core::ThreadTeam& team, const Oscillators& oscillators,
               std::int64_t step, std::int64_t steps) override {
    oscillators.in_chunks(step, steps, [&](std::int64_t chunk, const auto& table) {
      const std::size_t count = table.empty() ? 0 : oscillators.count();
      for (std::int64_t done = 0; done < chunk;) {
        const std::int64_t most = method_.prepare(field, team, step + done);
        const std::int64_t now = std::min({most, most_steps_at_once(field), chunk - done});
        field.samples.begin(step + done, now);
        advance_at_once(
            field, team,
            method_.rows(field, oscillators, step + done,
                         std::span(table).subspan(static_cast<std::size_t>(done) * count)),
            now);
        field.samples.end();
        done += now;
        method_.finish(step + done);
      }
      step += chunk;
    });
  }

  /// A pass reads each plane of the state once. It writes both planes of a component, since steps
  /// alternate between them. Rows around the ends of bands are visited twice.
  [[nodiscard]] double bytes_per_step(const CpuField& field) const override {
    const double planes_read = method_.planes() * (1 + method_.steps_back());
    const double planes_written = method_.planes() * std::min(levels_a_pass_, 2);
    const double twice = 2.0 * levels_a_pass_ * bands_ / field.extent.height;
    return (planes_read + planes_written) * sizeof(float) *
           static_cast<double>(field.extent.cells()) * (1.0 + twice) * method_.levels() /
           levels_a_pass_;
  }
  [[nodiscard]] std::string method() const override {
    const std::string levels = std::to_string(levels_a_pass_);
    return with_reason(
        levels + (method_.levels() == 1 ? " steps" : " sub-steps") + " a pass over the grid" +
            method_.code(),
        why_alone_);
  }

 private:
  /// After this many steps of a cell, some ten milliseconds, advance() decides anew whether a team
  /// of threads is faster than one.
  static constexpr std::int64_t kCellsAtOnce = std::int64_t{1} << 28U;

  /// The totals of the rows of all samples at once take some megabytes at most.
  static std::int64_t most_steps_at_once(const CpuField& field) {
    constexpr std::int64_t kRowsAtOnce = std::int64_t{1} << 18U;
    constexpr std::int64_t kFewest = 2 * kMostStepsPerPass;
    const std::int64_t most = std::max(kFewest, kCellsAtOnce / field.extent.cells());
    if (!field.samples.adds_rows()) return most;
    const std::int64_t rows = kRowsAtOnce / field.extent.height * field.samples.wanted().every;
    return std::clamp(rows, kFewest, most);
  }

  void advance_at_once(CpuField& field, core::ThreadTeam& team, const auto& rows,
                       std::int64_t steps) {
    if (field.extent.height < kRowsPerStep) {
      step_whole_grid(field, rows, steps);
      return;
    }
    const int threads = pace_.is_together() ? team.size() : 1;
    const auto start = std::chrono::steady_clock::now();
    Passes passes(field, rows, method_.row_bytes(field), steps, threads);
    levels_a_pass_ = passes.levels_a_pass();
    bands_ = passes.bands();
    why_alone_ = team.size() == 1 ? ""
                 : !pace_.is_together()
                     ? "one thread alone is faster while another program is running"
                 : passes.bands() == 1 ? "a second thread does not pay off for this few cells"
                                       : "";
    const double worked = passes.work(team);
    if (steps % 2 != 0) std::swap(field.newest, field.other);
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (team.size() > 1) pace_.record(static_cast<double>(steps), took, took - worked);
  }

  /// Takes the few rows of a small grid through one level after the other.
  static void step_whole_grid(CpuField& field, const auto& rows, std::int64_t steps) {
    const core::FlushDenormals here;
    const Band all{0, field.extent.height};
    for (std::int64_t step = 1; step <= steps; ++step) {
      for (int level = 1; level <= rows.levels(); ++level) {
        rows.step_rows(all, (step - 1) * rows.levels() + level, 0);
      }
      const std::int64_t sample = field.samples.sample_at(step);
      if (sample < 0) continue;
      const auto& now = step % 2 != 0 ? field.other : field.newest;
      const auto& before = step % 2 != 0 ? field.newest : field.other;
      field.samples.read_cells(sample, now, all);
      if (field.samples.adds_rows()) field.samples.add_rows(sample, field, {now, before}, all);
    }
    if (steps % 2 != 0) std::swap(field.newest, field.other);
  }

  core::TeamPace pace_;
  int levels_a_pass_ = 1;  ///< levels in each of the newest passes
  int bands_ = 1;          ///< bands of rows in each of the newest passes
  /// Why one thread of several made the newest steps; empty: it did not
  const char* why_alone_ = "";
  Method method_;
};

}  // namespace heatwave::field

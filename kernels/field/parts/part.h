// A Part is one band of a field's rows: a solver of this process, or of another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/grid_solver.h"
#include "kernels/field/parts/exchange.h"

namespace heatwave::field {

/// A number of steps, and whether rows are exchanged before them.
struct Stretch {
  bool exchanges = false;
  std::int64_t steps = 0;
  std::int64_t left = 0;  ///< steps that follow until rows are exchanged again
};

/// The calls are those of FieldSolver, with rows as the part counts them. Calls of different parts
/// may come from different threads at once.
class Part : core::NonCopyable {
 public:
  virtual ~Part() = default;

  [[nodiscard]] virtual const BackendInfo& backend() const = 0;
  virtual void load(const FieldState& state) = 0;
  virtual FieldState save() = 0;
  virtual std::vector<float> save_rim() = 0;
  virtual std::vector<std::vector<float>> read(core::Rect area) = 0;
  virtual void apply(const std::vector<Edit>& edits) = 0;
  /// All parts must make this call at once, with the same stretches.
  virtual void advance(const std::vector<Stretch>& stretches) = 0;
  virtual SampleSeries sample(const Sampling& wanted) = 0;
  /// Drops samples that were not taken yet, even if the same samples are wanted as before.
  virtual void sample_steps(const Sampling& wanted) = 0;
  virtual SampleSeries take_samples() = 0;
  virtual std::uint64_t survey(core::Cell probe) = 0;
  virtual Report report() = 0;
  /// Returns every k-th cell of those own rows whose number in the whole grid is a multiple of k.
  virtual std::vector<float> thinned_rows(std::size_t plane, int k) = 0;
  /// Says whether rows are copied across the top and bottom edges. No part may be inside a call.
  virtual void join_edges(bool are_joined) = 0;
  /// Returns where the part's memory lies; a part of another process has none here.
  [[nodiscard]] virtual FieldMemory memory() = 0;
  /// Returns the clock of the part's rounds; null: the part is in another process.
  [[nodiscard]] virtual RoundClock* clock() = 0;
};

/// Makes a part of this process. `index` counts all parts of the layout.
std::unique_ptr<Part> make_local_part(std::unique_ptr<GridSolver> solver,
                                      std::shared_ptr<Exchange> exchange, const PartRows& rows,
                                      int index);

}  // namespace heatwave::field

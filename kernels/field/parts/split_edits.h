// Edits, samplings and states of a whole grid are split into those of its parts.
#pragma once

#include <vector>

#include "kernels/field/cell_step.h"
#include "kernels/field/edit.h"
#include "kernels/field/field_state.h"
#include "kernels/field/parts/parts_layout.h"
#include "kernels/field/sampling.h"

namespace heatwave::field {

/// Returns the edits that change the rows of a part as the edit changes the whole grid, whose
/// absorbing sides these are.
std::vector<Edit> edits_of_part(const Edit& edit, const PartRows& part,
                                const AbsorbingSides& absorbing);

/// Returns the state of a part's rows.
FieldState state_of_part(const FieldState& state, const PartRows& part, std::size_t components);

/// Puts the state of a part's own rows into that of the whole grid, whose planes have their sizes.
void gather_state(FieldState& state, const FieldState& of_part, const PartRows& part,
                  std::size_t components);
/// Puts the edge memory of a part's own rows into that of the whole grid, which gets its size.
void gather_rim(std::vector<float>& rim, const std::vector<float>& of_part, const PartRows& part,
                std::size_t components);

/// A sampling split by parts.
struct SplitSampling {
  /// Where a cell's values are.
  struct Place {
    std::size_t part = 0;
    std::size_t index = 0;  ///< index into the cells of the part's sampling
  };

  Sampling whole;
  std::vector<Sampling> parts;
  std::vector<Place> places;  ///< one for each cell
};

SplitSampling split_sampling(const Sampling& wanted, const Layout& layout);

/// Returns the samples of the whole grid. `is_energy`: see TotalRule.
SampleSeries joined_samples(const SplitSampling& split, const std::vector<SampleSeries>& parts,
                            const Layout& layout, bool is_energy);

}  // namespace heatwave::field

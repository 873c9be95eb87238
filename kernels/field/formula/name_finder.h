// Every name of a formula has a meaning.
#pragma once

#include <vector>

#include "kernels/field/formula/draft_checks.h"

namespace heatwave::field::formula {

/// Gives every name of the document its meaning; adds components, parameters and settings to the
/// model, and mistakes to `problems`.
void find_names(Draft& draft, std::vector<Problem>& problems);

}  // namespace heatwave::field::formula

// The stability of a formula's steps, found from the growth of its finest waves.
#pragma once

#include <span>

#include "kernels/field/equation.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// Returns by how much a step multiplies the finest waves that a grid can hold, at most, around the
/// formula's state at rest; 1 where it multiplies uniform changes as much, since these grow by the
/// equation itself.
double growth_of_finest_waves(const Program& program, const Model& model,
                              std::span<const double> parameters, std::span<const float> rest,
                              const Stiffness& stiffness);

/// Returns the largest value of a parameter, within its range, with which the finest waves do not
/// grow; infinity: the parameter decides nothing.
double largest_stable_value(const Program& program, const Model& model, std::size_t parameter,
                            std::span<const double> parameters, std::span<const float> rest,
                            const Stiffness& stiffness);

}  // namespace heatwave::field::formula

// Finds out whether a program steps the mirror image of a field to the mirror image of its result.
#pragma once

#include <cstdint>

#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

enum class Axis : std::uint8_t { x, y };

/// Returns whether each sub-step gives the same values, to the bit, when the two neighbours along
/// the axis change places. Then a grid may go on beyond its edges as its own mirror image. False
/// also where that cannot be seen from the operations. Precondition: the program depends neither on
/// the place nor on chance.
bool keeps_mirror_images(const Program& program, Axis axis);

}  // namespace heatwave::field::formula

// A program as CUDA text.
#pragma once

#include <string>

#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// Prints a program of one sub-step as a type that kernels take as they take the built-in
/// equations. Throws core::Error with the reason where that is not possible.
std::string cuda_text_of(const Program& program);

}  // namespace heatwave::field::formula

// Formulas are printed as CUDA text, which NVRTC compiles together with the program's own kernels.
#pragma once

#include <string>
#include <vector>

#include "kernels/field/cuda/pass_kernel.h"
#include "kernels/field/formula/cuda/kernel_source.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

/// Returns why the kernels of passes cannot step a program; empty: they can.
std::string why_not_in_passes(const Program& program);

/// Returns whether the kernels of passes step absorbing edges, too: waves leave at a speed that
/// depends on the medium alone.
bool absorbs_in_passes(const Program& program);

/// Prints the type that the kernels of passes take as their equation, or else the sub-steps.
std::string cuda_text_of(const Program& program);

/// Returns the kernels for single steps: one for each sub-step, then one for each integral.
KernelText plain_kernels(const Program& program);
/// Returns the streams of noise of a sub-step and of the conditions on sides, in the order in which
/// its kernel reads their keys.
std::vector<int> noise_streams(const Program& program, const SubStep& step);

/// Returns a kernel of passes; strips have two, the second one for passes with fewer steps.
/// Precondition: why_not_in_passes() is empty.
KernelText pass_kernels(const Program& program, const PassKernel& kernel);

}  // namespace heatwave::field::formula

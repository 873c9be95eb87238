// Kernels of an edited text are launched in the place of a variant's own, with the same arguments.
#pragma once

#include <string>

namespace heatwave::lab {

/// Returns why edited kernels cannot be timed here; empty: they can.
std::string why_no_edited_kernels();

/// Makes every later launch in this process look for its kernel in this CUDA text first. NVRTC
/// compiles it at the kernel's first launch; a kernel is found by its name and its parameters.
/// That launch throws core::Error with the compiler's messages when the text has mistakes. Only
/// device code is compiled. Throws core::Error when edited kernels cannot be timed here.
void launch_edited_kernels(std::string text);

/// End of the id of a variant's measurement with an edited kernel.
inline constexpr const char* kEditedEnding = "-edited";

/// Exit status of a process whose edited kernel did not end within 2 s.
inline constexpr int kKernelTooSlow = 124;

/// Returns how many kernels of the text have been launched.
int edited_kernels_launched();

}  // namespace heatwave::lab
